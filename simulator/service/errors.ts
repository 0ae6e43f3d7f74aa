import { type ErrorCode, errors } from '../../spec/generated/errors.ts'

/**
 * An error of the contract's table: thrown anywhere below the HTTP layer, answered in the envelope by it (ENV). It has no
 * stack trace: to take one costs more than the rest of a refusal, and whoever reads the answer has no use for it.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>

  /** @param message what to do next, for the caller; by default the table's */
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

export interface Issue {
  code: string
  path: (string | number)[]
  message: string
  /** The keys that are not known here (code `unrecognized_keys`). */
  keys?: string[]
  /** The property whose value broke a rule. */
  param?: string
}

/** 422 with every problem of the request (VAL). */
export function validationError(issues: Issue[]): ApiError {
  return new ApiError('validation_error', { issues })
}
