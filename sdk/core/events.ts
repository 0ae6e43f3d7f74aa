import type { SdkSession } from '../../spec/generated/wire.ts'
import type { VskitError } from './errors.ts'

/** A state of the signing frame of one step. */
export type SigningStatus = 'sent' | 'signed' | 'sealed' | 'declined' | 'withdrawn'

/**
 * Argument of `onEvent`. The contract defines only `token_expired`; the other payloads are the
 * kit's choice (GAP-SDK-EVENTS). New types may be added: ignore unknown ones.
 */
export type SdkEvent =
  /** The session of the token is loaded. */
  | { type: 'ready'; session: SdkSession }
  /** The mounted page shows a step. */
  | { type: 'step_shown'; stepId: string; stepType: string }
  | { type: 'step_submitted'; stepId: string; session: SdkSession }
  /** The signing frame shows another state. */
  | { type: 'signing'; stepId: string; status: SigningStatus }
  /**
   * Nothing is left to do for the applicant. The event carries no result: ask for that on your
   * backend. `session.id` is empty if the page was opened after the end and got no token: only a
   * loaded session has its id (GAP-SDK-SESSION-ID). Your backend knows it, since it minted the token.
   */
  | { type: 'finished'; session: SdkSession }
  /** The service limits the rate (429): the request is repeated after so many seconds. */
  | { type: 'waiting'; seconds: number }
  /** A request failed. `code` is `token_expired` once a request was refused with 401 twice (REF-008). */
  | { type: 'error'; code: VskitError['code']; message: string; error: VskitError }

/** Called with each event of the SDK. */
export type OnEvent = (event: SdkEvent) => void
