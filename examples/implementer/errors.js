import { randomBytes } from 'node:crypto'

/** Codes of the contract, and those that it leaves to us, with their statuses. */
const STATUSES = {
  validation_error: 422,
  resource_not_found: 404,
  artifact_not_available: 404,
  insufficient_scope: 403,
  rate_limit_exceeded: 429,
  document_unreadable: 422,
  region_mismatch: 409,
  wrong_token_type: 403,
  token_expired: 401,
  authentication_required: 401,
  invalid_api_key: 401,
  payload_too_large: 413,
  unsupported_media_type: 415,
  internal_error: 500,
}

export class ApiError extends Error {
  /** @param headers of the response, in addition to those of its body */
  constructor(code, message, details = {}) {
    super(message)
    Object.assign(this, { code, details, headers: {} })
  }
}

/** Builds the error for an invalid body or query. */
export function invalid(issues, message = 'The request is not valid.') {
  return new ApiError('validation_error', message, { issues })
}

/** Builds the response to a request that ended with an error. */
export function refusal(error) {
  const known = error instanceof ApiError
  if (!known) console.error(error)
  const code = known ? error.code : 'internal_error'
  const url = `https://docs.example.com/errors/${code}`
  return {
    status: STATUSES[code],
    headers: error.headers ?? {},
    body: {
      error: {
        type: url,
        code,
        message: known ? error.message : 'Something went wrong.',
        request_id: `req_${randomBytes(8).toString('hex')}`,
        doc_url: url,
        details: known ? error.details : {},
      },
    },
  }
}
