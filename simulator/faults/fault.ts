import type { ErrorCode } from '../../spec/generated/errors.ts'

/** Whether the operation runs before the response is lost. */
export type Moment = 'before' | 'after'

/** The effect of a fault: exactly one of these members. */
export interface Effect {
  error?: ErrorCode
  status?: 502 | 503 | 504
  delay_ms?: number
  hang?: Moment
  reset?: Moment
  truncate?: true
  rate_limit?: true
}

/** The requests that a fault matches; omitted members match all. */
export interface Target {
  organization: string | null
  /** An operationId, or `*`. */
  operation: string
  match: { path_params?: Record<string, string>; key_id?: string; mode?: string }
}

/** The properties of an admitted request that faults match on. */
export interface RequestProperties {
  operation: string
  params: Readonly<Record<string, string>>
  organization: string | undefined
  mode: string | undefined
  keyId: string | undefined
}

export const ANY_OPERATION = '*'

/** Returns whether a fault matches a request. */
export function matches(
  { organization, operation, match }: Target,
  asked: RequestProperties,
): boolean {
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
