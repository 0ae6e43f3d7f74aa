/** The states of a verification and their transitions (STA). Pure: no store, no clock. */
export type SessionStatus =
  | 'created'
  | 'in_progress'
  | 'awaiting_review'
  | 'completed'
  | 'cancelled'
  | 'expired'
export type SessionOutcome = 'approved' | 'declined' | null
export type DecisionSource = 'automatic' | 'reviewer'

/** Events of a verification. */
export type Trigger =
  | { type: 'step_submitted' }
  | { type: 'envelope_opened' }
  | { type: 'verdict'; outcome: 'approved' | 'declined'; decisionSource: DecisionSource }
  | { type: 'parked_for_review' }
  | { type: 'cancelled_by_operator' }
  | { type: 'ended_by_applicant' }
  | { type: 'declined_to_sign' }
  | { type: 'consent_withdrawn' }
  | { type: 'lapsed' }

/** Events that do not change the status of a verification. */
export type Alteration =
  | 'step_skipped'
  | 'invitation_resent'
  | 'identity_reverified'
  | 'ceremony_recorded'
  | 'hosted_progress'

export interface SessionState {
  status: SessionStatus
  outcome: SessionOutcome
}

export interface Transition {
  state: SessionState
  /** The event that announces the transition; undefined for submitted steps. */
  event?: string
  /** Present only if a decision exists (EVB). */
  decisionSource?: DecisionSource
}

const OPEN: SessionStatus[] = ['created', 'in_progress']

const ALLOWED: Record<Trigger['type'], SessionStatus[]> = {
  step_submitted: OPEN,
  envelope_opened: OPEN,
  verdict: [...OPEN, 'awaiting_review'],
  parked_for_review: OPEN,
  cancelled_by_operator: OPEN,
  ended_by_applicant: OPEN,
  declined_to_sign: OPEN,
  // Also for an envelope that remains unsigned because an operator skipped its step.
  consent_withdrawn: [...OPEN, 'awaiting_review'],
  lapsed: [...OPEN, 'awaiting_review'],
}

const ALTERABLE: Record<Alteration, SessionStatus[]> = {
  step_skipped: OPEN,
  invitation_resent: OPEN,
  identity_reverified: ['completed'],
  // A session is live until it has ended, also while it waits for its reviewer (CER-018, CER-028).
  ceremony_recorded: [...OPEN, 'awaiting_review'],
  hosted_progress: OPEN,
}

export function isTerminal(status: SessionStatus): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'expired'
}

/** Returns the transition of a trigger from this status; undefined if it is not allowed, which changes nothing. */
export function transition(from: SessionState, trigger: Trigger): Transition | undefined {
  if (!ALLOWED[trigger.type].includes(from.status)) return undefined
  switch (trigger.type) {
    case 'step_submitted':
    // Signing leaves the status unchanged (STA-020), so the signer's first action has to change it.
    case 'envelope_opened':
      return { state: { status: 'in_progress', outcome: null } }
    case 'verdict':
      return {
        state: { status: 'completed', outcome: trigger.outcome },
        event: 'kyc.session.completed',
        decisionSource: trigger.decisionSource,
      }
    case 'parked_for_review':
      return {
        state: { status: 'awaiting_review', outcome: null },
        event: 'kyc.session.manual_review_requested',
      }
    case 'cancelled_by_operator':
      return { state: { status: 'cancelled', outcome: null }, event: 'kyc.session.cancelled' }
    // The applicant ended the session, without a decision by rules or reviewer (EVB, GAP-WITHDRAW-EFFECT).
    case 'ended_by_applicant':
    case 'declined_to_sign':
    case 'consent_withdrawn':
      return { state: { status: 'completed', outcome: 'declined' }, event: 'kyc.session.completed' }
    case 'lapsed':
      return { state: { status: 'expired', outcome: null }, event: 'kyc.session.expired' }
  }
}

/** Like `transition`, but also for changes that keep the status. */
export function follow(
  from: SessionState,
  trigger: Trigger | { type: Alteration },
): Transition | undefined {
  if (!isAlteration(trigger)) return transition(from, trigger)
  const { status, outcome } = from
  return ALTERABLE[trigger.type].includes(status) ? { state: { status, outcome } } : undefined
}

function isAlteration(trigger: Trigger | { type: Alteration }): trigger is { type: Alteration } {
  return Object.hasOwn(ALTERABLE, trigger.type)
}
