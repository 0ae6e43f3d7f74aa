import { iso } from '../clock/clock.ts'
import { ApiError } from '../service/errors.ts'
import type { Ports } from '../ports.ts'
import { type Trigger, isTerminal, transition } from '../rules/lifecycle.ts'
import { retryOnConflict } from '../store/conflict.ts'
import type { Change, Job } from '../store/records.ts'
import { emit, standardBody } from './events.ts'
import { SESSION, type SessionDocument, type SessionRecord } from './session-record.ts'
import { LIFETIME_MS, expiryJob, visibleSession } from './sessions.ts'

/** What a trigger brings along: a changed session and further changes of the same batch. */
export interface Effect {
  session: SessionRecord
  trigger: Trigger
  changes?: Change[]
}

/**
 * Moves a verification on: state, event and deliveries are written together or not at all.
 * @param effect what happens, decided on the session as it is now; called again if somebody else has changed it
 * @throws {ApiError} resource_not_found; session_already_completed or illegal_transition, and then nothing changed
 */
export function move(ports: Ports, scope: string, id: string, now: number,
  effect: (session: SessionRecord) => Effect): Promise<SessionRecord> {
  return retryOnConflict(async () => {
    const document = await visibleSession(ports, scope, id)
    const { session, changes, lanes } = plan(ports, document, now, effect(document.body))
    await ports.records.write(changes)
    for (const lane of lanes) ports.wake(lane)
    return session
  })
}

function plan(ports: Ports, document: SessionDocument, now: number, effect: Effect):
{ session: SessionRecord, changes: Change[], lanes: string[] } {
  const { scope } = document
  const next = transition(document.body, effect.trigger)
  if (!next) throw refusal(document.body, effect.trigger)
  const ended = isTerminal(next.state.status)
  const parked = next.state.status === 'awaiting_review'
  const session: SessionRecord = {
    ...effect.session,
    ...next.state,
    ...(parked && { expires_at: iso(now + LIFETIME_MS) }),
    ...(next.decisionSource && { decision_source: next.decisionSource }),
    completed_at: ended ? iso(now) : null,
  }
  const changes: Change[] = [
    { type: 'put', scope, kind: SESSION, id: session.id, body: session, ifVersion: document.version },
    ...(effect.changes ?? []),
  ]
  const expiry = expiryJob(session, scope)
  if (ended) changes.push({ type: 'unschedule', id: expiry.id })
  if (parked) changes.push({ type: 'schedule', job: expiry })
  if (!next.event) return { session, changes, lanes: [] }
  const organization = organizationOf(ports, scope)
  const event = emit(ports, organization, session.mode, scope, now, {
    type: next.event, session_id: session.id, body: standardBody(session, next.event, now, next.decisionSource),
  })
  return { session, changes: [...changes, ...event.changes], lanes: event.lanes }
}

function refusal(session: SessionRecord, trigger: Trigger): ApiError {
  return isTerminal(session.status)
    ? new ApiError('session_already_completed', { status: session.status })
    : new ApiError('illegal_transition', { status: session.status, trigger: trigger.type })
}

function organizationOf(ports: Ports, scope: string) {
  const organization = ports.world.organization(scope.split('/')[2]!)
  if (!organization) throw new Error(`no organization for ${scope}`)
  return organization
}

/** The job of `expires_at`: a verification that nobody finished, or that was left in review, ends without a verdict. */
export async function expireSession(ports: Ports, job: Job, now: number): Promise<void> {
  try {
    await move(ports, job.scope, job.ref, now, (session) => ({ session, trigger: { type: 'lapsed' } }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Ended, erased or wiped in the meantime: there is nothing left to expire.
    await ports.records.write([{ type: 'unschedule', id: job.id }])
  }
}
