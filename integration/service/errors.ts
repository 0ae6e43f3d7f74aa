import { randomBytes } from 'node:crypto'

/** Builds an error response of the contract. */
export interface ServiceError {
  status: number
  headers: Record<string, string>
  body: { error: Record<string, unknown> }
}

const DOCS = 'https://docs.verification.example/errors'

export function serviceError(
  status: number,
  code: string,
  message: string,
  details: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): ServiceError {
  const url = `${DOCS}/${code}`
  return {
    status,
    headers,
    body: {
      error: {
        type: url,
        code,
        message,
        request_id: `req_${randomBytes(12).toString('hex')}`,
        doc_url: url,
        details,
      },
    },
  }
}

const WINDOW_SECONDS = 60
const LIMIT = 60

/** A 429 whose window ends at the given time, with the headers of the simulator. @param resetAt epoch seconds */
export function rateLimited(routeClass: string, resetAt: number): ServiceError {
  return serviceError(
    429,
    'rate_limit_exceeded',
    'Too many requests of this class. Wait until reset_at.',
    {
      reset_at: resetAt,
      limit: LIMIT,
      window_seconds: WINDOW_SECONDS,
      route_class: routeClass,
      tier: 'standard',
    },
    {
      'X-RateLimit-Limit': String(LIMIT),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(resetAt),
      'X-RateLimit-Window': String(WINDOW_SECONDS),
      'Retry-After': String(Math.max(1, Math.ceil(resetAt - Date.now() / 1000))),
    },
  )
}
