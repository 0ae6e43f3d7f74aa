import { isMembers, type Json } from '../load/json.ts'

/** Optional rules of a project. All are off by default. */
export interface Policy {
  /** The minimum severity that closes the gate without an entry. */
  readonly failOn: 'breaking' | 'risky'
  /**
   * Permits the removal of parts that are deprecated in the base: at once, or after their
   * `x-sunset`.
   */
  readonly allowRemoval?: 'deprecated' | 'sunset'
  /** Minimum number of days between a deprecation and its `x-sunset`. */
  readonly sunsetDays?: number
  /** Reads `x-stability-level`: `draft` and `alpha` may break, and a level may not be lowered. */
  readonly stability: boolean
  /** Reads `x-extensible-enum` as `x-known-values`. */
  readonly extensibleEnum: boolean
  /** YYYY-MM-DD. */
  readonly today: string
}

export const DEFAULT_POLICY: Policy = {
  failOn: 'breaking',
  stability: false,
  extensibleEnum: false,
  today: '1970-01-01',
}

/** Whether the policy permits the removal of an operation, a parameter or a schema of the base. */
export function permitsRemoval({ allowRemoval, today }: Policy, node: Json | undefined): boolean {
  if (allowRemoval === undefined || !isMembers(node) || node.deprecated !== true) return false
  if (allowRemoval === 'deprecated') return true
  const sunset = sunsetOf(node)
  return sunset !== null && sunset <= today
}

/** The date of `x-sunset` without the time; null if it is missing or invalid. */
export function sunsetOf(node: Json | undefined): string | null {
  const value = isMembers(node) ? node['x-sunset'] : undefined
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  return isDay(day) ? day : null
}

/** Whether a text is a day of the calendar, as YYYY-MM-DD. `Date.parse` accepts 30 February. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
