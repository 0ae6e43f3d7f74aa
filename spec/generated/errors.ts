// Made by spec/generate.ts. Change the YAML, then run it again.

export interface ErrorEntry {
  readonly code: string
  readonly status: number
  readonly retryable: 'no' | 'after_top_up' | 'after_restart' | 'after_reset' | 'safe'
  readonly title: string
  /** Default message of the error body. */
  readonly message: string
  readonly when: string
  readonly source: 'contract' | 'choice'
  readonly gap?: string
  /** Why no operation lists the code. */
  readonly outside_operations?: string
}

export const errors = {
  "validation_error": {
    "code": "validation_error",
    "status": 422,
    "retryable": "no",
    "title": "Input not accepted",
    "message": "The request has fields or values that are not accepted; see details.issues.",
    "when": "The body or query does not match the schema, the JSON is invalid, or a rule across fields is broken. `details.issues` lists every problem.",
    "source": "contract"
  },
  "resource_not_found": {
    "code": "resource_not_found",
    "status": 404,
    "retryable": "no",
    "title": "Resource not visible to the key",
    "message": "No such resource.",
    "when": "The id is unknown, malformed, or belongs to another organization, region or mode. Also for an artifact type that is never served. All cases return the same response, so that callers cannot discover which ids exist.",
    "source": "contract"
  },
  "artifact_not_available": {
    "code": "artifact_not_available",
    "status": 404,
    "retryable": "no",
    "title": "No image stored",
    "message": "No image is stored for this artifact.",
    "when": "The key may read the session and the artifact type is served, but no image is stored. Possible causes: an older run, no usable face, a step not reached, or erasure.",
    "source": "contract"
  },
  "insufficient_scope": {
    "code": "insufficient_scope",
    "status": 403,
    "retryable": "no",
    "title": "Missing scope",
    "message": "The API key lacks a scope that this operation needs; see details.required_scopes.",
    "when": "The key is valid but lacks a scope of the operation. This check runs before the id lookup, so the response reveals nothing about the id.",
    "source": "contract"
  },
  "payment_required": {
    "code": "payment_required",
    "status": 402,
    "retryable": "after_top_up",
    "title": "Wallet balance unavailable",
    "message": "The wallet is empty, locked or missing; top it up and try again.",
    "when": "Live mode: the wallet balance is too low, or the wallet is locked or missing. Test mode has no wallet and never returns this code.",
    "source": "contract"
  },
  "subscription_required": {
    "code": "subscription_required",
    "status": 403,
    "retryable": "after_restart",
    "title": "Plan not active",
    "message": "The subscription is not active; restart the plan and try again.",
    "when": "Live mode: the plan was canceled, or its payment is overdue beyond the grace period.",
    "source": "contract"
  },
  "rate_limit_exceeded": {
    "code": "rate_limit_exceeded",
    "status": 429,
    "retryable": "after_reset",
    "title": "Too many requests",
    "message": "The request budget of this window is used up; wait until details.reset_at.",
    "when": "The key reached the limit of the route class, or the IP address reached the limit before authentication.",
    "source": "contract"
  },
  "document_unreadable": {
    "code": "document_unreadable",
    "status": 422,
    "retryable": "no",
    "title": "Document not readable",
    "message": "No identity document could be read from the upload.",
    "when": "The standalone scan found no readable document. In test mode, `fail` and `doc_quality` both return this code, with identical responses. `details.mode` is the mode.",
    "source": "contract"
  },
  "region_mismatch": {
    "code": "region_mismatch",
    "status": 409,
    "retryable": "no",
    "title": "Key belongs to another region",
    "message": "This API key belongs to another region; send the request to that region's base URL.",
    "when": "The region in the key differs from the region of the endpoint.",
    "source": "contract",
    "gap": "GAP-ERROR-STATUSES"
  },
  "origin_not_allowed": {
    "code": "origin_not_allowed",
    "status": 403,
    "retryable": "no",
    "title": "Origin not allowed",
    "message": "The origin of this page is not in the allowed origins of the publishable key.",
    "when": "A browser sends a publishable key from an origin that is not in the key's list.",
    "source": "contract",
    "gap": "GAP-ERROR-STATUSES"
  },
  "token_expired": {
    "code": "token_expired",
    "status": 401,
    "retryable": "no",
    "title": "Token no longer valid",
    "message": "The token has expired, was revoked or is unknown; mint a new one.",
    "when": "A browser token or client token has expired, was revoked or is unknown. The SDK mints a new token and retries once before it reports this code to the page.",
    "source": "contract",
    "gap": "GAP-ERROR-STATUSES"
  },
  "wrong_token_type": {
    "code": "wrong_token_type",
    "status": 403,
    "retryable": "no",
    "title": "Wrong type of credential",
    "message": "This operation does not accept this type of credential.",
    "when": "The operation requires a secret key and gets a publishable key, browser token or client token, or the reverse.",
    "source": "contract",
    "gap": "GAP-ERROR-STATUSES"
  },
  "name_components_required": {
    "code": "name_components_required",
    "status": 422,
    "retryable": "no",
    "title": "Name components required",
    "message": "This session runs a background check; send familyName and givenNames, not legalName alone.",
    "when": "The SDK submits only `legalName` on a session that runs a background check.",
    "source": "contract",
    "gap": "GAP-ERROR-STATUSES"
  },
  "authentication_required": {
    "code": "authentication_required",
    "status": 401,
    "retryable": "no",
    "title": "Credential missing",
    "message": "Send the credential as a bearer token in the Authorization header.",
    "when": "The Authorization header is missing or is not a bearer credential.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "invalid_api_key": {
    "code": "invalid_api_key",
    "status": 401,
    "retryable": "no",
    "title": "Unknown API key",
    "message": "This API key is malformed, unknown or revoked.",
    "when": "The credential has the form of an API key but matches no active key: it is malformed, unknown or revoked.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "session_already_completed": {
    "code": "session_already_completed",
    "status": 409,
    "retryable": "no",
    "title": "Session already ended",
    "message": "The session has ended; it can no longer be changed.",
    "when": "The request would change a session that is completed, cancelled or expired.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "step_already_submitted": {
    "code": "step_already_submitted",
    "status": 409,
    "retryable": "no",
    "title": "Step already submitted",
    "message": "This step has already been submitted or skipped.",
    "when": "The request submits or skips a step that was already submitted or skipped. The code differs from `session_already_completed` because the session is still active.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "consent_required": {
    "code": "consent_required",
    "status": 409,
    "retryable": "no",
    "title": "Consent required",
    "message": "The signer has not accepted the consent disclosure; show it, accept it, then sign.",
    "when": "The request signs before the electronic-records disclosure was accepted. `details.disclosure_version` is the current version. The code is not `validation_error`, because the input is valid.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "reverification_limit_reached": {
    "code": "reverification_limit_reached",
    "status": 409,
    "retryable": "no",
    "title": "Re-verification limit reached",
    "message": "This session has reached its limit of identity re-verifications.",
    "when": "A console user starts a re-verification of a session that has reached the limit.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES",
    "outside_operations": "Re-verification is a console action. The public API has no operation for it."
  },
  "role_not_allowed": {
    "code": "role_not_allowed",
    "status": 403,
    "retryable": "no",
    "title": "Role not allowed",
    "message": "The member's role may not do this; details.allowed_roles lists the roles that may.",
    "when": "A console action runs as a member whose role does not allow it.",
    "source": "choice",
    "gap": "GAP-CONSOLE-ACTIONS",
    "outside_operations": "Members act in the console. Callers of the public API are keys, which have no role."
  },
  "illegal_transition": {
    "code": "illegal_transition",
    "status": 409,
    "retryable": "no",
    "title": "Status does not allow the operation",
    "message": "The status of this session does not allow this operation; nothing was changed.",
    "when": "The session is active, but its status does not allow the operation. Example: cancelling a session that awaits review. `details.status` is the status.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "malformed_request": {
    "code": "malformed_request",
    "status": 400,
    "retryable": "no",
    "title": "Malformed HTTP",
    "message": "The request is not well-formed HTTP.",
    "when": "The request line, headers or framing cannot be parsed, so no route is reached.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES",
    "outside_operations": "The error occurs before the operation is known."
  },
  "method_not_allowed": {
    "code": "method_not_allowed",
    "status": 405,
    "retryable": "no",
    "title": "Method not allowed",
    "message": "This path does not support this method; see the Allow header.",
    "when": "The path exists, but has no operation for the method.",
    "source": "choice",
    "gap": "GAP-METHODS",
    "outside_operations": "Only the path matched; no operation was reached."
  },
  "payload_too_large": {
    "code": "payload_too_large",
    "status": 413,
    "retryable": "no",
    "title": "Body too large",
    "message": "The request body is larger than this operation accepts.",
    "when": "The body or an uploaded image exceeds its limit, or the size of the body cannot be determined.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "unsupported_media_type": {
    "code": "unsupported_media_type",
    "status": 415,
    "retryable": "no",
    "title": "Unsupported media type",
    "message": "The media type of the request body is not one that this operation accepts.",
    "when": "The Content-Type header is missing or names a media type that the operation does not declare.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "internal_error": {
    "code": "internal_error",
    "status": 500,
    "retryable": "safe",
    "title": "Internal error",
    "message": "Internal error; quote the request id when you report it.",
    "when": "An unexpected failure. The change was not made, or is complete, so the request can be retried. The status is 503 if the database of a shared simulator is unreachable, or if a snapshot was restored during the request (GAP-STORE-UNAVAILABLE).",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  }
} as const satisfies Readonly<Record<string, ErrorEntry>>

export type ErrorCode = keyof typeof errors
