import type { ApiKey, Mode, Organization } from '../world/world.ts'

/** The owner of the data that a call concerns. */
export interface Owner {
  readonly organization: Organization
  readonly mode: Mode
  /** The scope that owns all data visible to the call. */
  readonly scope: string
}

/** An authenticated SDK token: it gives access to one session only (TOK-004, AUT-014). */
export interface SessionCredential extends Owner {
  readonly sessionId: string
  /** The publishable key that the page sent, if any. */
  readonly publishableKey?: ApiKey
}
