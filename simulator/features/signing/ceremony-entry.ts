import type { Ports } from '../../ports.ts'
import { isTerminal } from '../sessions/rules/lifecycle.ts'
import { ApiError } from '../../call/errors.ts'
import type { Change } from '../../store/records.ts'
import { type Ceremony, ceremonyChanges, readCeremony } from './ceremony-state.ts'
import { type Signer, newEnvelope } from './envelope-opening.ts'
import type { EnvelopeRecord } from './envelope-record.ts'
import { RETENTION_LANE, retention } from './envelope-retention.ts'
import type { SessionRecord, StepRecord } from '../sessions/session-record.ts'
import { openStep, withStep } from '../sessions/steps.ts'
import type { Effect } from '../sessions/transitions.ts'

/** A signer who has opened the documents of one step. */
export interface Entered {
  session: SessionRecord
  step: StepRecord
  ceremony: Ceremony
  /** Further changes, such as those of a new envelope. */
  changes: Change[]
}

/** Actions of a signer, each an effect on the session. The session's version guards the envelope, too. */
export type Act = (
  ports: Ports,
  signer: Signer,
  session: SessionRecord,
  stepId: string,
) => Promise<Effect>

/**
 * Returns the envelope of a step. Creates it on first use, and anew if an erasure deleted the
 * documents while nobody had signed: the signer can still sign, decline and withdraw.
 */
export async function enter(
  ports: Ports,
  signer: Signer,
  session: SessionRecord,
  stepId: string,
): Promise<Entered> {
  const step = signingStep(session, stepId)
  if (step.envelope_id !== undefined) {
    const ceremony = await readCeremony(ports, signer.scope, step.envelope_id)
    if (!ceremony) throw new ApiError('resource_not_found')
    if (!isRenewed(session, step, ceremony.envelope))
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

/** Whether the next call of the signer replaces an envelope: its documents are deleted, but can still be signed. */
export function isRenewed(
  { status }: SessionRecord,
  step: StepRecord,
  { retention_ended_at }: EnvelopeRecord,
): boolean {
  return retention_ended_at !== null && step.status === 'pending' && !isTerminal(status)
}

/** @throws {ApiError} resource_not_found, also for a step of another type, which has no envelope */
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
  // An action that creates the envelope, such as a withdrawal before the first view, also opens it.
  const opens = trigger.type === 'ceremony_recorded' && ceremony.versions.envelope === 0
  return {
    session,
    trigger: opens ? { type: 'envelope_opened' } : trigger,
    changes: [...changes, ...ceremonyChanges(scope, ceremony), ...(more.changes ?? [])],
    announcements: more.announcements ?? [],
    lanes: [RETENTION_LANE, ...(more.lanes ?? [])],
  }
}

/** Refuses actions after the end: signers must then contact the business (CER-027, CER-031). */
export function refuseEnded({ status }: SessionRecord): void {
  if (isTerminal(status)) throw new ApiError('session_already_completed', { status })
}

/** Refuses a second signature or decline of a step. */
export function refuseClosed({ session, step }: Entered): void {
  refuseEnded(session)
  openStep(step)
}
