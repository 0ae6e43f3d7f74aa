/** Verdict of the gate on one change: affected parties, place, reason, and rule of the contract. */

export const SEVERITIES = ['breaking', 'risky', 'safe'] as const
export type Severity = (typeof SEVERITIES)[number]

/** `client` calls the API, `consumer` receives webhooks, `implementer` builds a service that conforms. */
export const AUDIENCES = ['client', 'consumer', 'implementer'] as const
export type Audience = (typeof AUDIENCES)[number]

/** A place in a file of the contract; `side` says in which of the two the line counts. */
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
  /** Id of the requirement that decides; null where the contract has no rule and OpenAPI decides. */
  readonly rule: string | null
  /** Operations, events and tables that feel it, such as `GET /v1/wallet, 200 body: data.status`. */
  readonly places: readonly string[]
}

/** One edit of the contract, however many operations it reaches. */
export interface Change {
  /** The same for the same edit, whatever else changes: kind and eight digits. */
  readonly id: string
  readonly kind: string
  /** The most severe of its effects. */
  readonly severity: Severity
  readonly what: string
  readonly location: Location
  readonly effects: readonly Effect[]
  /** Checks of oasdiff that saw it too. */
  readonly oasdiff: readonly string[]
  /** Event version that the breaking change ships as. */
  readonly newVersion?: string
}

export function worst(severities: Iterable<Severity>): Severity {
  const found = new Set(severities)
  return SEVERITIES.find((severity) => found.has(severity)) ?? 'safe'
}

/** The gate could not judge; the message is the one line that says why. Exit 2. */
export class CouldNotJudge extends Error {}
