import { iso } from '../../time/clock.ts'
import { ApiError } from '../../call/errors.ts'
import type { Ports } from '../../ports.ts'
import { type Alteration, type Trigger, follow, isTerminal } from './rules/lifecycle.ts'
import { retryInTurn } from '../../store/conflict.ts'
import { afterCommit } from '../../store/unavailable.ts'
import type { Change, Job } from '../../store/records.ts'
import { debitNow } from '../billing/charges.ts'
import { type EventDraft, emit, standardBody } from '../webhooks/events.ts'
import { SESSION, type SessionDocument, type SessionRecord } from './session-record.ts'
import { EXPIRY_LANE, LIFETIME_MS, expiryJob, retentionJob, visibleSession } from './sessions.ts'

/** One change of a session: a transition or a change without one, with its events and jobs. */
export interface Effect {
  /** The new record without its status, which the trigger decides. */
  session: SessionRecord
  trigger: Trigger | { type: Alteration }
  /** Further changes of the same batch. */
  changes?: Change[]
  /** Occurrences, emitted before the event of the transition. */
  announcements?: EventDraft[]
  /** Lanes of the jobs among the changes. */
  lanes?: string[]
}

/**
 * Applies a change to a verification; writes state, event and deliveries together or not at all.
 * @param effect decides the change on the current session; called again after a conflicting change
 * @throws {ApiError} resource_not_found; session_already_completed or illegal_transition, and then nothing changed
 */
export function move(
  ports: Ports,
  scope: string,
  id: string,
  now: number,
  effect: (session: SessionRecord) => Effect | Promise<Effect>,
): Promise<SessionRecord> {
  return retryInTurn(ports.turns, id, async () => {
    let document = await visibleSession(ports, scope, id)
    if (isOverdue(document.body, now)) {
      await lapse(ports, document, now)
      document = await visibleSession(ports, scope, id)
    }
    return apply(ports, document, now, await effect(document.body))
  })
}

async function apply(
  ports: Ports,
  document: SessionDocument,
  now: number,
  effect: Effect,
): Promise<SessionRecord> {
  const { session, changes, lanes } = await plan(ports, document, now, effect)
  await ports.records.write(changes)
  for (const lane of lanes) ports.wake(lane)
  await afterCommit(() => debitNow(ports, changes))
  return session
}

/** After a jump of the clock, a request can arrive before the job of `expires_at` has run. */
export function isOverdue({ status, expires_at }: SessionRecord, now: number): boolean {
  return !isTerminal(status) && Date.parse(expires_at) <= now
}

function lapse(ports: Ports, document: SessionDocument, now: number): Promise<SessionRecord> {
  return apply(ports, document, now, { session: document.body, trigger: { type: 'lapsed' } })
}

/** Checks the status before an effect that can fail for another reason. @throws {ApiError} */
export function assertAllowed(session: SessionRecord, trigger: Effect['trigger']): void {
  if (!follow(session, trigger)) throw refusal(session, trigger)
}

async function plan(
  ports: Ports,
  document: SessionDocument,
  now: number,
  effect: Effect,
): Promise<{ session: SessionRecord; changes: Change[]; lanes: string[] }> {
  const { scope, body: before } = document
  const next = follow(before, effect.trigger)
  if (!next) throw refusal(before, effect.trigger)
  const { status } = next.state
  const ended = isTerminal(status)
  const parked = status === 'awaiting_review' && status !== before.status
  const session: SessionRecord = {
    ...effect.session,
    ...next.state,
    ...(parked && { expires_at: iso(now + LIFETIME_MS) }),
    ...(next.decisionSource && { decision_source: next.decisionSource }),
    completed_at: ended ? (before.completed_at ?? iso(now)) : null,
  }
  const changes: Change[] = [
    {
      type: 'put',
      scope,
      kind: SESSION,
      id: session.id,
      body: session,
      ifVersion: document.version,
      // Sessions are also found by an applicant who became known after creation.
      ...(session.applicant_id !== null &&
        session.applicant_id !== before.applicant_id && { key1: session.applicant_id }),
    },
    ...(effect.changes ?? []),
  ]
  const expiry = expiryJob(session, scope)
  if (ended) changes.push({ type: 'unschedule', id: expiry.id })
  if (parked) changes.push({ type: 'schedule', job: expiry })
  // Other effects on an ended session leave the time of its images as it is.
  const hasNewImages = before.completed_at === null || effect.trigger.type === 'identity_reverified'
  const retention = ended && hasNewImages ? retentionJob(session, scope, now) : undefined
  if (retention) changes.push({ type: 'schedule', job: retention })
  const announcements = [...(effect.announcements ?? [])]
  if (next.event) {
    const body = standardBody(session, next.event, now, next.decisionSource)
    announcements.push({ type: next.event, body })
  }
  const organization = organizationOf(ports, scope)
  const emitted = await Promise.all(
    announcements.map(({ type, body }) =>
      emit(ports, organization, session.mode, scope, now, { type, session_id: session.id, body }),
    ),
  )
  return {
    session,
    changes: [...changes, ...emitted.flatMap((event) => event.changes)],
    lanes: [
      ...emitted.flatMap((event) => event.lanes),
      ...(retention ? [EXPIRY_LANE] : []),
      ...(effect.lanes ?? []),
    ],
  }
}

function refusal(session: SessionRecord, trigger: Effect['trigger']): ApiError {
  return isTerminal(session.status)
    ? new ApiError('session_already_completed', { status: session.status })
    : new ApiError('illegal_transition', { status: session.status, trigger: trigger.type })
}

/** Organization of a scope. */
export function organizationOf(ports: Ports, scope: string) {
  const organization = ports.world.organization(scope.split('/')[2]!)
  if (!organization) throw new Error(`no organization for ${scope}`)
  return organization
}

/** The job of `expires_at`: ends a verification that was not finished, or was left in review, without a verdict. */
export async function expireSession(ports: Ports, job: Job, now: number): Promise<void> {
  try {
    await retryInTurn(ports.turns, job.ref, async () => {
      const document = await visibleSession(ports, job.scope, job.ref)
      // A request of this moment has given the session, which now waits for a review, more time.
      if (!isOverdue(document.body, now) && !isTerminal(document.body.status))
        return ports.records.write([
          { type: 'schedule', job: expiryJob(document.body, document.scope) },
        ])
      return lapse(ports, document, now)
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Ended, erased or wiped in the meantime: nothing is left to expire.
    await ports.records.write([{ type: 'unschedule', id: job.id }])
  }
}
