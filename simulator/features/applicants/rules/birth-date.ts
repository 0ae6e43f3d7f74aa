import { isDay } from '../../forms/rules/form-rules.ts'

/**
 * Whether a value is a date after a day. The schema reports values that are not dates.
 * @param today an ISO time
 */
export function isDateAfter(value: unknown, today: string): boolean {
  // ISO dates can be compared as text.
  return typeof value === 'string' && isDay(value) && value > today
}
