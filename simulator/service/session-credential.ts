import type { Mode, Organization } from '../store/world.ts'

/** Whose data a call is about. */
export interface Owner {
  readonly organization: Organization
  readonly mode: Mode
  /** The owner of all that the call can see. */
  readonly scope: string
}

/** A token of the SDK data plane that was recognized: it reaches one session and nothing else (TOK-004, AUT-014). */
export interface SessionCredential extends Owner {
  readonly sessionId: string
}
