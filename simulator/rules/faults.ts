import type { ErrorCode } from '../../spec/generated/errors.ts'

/** Whether the operation was carried out by the time that the answer gets lost. */
export type Moment = 'before' | 'after'

/** What a fault does to a request: exactly one of these. */
export interface Effect {
  error?: ErrorCode
  status?: 502 | 503 | 504
  delay_ms?: number
  hang?: Moment
  reset?: Moment
  truncate?: true
  rate_limit?: true
}

/** Which requests a fault is for; what is left out fits all. */
export interface Target {
  organization: string | null
  /** An operationId, or `*`. */
  operation: string
  match: { path_params?: Record<string, string>; key_id?: string; mode?: string }
}

/** What there is to know of a request that was let in. */
export interface Asked {
  operation: string
  params: Readonly<Record<string, string>>
  organization: string | undefined
  mode: string | undefined
  keyId: string | undefined
}

export const ANY_OPERATION = '*'

/** Whether a request is one that the fault is for. */
export function fits({ organization, operation, match }: Target, asked: Asked): boolean {
  const { path_params = {}, key_id, mode } = match
  return (
    (operation === ANY_OPERATION || operation === asked.operation) &&
    (organization === null || organization === asked.organization) &&
    (key_id === undefined || key_id === asked.keyId) &&
    (mode === undefined || mode === asked.mode) &&
    Object.entries(path_params).every(
      ([name, value]) => Object.hasOwn(asked.params, name) && asked.params[name] === value,
    )
  )
}
