import type { Ports } from '../ports.ts'
import { type CheckOutcome, syntheticOutcome, verdictOf } from '../rules/synthetic.ts'
import type { Change } from '../store/records.ts'
import { captureIdentity } from './capture.ts'
import type { IdentityRun, SessionRecord, StepRecord } from './session-record.ts'
import { move } from './transitions.ts'

/** What the applicant does, as a whole: submits every step, ends the verification, or leaves it half-done. */
export type JourneyAction = 'submit' | 'end' | 'abandon'

/**
 * Acts as the applicant of a session.
 * @throws {ApiError} resource_not_found, session_already_completed, illegal_transition
 */
export function travel(ports: Ports, scope: string, id: string, now: number, action: JourneyAction,
  acquisition: IdentityRun['capture_acquisition']): Promise<SessionRecord> {
  return move(ports, scope, id, now, (session) => {
    switch (action) {
      case 'submit': return submitAll(session, scope, acquisition)
      case 'end': return { session, trigger: { type: 'ended_by_applicant' } }
      case 'abandon': return { session, trigger: { type: 'step_submitted' } }
    }
  })
}

function submitAll(session: SessionRecord, scope: string, acquisition: IdentityRun['capture_acquisition']) {
  let idv = session.idv
  const changes: Change[] = []
  const steps = session.steps.map((step): StepRecord => {
    if (step.status === 'submitted') return step
    if (step.type === 'id_verification') {
      const captured = captureIdentity(session, step, scope, acquisition)
      idv = captured.run
      changes.push(...captured.changes)
    }
    return { ...step, status: 'submitted', outcome: syntheticOutcome(step.type, session.expected_outcome ?? 'pass') }
  })
  const outcomes = steps.map(({ outcome }) => outcome).filter((outcome): outcome is CheckOutcome => outcome !== undefined)
  const verdict = verdictOf(outcomes)
  const changed: SessionRecord = { ...session, steps, ...(idv && { idv }) }
  return {
    session: changed,
    changes,
    trigger: verdict.status === 'awaiting_review'
      ? { type: 'parked_for_review' as const }
      : { type: 'verdict' as const, outcome: verdict.outcome, decisionSource: verdict.decisionSource },
  }
}
