/** Codes of the SDK; all other codes are from the service's error table. */
export type SdkErrorCode =
  | 'invalid_options'
  | 'invalid_publishable_key'
  | 'network_error'
  | 'submit_timeout'
  | 'token_expired'
  | 'token_unavailable'
  | 'unexpected_response'
  | 'unmounted'

/** A problem with one field of a submission, as the service reports it. */
export interface Issue {
  code: string
  path: (string | number)[]
  message: string
}

interface Origin {
  /** HTTP status, if the service answered. */
  status?: number
  /** `req_…`, for support requests. */
  requestId?: string
  details?: Record<string, unknown>
  cause?: unknown
}

/** A request that was refused or could not be sent. */
export class VskitError extends Error {
  /** One of the service's error codes, or one of `SdkErrorCode`. */
  readonly code: SdkErrorCode | (string & {})
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly details: Record<string, unknown>

  constructor(
    code: SdkErrorCode | (string & {}),
    message: string,
    { status, requestId, details, cause }: Origin = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'VskitError'
    this.code = code
    this.status = status
    this.requestId = requestId
    this.details = details ?? {}
  }

  /** The problems of a `validation_error`, one entry for each field. */
  get issues(): Issue[] {
    return (this.details.issues as Issue[] | undefined) ?? []
  }
}
