import type { Mode, Region } from '../../spec/generated/wire.ts'

export interface FaultInput {
  /** Organization whose requests are broken. @default all */
  organization?: string
  /** An operationId of the public API, or `*` for all of them. */
  operation: string
  match?: { path_params?: Record<string, string>; key_id?: string; mode?: Mode }
  effect:
    | { error: string }
    | { status: 502 | 503 | 504 }
    | { delay_ms: number }
    | { hang: 'before' | 'after' }
    | { reset: 'before' | 'after' }
    | { truncate: true }
    | { rate_limit: true }
  /** How many requests are broken. @default 1 */
  times?: number
  /** How likely each request is broken, instead of `times`. */
  probability?: number
}

export interface Fault {
  readonly id: string
  /** How many requests it has broken so far. */
  hits(): Promise<number>
  remove(): Promise<void>
}

export interface RequestFilter {
  organization?: string
  mode?: Mode
  /** An operationId of the public API, such as `createSession`. */
  operation?: string
  status?: number
}

export interface RecordedRequest {
  at: string
  organization: string | null
  mode: Mode | null
  region: Region | null
  key_id: string | null
  operation: string | null
  method: string
  path: string
  query: Record<string, unknown>
  headers: Record<string, string>
  /** Null when the caller got no answer. */
  status: number | null
  answered: 'whole' | 'part' | 'none'
  request_id: string | null
  duration_ms: number
  error_code: string | null
  fault_id: string | null
  request: RecordedBody
  response: RecordedBody
}

export interface RecordedBody {
  content_type: string | null
  bytes: number | null
  body: unknown
  truncated: boolean
}
