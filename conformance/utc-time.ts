/**
 * The extended format of ISO 8601, which the contract requires of times, in UTC. RFC 3339 also
 * permits `-00:00`. Neither permits `+0000` here, which mixes the basic format in.
 */
const UTC_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|\+00|[+-]00:00)$/

/** Returns a time in milliseconds since the epoch; NaN for anything but an ISO-8601 time in UTC. */
export function utcTimeOf(value: unknown): number {
  const [, local] = (typeof value === 'string' && UTC_TIME.exec(value)) || []
  // `Date.parse` does not know `+00`.
  return local === undefined ? NaN : Date.parse(`${local}Z`)
}

/** Whether a value is an ISO-8601 time in UTC. */
export function isUtcTime(value: unknown): boolean {
  return !Number.isNaN(utcTimeOf(value))
}
