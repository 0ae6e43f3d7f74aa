/** Verdict of the gate on one change: affected parties, place, reason, and rule of the contract. */

export const SEVERITIES = ['breaking', 'risky', 'safe'] as const
export type Severity = (typeof SEVERITIES)[number]

/** `client` calls the API, `consumer` receives webhooks, `implementer` builds a service that conforms. */
export const AUDIENCES = ['client', 'consumer', 'implementer'] as const
export type Audience = (typeof AUDIENCES)[number]

/** A place in a file of the contract; `side` says to which contract the line belongs. */
export interface Location {
  readonly file: string
  /** JSON pointer. */
  readonly pointer: string
  readonly side: 'base' | 'head'
}

export interface Effect {
  readonly audience: Audience
  readonly severity: Severity
  readonly reason: string
  /** Id of the deciding requirement; null if the contract has no rule and OpenAPI decides. */
  readonly rule: string | null
  /**
   * Affected operations, events and tables, such as `GET /v1/wallet, 200 body: data.status`. After 100,000 characters
   * only the names of further operations and events, and fewer if all lists together are too long.
   */
  readonly places: readonly string[]
}

/** One edit of the contract, with all operations that it affects. */
export interface Change {
  /** Kind and eight digits; the same for the same edit, independent of other changes. */
  readonly id: string
  readonly kind: string
  /** The most severe of its effects. */
  readonly severity: Severity
  readonly what: string
  readonly location: Location
  readonly effects: readonly Effect[]
  /** Checks of oasdiff that found it too. */
  readonly oasdiff: readonly string[]
  /** Set if the changes are in so many places that only some are listed. */
  readonly mayHaveMorePlaces?: boolean
  /** Event version that the breaking change ships as. */
  readonly newVersion?: string
}

export function worst(severities: Iterable<Severity>): Severity {
  const found = new Set(severities)
  return SEVERITIES.find((severity) => found.has(severity)) ?? 'safe'
}

/** The gate could not run; the message is one line with the reason. Exit code 2. */
export class GateError extends Error {}
