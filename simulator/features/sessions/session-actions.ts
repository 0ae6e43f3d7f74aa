import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import { type Answer, json, jsonText } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { type Issue, validationError } from '../../call/errors.ts'
import { EMAIL_LANE, email } from '../privacy/emails.ts'
import { stepOf, unknownStep } from '../applicant-actions/applicant-actions.ts'
import { isAtMost } from '../forms/rules/text-length.ts'
import { conclude } from '../screening/screening.ts'
import { type Alteration, follow } from './rules/lifecycle.ts'
import { SESSION, SESSION_ID, type SessionRecord } from './session-record.ts'
import { applicantOf } from './session-applicant.ts'
import { hostedUrl, sessionText } from './session-view.ts'
import { visibleSession } from './sessions.ts'
import { openStep, withStep } from './steps.ts'
import { type Effect, assertAllowed, isOverdue, move } from './transitions.ts'

/** A remark for reviewers; does not change the session. */
export interface NoteRecord {
  id: string
  session_id: string
  text: string
  created_at: string
}

export const NOTE = 'note'

/** Operator actions on a running session (GAP-SESSION-ACTIONS). */
export function sessionActionHandlers(ports: Ports): Record<string, Handler> {
  return {
    cancelSession: {
      run: act(ports, (session) => ({ session, trigger: { type: 'cancelled_by_operator' } })),
    },
    resendSession: {
      check: (call) => resendIssues(ports, call),
      run: async (call) => {
        const answer = await act(ports, (session) => resend(ports, call, session))(call)
        ports.wake(EMAIL_LANE)
        return answer
      },
    },
    skipSessionStep: {
      check: (call) => skipIssues(ports, call),
      run: act(ports, (session, call) => skipStep(ports, session, call)),
    },
    addSessionNote: { run: (call) => addNote(ports, call) },
  }
}

function act(
  ports: Ports,
  effect: (session: SessionRecord, call: Call) => Effect | Promise<Effect>,
): (call: Call) => Promise<Answer> {
  return async (call) => {
    const session = await move(ports, call.credential.scope, call.params.id!, call.now, (found) =>
      effect(found, call),
    )
    return jsonText(200, `{"data":${sessionText(ports, session, false)}}`)
  }
}

/**
 * Returns the session of a call if its state allows the action; otherwise `run` rejects the call. Also called on
 * requests that the schema rejected.
 */
async function sessionThatAllows(
  { records }: Ports,
  { credential, params, now }: Call,
  type: Alteration,
): Promise<SessionRecord | undefined> {
  const id = params.id!
  if (!SESSION_ID.test(id)) return undefined
  const session = (await records.read(credential.scope, SESSION, id))?.body as
    | SessionRecord
    | undefined
  const allows = session && !isOverdue(session, now) && follow(session, { type })
  return allows ? session : undefined
}

async function resendIssues(ports: Ports, call: Call): Promise<Issue[]> {
  const session = await sessionThatAllows(ports, call, 'invitation_resent')
  if (!session || (await addressOf(ports, call, session)) !== undefined) return []
  return [NO_ADDRESS]
}

const NO_ADDRESS: Issue = {
  code: 'custom',
  path: ['applicant', 'email'],
  message:
    'The session has no applicant with an e-mail address; give the applicant one, then resend',
  param: 'email',
}

async function addressOf(
  ports: Ports,
  { credential }: Call,
  session: SessionRecord,
): Promise<string | undefined> {
  return (await applicantOf(ports, credential.scope, session))?.email
}

async function resend(ports: Ports, call: Call, session: SessionRecord): Promise<Effect> {
  const trigger: Effect['trigger'] = { type: 'invitation_resent' }
  assertAllowed(session, trigger)
  const { scope, mode, organization } = call.credential
  const to = await addressOf(ports, call, session)
  if (to === undefined) throw validationError([NO_ADDRESS])
  const changes = email(ports, scope, mode, call.now, {
    session_id: session.id,
    kind: 'session_invitation',
    to,
    subject: `${organization.name} asks you to verify your identity`,
    text: `Please continue here: ${hostedUrl(ports, session)}`,
  })
  return { session, trigger, changes }
}

async function skipIssues(ports: Ports, call: Call): Promise<Issue[]> {
  const { step_id } = (call.body ?? {}) as { step_id?: unknown }
  // The schema reports other values.
  if (typeof step_id !== 'string' || step_id === '' || !isAtMost(step_id, LONGEST_STEP_ID))
    return []
  const session = await sessionThatAllows(ports, call, 'step_skipped')
  if (!session || session.steps.some(({ id }) => id === step_id)) return []
  return [unknownStep(['step_id'])]
}

/** Limit of the schema. */
const LONGEST_STEP_ID = 100

/**
 * Skips the check. While steps are left the status stays; after the last one the session continues as if it had been
 * submitted.
 */
async function skipStep(ports: Ports, session: SessionRecord, call: Call): Promise<Effect> {
  assertAllowed(session, { type: 'step_skipped' })
  const step = openStep(stepOf(session, (call.body as { step_id: string }).step_id))
  const skipped = withStep(session, { ...step, status: 'skipped', done_at: iso(call.now) })
  const next = await conclude(ports, call.credential.scope, skipped, call.now)
  return next.trigger.type === 'step_submitted'
    ? { session: skipped, trigger: { type: 'step_skipped' } }
    : next
}

async function addNote(ports: Ports, call: Call): Promise<Answer> {
  const { scope } = call.credential
  const { id: session_id } = await visibleSession(ports, scope, call.params.id!)
  const { text } = call.body as { text: string }
  const id = newId(ports.random, 'note')
  const body: NoteRecord = { id, session_id, text, created_at: iso(call.now) }
  await ports.records.write([
    { type: 'put', scope, kind: NOTE, id, body, key1: session_id, ifVersion: 0 },
  ])
  return json(201, { data: body })
}
