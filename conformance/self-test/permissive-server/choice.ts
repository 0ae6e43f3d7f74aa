import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedRequest, type ProxiedResponse } from '../proxy.ts'

/** A different choice on a row of the ledger; `row` is its id, undefined if no row covers the point. */
export interface Choice extends Fault {
  row?: string
  /** Whether every server makes this choice, because other choices depend on it. */
  always?: true
}

/** Changes a JSON body in place, or replaces it. */
export function edit(response: ProxiedResponse, change: (body: JsonObject) => unknown): void {
  if (response.body.byteLength > 0)
    changeJson(response, (body) => change(body as unknown as JsonObject))
}

export const succeeded = ({ status }: ProxiedResponse): boolean => status >= 200 && status < 300

/** Replaces the response by an error, with the rate-limit headers of the response. */
export function refuse(
  response: ProxiedResponse,
  status: number,
  code: string,
  details: JsonObject = {},
): void {
  response.status = status
  response.body = Buffer.from(
    JSON.stringify({
      error: {
        type: `https://errors.twin.example/${code}`,
        code,
        message: 'Refused.',
        request_id: `req_${Math.random().toString(36).slice(2)}`,
        doc_url: `https://docs.twin.example/${code}.html#top`,
        details,
      },
    }),
  )
  response.headers = response.headers.filter(([one]) => one.toLowerCase() !== 'content-type')
  response.headers.push(['Content-Type', 'application/json'])
}

/** Data without the wrapper. */
export function unwrap(response: ProxiedResponse): void {
  edit(response, ({ data }) => data)
}

export function codeOf(response: ProxiedResponse): string | undefined {
  return response.status < 400
    ? undefined
    : (JSON.parse(response.body.toString()) as { error?: { code?: string } }).error?.code
}

/** Changes the JSON of a request; undefined leaves the bytes unchanged. */
export function rewrite(
  request: ProxiedRequest,
  change: (body: JsonObject) => JsonObject | undefined,
): void {
  let body: unknown
  try {
    body = JSON.parse(request.body.toString())
  } catch {
    return
  }
  if (body === null || typeof body !== 'object') return
  const changed = change(body as JsonObject)
  if (changed) request.body = Buffer.from(JSON.stringify(changed))
}

/**
 * Events that are recorded with a delay.
 * @param ms delay until an entry is visible, after the first read
 * @returns whether an entry of that id is visible now; a single immediate read does not find it
 */
export function writtenLate(ms: number): (id: unknown) => boolean {
  const lookedFor = new Map<unknown, number>()
  return (id) => {
    const first = lookedFor.get(id) ?? performance.now()
    lookedFor.set(id, first)
    return performance.now() - first >= ms
  }
}

/**
 * Returns the state of an exchange as text without its body: a body is replaced as a whole, and may
 * have megabytes.
 */
function contentOf(passing: object): { text: string; body: Buffer | undefined } {
  const { body, ...others } = passing as { body?: unknown }
  return Buffer.isBuffer(body)
    ? { text: JSON.stringify(others), body }
    : { text: JSON.stringify(passing), body: undefined }
}

/**
 * Combines all choices: requests pass them in this order, responses in reverse.
 * @param applied gets the row of each choice that changed an exchange
 */
export function composed(choices: readonly Choice[], applied: Set<string>): Fault {
  const watch = <Result>({ row }: Choice, passing: object, change: () => Result): Result => {
    if (row === undefined || applied.has(row)) return change()
    const before = contentOf(passing)
    const result = change()
    const { text, body } = contentOf(passing)
    const isSameBody =
      body === before.body || (body && before.body && body.equals(before.body)) === true
    if (result !== undefined || text !== before.text || !isSameBody) applied.add(row)
    return result
  }
  return {
    request(request) {
      for (const choice of choices) {
        const answer = choice.request?.(request)
        if (answer) return answer
      }
    },
    // A changed request alone proves nothing: it may only translate the names of the target file.
    response(request, response) {
      for (const choice of choices.toReversed())
        if (choice.response) watch(choice, response, () => choice.response!(request, response))
    },
    state(use) {
      for (const choice of choices) if (choice.state) watch(choice, use, () => choice.state!(use))
    },
    bindings(use, bindings) {
      for (const choice of choices)
        if (choice.bindings) watch(choice, bindings, () => choice.bindings!(use, bindings))
    },
    delivery(delivery) {
      let arriving: number | readonly Buffer[] | undefined
      for (const choice of choices)
        if (choice.delivery)
          arriving =
            watch(choice, delivery, () => choice.delivery!(delivery) ?? undefined) ?? arriving
      return arriving
    },
  }
}
