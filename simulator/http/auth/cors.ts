import type { Operation } from '../../../spec/contract.ts'

/**
 * Returns which origins may read an operation's responses (GAP-CORS). Without a credential: all.
 * With an SDK token: those that a publishable key lists. With a secret key: none, because pages
 * must not have secret keys.
 */
export function allowedOrigins({
  security,
}: Pick<Operation, 'security'>): 'anybody' | 'listed' | 'nobody' {
  if (security.length === 0) return 'anybody'
  return security.some((alternative) => alternative.includes('secretKey')) ? 'nobody' : 'listed'
}

/** Returns headers that let every origin read the response. */
export function headersForAnyOrigin(operation: Operation): string[] {
  return ['Access-Control-Allow-Origin', '*', ...exposed(operation)]
}

/**
 * Returns headers that let this origin read the response; without an origin, none. `Vary` makes
 * caches store one response per origin.
 */
export function headersForOrigin(origin: string | undefined, operation: Operation): string[] {
  if (origin === undefined) return ['Vary', 'Origin']
  return ['Access-Control-Allow-Origin', origin, 'Vary', 'Origin', ...exposed(operation)]
}

/** Whether a request is a CORS preflight. */
export function isPreflight(method: string, headers: Record<string, unknown>): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}

/**
 * Seconds for which a browser caches a preflight. The request itself checks the origin again, so a
 * removed origin is refused at once.
 */
const MAX_AGE = '600'

/** Returns the headers of the response to a preflight for a path with these operations. */
export function preflightHeaders(origin: string, operations: readonly Operation[]): string[] {
  const listed = operations.some((operation) => allowedOrigins(operation) === 'listed')
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

/** Exposes the headers that the contract describes: a page can read no others. */
function exposed(operation: Operation): string[] {
  let headers = exposedBy.get(operation)
  if (!headers) {
    const names = new Set(operation.responses.flatMap((response) => response.headers))
    headers = ['Access-Control-Expose-Headers', [...names].join(', ')]
    exposedBy.set(operation, headers)
  }
  return headers
}
