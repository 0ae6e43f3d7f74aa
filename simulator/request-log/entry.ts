/** A body as displayed: redacted JSON text; null if it is not JSON or was not read. */
export interface LoggedBody {
  contentType: string | null
  bytes: number | null
  text: string | null
  truncated: boolean
}

/** One request of the public API and its response. */
export interface Entry {
  /** Position in the journal; 0 for one that is not recorded. */
  seq: number
  /** Simulator time. */
  readonly at: number
  /** Owner; null for unauthenticated requests. */
  readonly scope: string | null
  readonly region: string | null
  readonly keyId: string | null
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly query: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly status: number | null
  /** How much of the response was sent. */
  readonly answered: 'whole' | 'part' | 'none'
  readonly requestId: string | null
  /** In real time. */
  readonly durationMs: number
  readonly errorCode: string | null
  readonly fault: string | null
  /** Value of the response's `X-Simulator-Warning` header. */
  readonly warning: string | null
  readonly request: LoggedBody
  readonly response: LoggedBody
  /** Ids of the applicants and sessions that the entry mentions. */
  readonly about: ReadonlySet<string>
}

/** Returns the organization of a scope. */
export function organizationOf(scope: string | null): string | null {
  return scope?.split('/')[2] ?? null
}

/** Returns the mode of a scope. */
export function modeOf(scope: string | null): string | null {
  return scope?.split('/')[1] ?? null
}

/** Returns the length of the displayed parts of an entry. */
export function sizeOf({ method, path, query, headers, request, response }: Entry): number {
  return JSON.stringify({ method, path, query, headers, request, response }).length
}

/** Whether the entry shows a body. */
export function hasText({ request, response }: Entry): boolean {
  return request.text !== null || response.text !== null
}

/** Returns the entry without query and bodies, for a request during which its applicants were erased. */
export function withoutText(entry: Entry): Entry {
  return {
    ...entry,
    query: {},
    request: { ...entry.request, text: null },
    response: { ...entry.response, text: null },
  }
}

/** Returns the entry as JSON text, for `entryOf`. */
export function textOf(entry: Entry): string {
  return JSON.stringify({ ...entry, about: [...entry.about] })
}

export function entryOf(text: string): Entry {
  const entry = JSON.parse(text) as Omit<Entry, 'about'> & { about: string[] }
  return { ...entry, about: new Set(entry.about) }
}
