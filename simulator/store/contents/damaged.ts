/** Both stores have these tables. The names of a row are null if they are missing. */
export const DOCUMENTS = `SELECT kinds.name AS kind, scopes.name AS scope, id, body FROM documents
  LEFT JOIN names AS kinds ON kinds.no = kind LEFT JOIN names AS scopes ON scopes.no = scope`
export const LOST_BLOBS = `SELECT DISTINCT sha256 FROM blob_refs
  WHERE NOT EXISTS (SELECT 1 FROM blobs WHERE blobs.sha256 = blob_refs.sha256)`

export interface DocumentRow {
  kind: string | null
  scope: string | null
  id: string
  body: string
}

/** Stored records whose content cannot be right, one line each. */
export class Damaged {
  #lines: string[] = []

  row({ kind, scope, id, body }: DocumentRow): void {
    this.document(scope === null ? null : kind, id, body)
  }

  /** @param text the body of a document, read from the row of `id` */
  document(kind: string | null, id: string, text: string): void {
    const problem = problemOf(kind, id, text)
    if (problem !== undefined) this.add(`${kind ?? 'document'} ${id}: ${problem}`)
  }

  add(line: string): void {
    this.#lines.push(line)
  }

  get lines(): readonly string[] {
    return this.#lines
  }
}

/**
 * Members that a kind has are not demanded: documents of earlier versions may lack them. A changed value that is
 * still JSON is not found.
 */
function problemOf(kind: string | null, id: string, text: string): string | undefined {
  if (kind === null) return 'its kind or its organization has no name'
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'not a JSON object'
  const { id: own } = body as { id?: unknown }
  // Some documents are found by the id of another record: a digest of a token, for example.
  if (typeof own === 'string' && prefixOf(own) === prefixOf(id) && own !== id)
    return `its body is that of ${own}`
  return undefined
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('_') + 1)
}

/** Sentences for the damaged records, at most 20 of them by name. */
export function damagedText(lines: readonly string[]): string {
  const named = lines.slice(0, NAMED).map((line) => `\n  ${line}`)
  const rest = lines.length > NAMED ? `\n  and ${lines.length - NAMED} more` : ''
  const count = lines.length === 1 ? '1 damaged record' : `${lines.length} damaged records`
  return `${count}; restore a backup or a snapshot:${named.join('')}${rest}`
}

const NAMED = 20
