import type { Operation } from '../../../spec/contract.ts'

/**
 * Origins that may read an operation's responses (GAP-CORS). Without credential: all. With an SDK token: those that a
 * publishable key lists. With a secret key: none, since such a key is never in a page.
 */
export function readersOf({
  security,
}: Pick<Operation, 'security'>): 'anybody' | 'listed' | 'nobody' {
  if (security.length === 0) return 'anybody'
  return security.some((alternative) => alternative.includes('secretKey')) ? 'nobody' : 'listed'
}

/** Lets any page read the answer. */
export function openToAnybody(operation: Operation): string[] {
  return ['Access-Control-Allow-Origin', '*', ...exposed(operation)]
}

/** Lets the pages of this origin read the answer; no page, when there is none. Caches keep the answers apart. */
export function openTo(origin: string | undefined, operation: Operation): string[] {
  if (origin === undefined) return ['Vary', 'Origin']
  return ['Access-Control-Allow-Origin', origin, 'Vary', 'Origin', ...exposed(operation)]
}

/** Whether a request only asks, on a page's behalf, what the page may send. */
export function isPreflight(method: string, headers: Record<string, unknown>): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}

/** Seconds for which a browser need not ask again; origins taken off a list are refused in the request itself. */
const MAX_AGE = '600'

/** The answer to a preflight for a path that serves these operations. */
export function preflightHeaders(origin: string, operations: readonly Operation[]): string[] {
  const listed = operations.some((operation) => readersOf(operation) === 'listed')
  return [
    'Access-Control-Allow-Origin',
    listed ? origin : '*',
    'Access-Control-Allow-Methods',
    operations.map(({ method }) => method.toUpperCase()).join(', '),
    'Access-Control-Allow-Headers',
    listed ? 'Authorization, Content-Type, X-Publishable-Key' : 'Content-Type',
    'Access-Control-Max-Age',
    MAX_AGE,
    'Vary',
    'Origin',
  ]
}

const exposedBy = new WeakMap<Operation, string[]>()

/** A page sees only what is named: the headers that the contract describes. */
function exposed(operation: Operation): string[] {
  let headers = exposedBy.get(operation)
  if (!headers) {
    const names = new Set(operation.responses.flatMap((response) => response.headers))
    headers = ['Access-Control-Expose-Headers', [...names].join(', ')]
    exposedBy.set(operation, headers)
  }
  return headers
}
