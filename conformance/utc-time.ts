/**
 * The contract requires ISO 8601 in UTC and names neither the extended nor the basic format. ISO 8601
 * permits a comma before decimals; RFC 3339 permits `-00:00`. No format mixes the two.
 */
const EXTENDED =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|\+00|[+-]00:00)$/
const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)?(?:Z|\+00(?:00)?)$/

/** Returns a time in milliseconds since the epoch; NaN for anything but an ISO-8601 time in UTC. */
export function utcTimeOf(value: unknown): number {
  const parts = typeof value === 'string' && (EXTENDED.exec(value) ?? BASIC.exec(value))
  if (!parts) return NaN
  const [, year, month, day, hour, minute, second = '00', decimals = '0'] = parts
  // `Date.parse` knows one of these forms only.
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${decimals}Z`)
}

/** Whether a value is an ISO-8601 time in UTC. */
export function isUtcTime(value: unknown): boolean {
  return !Number.isNaN(utcTimeOf(value))
}
