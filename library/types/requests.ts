import type { Mode, Region } from '../../spec/generated/wire.ts'

/** Requests to break, and how. */
export interface FaultInput {
  /** Id of the organization whose requests are broken. @default all */
  organization?: string
  /** An operationId of the public API, or `*` for all of them. */
  operation: string
  /** Narrows the requests by path parameters, key or mode. */
  match?: { path_params?: Record<string, string>; key_id?: string; mode?: Mode }
  /** Effect that replaces, precedes or follows the operation (see docs/faults.md). */
  effect:
    | { error: string }
    | { status: 502 | 503 | 504 }
    | { delay_ms: number }
    | { hang: 'before' | 'after' }
    | { reset: 'before' | 'after' }
    | { truncate: true }
    | { rate_limit: true }
  /** How many requests break. @default 1 */
  times?: number
  /** Probability from 0 to 1 with which each request breaks, instead of `times`. */
  probability?: number
}

/** A fault that was set. */
export interface Fault {
  /** Its id, `flt_*`. */
  readonly id: string
  /** Returns the number of requests broken so far. */
  hits(): Promise<number>
  /** Removes the fault and releases the requests that it holds. */
  remove(): Promise<void>
}

/** Selects requests; omitted members match all. */
export interface RequestFilter {
  /** Id of the organization whose credential was used. */
  organization?: string
  /** Mode of the credential. */
  mode?: Mode
  /** An operationId of the public API, such as `createSession`. */
  operation?: string
  /** HTTP status of the response. */
  status?: number
}

/** A request of the public API and its response. Keys, tokens and images are removed. */
export interface RecordedRequest {
  /** Time of arrival: ISO 8601, by the simulated clock. */
  at: string
  /** Id of the organization; null without a valid credential. */
  organization: string | null
  /** Mode of the credential; null without a valid one. */
  mode: Mode | null
  /** Region that was called; null for a path without an operation. */
  region: Region | null
  /** Id of the secret key, if one was used. */
  key_id: string | null
  /** operationId; null for a path or method without an operation. */
  operation: string | null
  /** HTTP method. */
  method: string
  /** Path without the query. */
  path: string
  /** Query parameters; unknown ones without their values. */
  query: Record<string, unknown>
  /** Some header fields by lower-case name, such as `user-agent`. */
  headers: Record<string, string>
  /** HTTP status; null when the caller got no response. */
  status: number | null
  /** Part of the response that was sent. */
  answered: 'whole' | 'part' | 'none'
  /** `X-Request-Id` of the response. */
  request_id: string | null
  /** Milliseconds of real time from the head of the request to the response. */
  duration_ms: number
  /** Error code of an error response. */
  error_code: string | null
  /** Id of the fault that broke the request. */
  fault_id: string | null
  /** `X-Simulator-Warning` of the response. */
  warning: string | null
  /** Body of the request. */
  request: RecordedBody
  /** Body of the response. */
  response: RecordedBody
}

/** A recorded body. */
export interface RecordedBody {
  /** Its media type. */
  content_type: string | null
  /** Its length in bytes; null if unknown. */
  bytes: number | null
  /** The parsed JSON; null for other content, text if it was truncated. */
  body: unknown
  /** Whether `body` was truncated at 16,000 characters. */
  truncated: boolean
}
