/** Stored records whose content cannot be right, one line each. */
export class Damaged {
  #lines: string[] = []

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
