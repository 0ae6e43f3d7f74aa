import { isDate } from 'node:util/types'

const ISO_8601 = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i

/** Reads a Date or an ISO 8601 time. @returns undefined when it is not a time */
export function momentOf(value: unknown): Date | undefined {
  if (!isDate(value) && typeof value !== 'string') return undefined
  if (typeof value === 'string' && !isDay(ISO_8601.exec(value)?.[1])) return undefined
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** Whether the date exists: `Date` reads 30 February as a day in March. */
function isDay(text: string | undefined): boolean {
  const day = new Date(text ?? NaN)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text!)
}
