import type { Ports } from '../../ports.ts'
import { isTerminal } from '../sessions/rules/lifecycle.ts'
import { ApiError } from '../../call/errors.ts'
import type { Change } from '../../store/records.ts'
import { type Ceremony, ceremonyChanges, heldCeremony } from './ceremony-state.ts'
import { type Signer, newEnvelope } from './envelope-opening.ts'
import { RETENTION_LANE, retention } from './envelope-retention.ts'
import type { SessionRecord, StepRecord } from '../sessions/session-record.ts'
import { openStep, withStep } from '../sessions/steps.ts'
import type { Effect } from '../sessions/transitions.ts'

/** A signer who has stepped before the documents of one step. */
export interface Entered {
  session: SessionRecord
  step: StepRecord
  ceremony: Ceremony
  /** Further ones, those of an envelope that was made just now among them. */
  changes: Change[]
}

/** Actions of a signer, each an effect on the session. The session's version guards the envelope, too. */
export type Act = (
  ports: Ports,
  signer: Signer,
  session: SessionRecord,
  stepId: string,
) => Promise<Effect>

/** The envelope of a step, made if nobody has opened it before. @throws {ApiError} */
export async function enter(
  ports: Ports,
  signer: Signer,
  session: SessionRecord,
  stepId: string,
): Promise<Entered> {
  const step = signingStep(session, stepId)
  if (step.envelope_id !== undefined) {
    const ceremony = await heldCeremony(ports, signer.scope, step.envelope_id)
    if (!ceremony) throw new ApiError('resource_not_found')
    return { session, step, ceremony, changes: [] }
  }
  refuseEnded(session)
  openStep(step)
  const { ceremony, changes } = await newEnvelope(ports, signer, session, step)
  const opened: StepRecord = { ...step, envelope_id: ceremony.envelope.id }
  return {
    session: withStep(session, opened),
    step: opened,
    ceremony,
    changes: [...changes, retention(signer.scope, ceremony.envelope)],
  }
}

/** @throws {ApiError} resource_not_found for a step of another type too: it has no envelope */
export function signingStep(session: SessionRecord, stepId: string): StepRecord {
  const step = session.steps.find(({ id, type }) => id === stepId && type === 'esign')
  if (!step) throw new ApiError('resource_not_found')
  return step
}

/** Returns the changes of session and ceremony as one effect. */
export function effectOf(
  { scope }: Signer,
  { session, ceremony, changes }: Entered,
  trigger: Effect['trigger'],
  more: Pick<Effect, 'changes' | 'announcements' | 'lanes'> = {},
): Effect {
  // Also an act that makes the envelope on its way, such as a withdrawal before any look, opens it.
  const opens = trigger.type === 'ceremony_recorded' && ceremony.versions.envelope === 0
  return {
    session,
    trigger: opens ? { type: 'envelope_opened' } : trigger,
    changes: [...changes, ...ceremonyChanges(scope, ceremony), ...(more.changes ?? [])],
    announcements: more.announcements ?? [],
    lanes: [RETENTION_LANE, ...(more.lanes ?? [])],
  }
}

/** Once it has ended, only the business can be asked (CER-027, CER-031). */
export function refuseEnded({ status }: SessionRecord): void {
  if (isTerminal(status)) throw new ApiError('session_already_completed', { status })
}

/** For what can be done once: a step is signed or declined, and then it is over. */
export function refuseClosed({ session, step }: Entered): void {
  refuseEnded(session)
  openStep(step)
}
