import { type ErrorCode, errors } from '../../spec/generated/errors.ts'

/**
 * An error of the contract's error table. Code below the HTTP layer throws it; the HTTP layer sends
 * it as an error body (ENV). It has no stack trace: capturing one costs more than the rest of a
 * refusal.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>

  /** @param message says what the caller should do next; default: the text of the error table */
  constructor(
    code: ErrorCode,
    details: Record<string, unknown> = {},
    message: string = errors[code].message,
  ) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.details = details
  }

  override get name(): string {
    return 'ApiError'
  }

  get status(): number {
    return errors[this.code].status
  }
}

/** The store cannot be reached, or was replaced; nothing was changed (GAP-STORE-UNAVAILABLE). */
export class Unavailable extends ApiError {
  constructor(
    message: string = 'The store cannot be reached: send the request again in a moment.',
  ) {
    super('internal_error', {}, message)
  }

  override get status(): number {
    return 503
  }
}

/** A connection was closed because its client does not read. */
export class ConnectionCut extends Error {
  override name = 'ConnectionCut'
}

export interface Issue {
  code: string
  path: (string | number)[]
  message: string
  /** Unknown keys (code `unrecognized_keys`). */
  keys?: string[]
  /** The property whose value violates a rule. */
  param?: string
}

/** Returns a 422 that lists every problem of the request (VAL). */
export function validationError(issues: Issue[]): ApiError {
  return new ApiError('validation_error', { issues })
}
