import { type ErrorCode, errors } from '../../spec/generated/errors.ts'

/** An error of the contract's table: thrown anywhere below the HTTP layer, answered in the envelope by it (ENV). */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>

  /** @param message what to do next, for the caller; by default the table's */
  constructor(code: ErrorCode, details: Record<string, unknown> = {}, message: string = errors[code].message) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.details = details
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
