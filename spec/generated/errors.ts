// Made by spec/generate.ts. Change the YAML, then run it again.

export interface ErrorEntry {
  readonly code: string
  readonly status: number
  readonly retryable: 'no' | 'after_top_up' | 'after_restart' | 'after_reset' | 'safe'
  readonly title: string
  /** Text of the envelope when the server has nothing more exact to say. */
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
    "when": "The body or the query does not fit the schema, the JSON cannot be parsed, or a rule across fields is broken. Every problem is listed at once.",
    "source": "contract"
  },
  "resource_not_found": {
    "code": "resource_not_found",
    "status": 404,
    "retryable": "no",
    "title": "Nothing here for this key",
    "message": "No such resource.",
    "when": "The id is unknown, malformed, or belongs to another organization, region or mode; or the artifact type is never served. All of them answer alike, so that nobody learns which ids exist.",
    "source": "contract"
  },
  "artifact_not_available": {
    "code": "artifact_not_available",
    "status": 404,
    "retryable": "no",
    "title": "No image stored",
    "message": "Nothing is stored for this artifact.",
    "when": "The key may read the session and the artifact type is served, but the run kept no such image (older run, no usable face, step not reached, or erased).",
    "source": "contract"
  },
  "insufficient_scope": {
    "code": "insufficient_scope",
    "status": 403,
    "retryable": "no",
    "title": "Scope missing",
    "message": "The API key lacks a scope that this operation needs; see details.required_scopes.",
    "when": "The key is valid but was not granted every scope of the operation. Judged before the look-up, so it says nothing about the id.",
    "source": "contract"
  },
  "payment_required": {
    "code": "payment_required",
    "status": 402,
    "retryable": "after_top_up",
    "title": "Wallet cannot pay",
    "message": "The wallet is empty, locked or missing; top it up and try again.",
    "when": "A live-mode account whose wallet balance is too low, locked or absent. Never in test mode, which has no wallet.",
    "source": "contract"
  },
  "subscription_required": {
    "code": "subscription_required",
    "status": 403,
    "retryable": "after_restart",
    "title": "Plan not running",
    "message": "The subscription is not active; restart the plan and try again.",
    "when": "A live-mode plan that was canceled, or whose payment is overdue beyond the grace period.",
    "source": "contract"
  },
  "rate_limit_exceeded": {
    "code": "rate_limit_exceeded",
    "status": 429,
    "retryable": "after_reset",
    "title": "Too many requests",
    "message": "The request budget of this window is used up; wait until details.reset_at.",
    "when": "The key used up its budget for the route class, or the address used up its budget before authentication.",
    "source": "contract"
  },
  "document_unreadable": {
    "code": "document_unreadable",
    "status": 422,
    "retryable": "no",
    "title": "Document could not be read",
    "message": "No identity document could be read from the upload.",
    "when": "The standalone scan found no readable document; in test mode both `fail` and `doc_quality` end here and look the same. details.mode names the mode.",
    "source": "contract"
  },
  "region_mismatch": {
    "code": "region_mismatch",
    "status": 409,
    "retryable": "no",
    "title": "Key of another region",
    "message": "This API key belongs to another region; send the request to that region's base URL.",
    "when": "The region in the key differs from the region of the endpoint.",
    "source": "contract",
    "gap": "GAP-ERROR-STATUSES"
  },
  "origin_not_allowed": {
    "code": "origin_not_allowed",
    "status": 403,
    "retryable": "no",
    "title": "Origin not on the list",
    "message": "This page's origin is not on the allowed origins of the publishable key.",
    "when": "A browser presents a publishable key from an origin that the key does not list.",
    "source": "contract",
    "gap": "GAP-ERROR-STATUSES"
  },
  "token_expired": {
    "code": "token_expired",
    "status": 401,
    "retryable": "no",
    "title": "Token no longer valid",
    "message": "The token has expired or was never issued here; mint a new one.",
    "when": "A browser token or client token is past its lifetime, revoked or unknown. The SDK mints once more before it reports the code to the page.",
    "source": "contract",
    "gap": "GAP-ERROR-STATUSES"
  },
  "wrong_token_type": {
    "code": "wrong_token_type",
    "status": 403,
    "retryable": "no",
    "title": "Wrong kind of credential",
    "message": "This operation does not take this kind of credential.",
    "when": "A publishable key, browser token or client token arrives where a secret key belongs, or the other way round.",
    "source": "contract",
    "gap": "GAP-ERROR-STATUSES"
  },
  "name_components_required": {
    "code": "name_components_required",
    "status": 422,
    "retryable": "no",
    "title": "Name must come in parts",
    "message": "This session runs a background check; send familyName and givenNames, not legalName alone.",
    "when": "The SDK submits only `legalName` on a session that runs a background check.",
    "source": "contract",
    "gap": "GAP-ERROR-STATUSES"
  },
  "authentication_required": {
    "code": "authentication_required",
    "status": 401,
    "retryable": "no",
    "title": "No credential",
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
    "when": "The credential looks like an API key, but no living key matches it.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "session_already_completed": {
    "code": "session_already_completed",
    "status": 409,
    "retryable": "no",
    "title": "Session is over",
    "message": "The session has ended; it can no longer be changed.",
    "when": "A change is asked of a session that is completed, cancelled or expired.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "step_already_submitted": {
    "code": "step_already_submitted",
    "status": 409,
    "retryable": "no",
    "title": "Step is done",
    "message": "This step has already been submitted or skipped.",
    "when": "A step that is no longer open is submitted or skipped. Kept apart from session_already_completed, since the session itself still runs.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "consent_required": {
    "code": "consent_required",
    "status": 409,
    "retryable": "no",
    "title": "Consent comes first",
    "message": "The consent disclosure has not been accepted yet; show it to the signer and accept it, then sign.",
    "when": "A signature is sent before the disclosure about electronic records was accepted. Details name the version that is in force. Nothing is wrong with the input, so it is no validation error.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "reverification_limit_reached": {
    "code": "reverification_limit_reached",
    "status": 409,
    "retryable": "no",
    "title": "No re-verification left",
    "message": "The identity step of this session was re-verified as often as is allowed.",
    "when": "The console asks for one more re-verification than the limit.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES",
    "outside_operations": "Re-verification is a console action; the public surface has no operation for it."
  },
  "role_not_allowed": {
    "code": "role_not_allowed",
    "status": 403,
    "retryable": "no",
    "title": "Not for this role",
    "message": "The member's role may not do this; details.allowed_roles lists the roles that may.",
    "when": "The console is asked, in the name of a member, for something that another role is needed for.",
    "source": "choice",
    "gap": "GAP-CONSOLE-ACTIONS",
    "outside_operations": "Members act in the console; callers of the public surface are keys and have no role."
  },
  "illegal_transition": {
    "code": "illegal_transition",
    "status": 409,
    "retryable": "no",
    "title": "Not possible in this state",
    "message": "This session's status does not allow that; nothing was changed.",
    "when": "A session that has not ended is asked for what its status does not allow, such as cancelling one that waits for its reviewer. Details name the status.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "malformed_request": {
    "code": "malformed_request",
    "status": 400,
    "retryable": "no",
    "title": "Not HTTP",
    "message": "The request is not well-formed HTTP.",
    "when": "The request line, the headers or the framing cannot be parsed, so no route is reached.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES",
    "outside_operations": "It is answered before any operation is known."
  },
  "method_not_allowed": {
    "code": "method_not_allowed",
    "status": 405,
    "retryable": "no",
    "title": "Method not served",
    "message": "The path exists but does not serve this method; see the Allow header.",
    "when": "A known path is called with a method that it does not have.",
    "source": "choice",
    "gap": "GAP-METHODS",
    "outside_operations": "No operation was reached; the path alone matched."
  },
  "payload_too_large": {
    "code": "payload_too_large",
    "status": 413,
    "retryable": "no",
    "title": "Body too large",
    "message": "The request body is larger than this operation takes.",
    "when": "A body or an uploaded image exceeds its limit, or its size cannot be told.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "unsupported_media_type": {
    "code": "unsupported_media_type",
    "status": 415,
    "retryable": "no",
    "title": "Media type not taken",
    "message": "The request body has a media type that this operation does not take.",
    "when": "The Content-Type is missing or is not the one that the operation declares.",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  },
  "internal_error": {
    "code": "internal_error",
    "status": 500,
    "retryable": "safe",
    "title": "Our fault",
    "message": "Something broke on our side; quote the request id.",
    "when": "An unexpected failure. Nothing was changed, or the change is complete; the same request may be sent again. With status 503 while the database of a shared simulator is out of reach, and where a snapshot was restored meanwhile (GAP-STORE-UNAVAILABLE).",
    "source": "choice",
    "gap": "GAP-FURTHER-CODES"
  }
} as const satisfies Readonly<Record<string, ErrorEntry>>

export type ErrorCode = keyof typeof errors
