import type { Context } from '../check.ts'
import type { WebhookParts } from '../service/sign.ts'
import { COMPLETED, someSession } from './idioms.ts'

/** A session in the state that its event reports. */
export interface ReportedSession {
  sessionId: string
  reference: string | undefined
  webhook: WebhookParts
}

const FLAGGED_FORM = {
  id: 'questions',
  type: 'custom_form',
  config: {
    questions: [{ id: 'pets', type: 'yes_no', label: 'Do you keep pets?' }],
    rules: [{ when: { questionId: 'pets', op: 'eq', value: true }, action: 'flag_for_review' }],
  },
}

/** Returns a session that a rule or a reviewer has decided. */
export async function decided(
  ctx: Context,
  by: 'rule' | 'reviewer',
  outcome: 'approved' | 'declined',
): Promise<ReportedSession> {
  const session =
    by === 'reviewer'
      ? await parked(ctx)
      : await someSession(ctx, outcome === 'declined' ? { expectedOutcome: 'fail' } : {})
  const { sessionId, reference } = session
  if (by === 'reviewer') await ctx.simulator.review(sessionId, outcome)
  else await ctx.simulator.submit(sessionId)
  return { sessionId, reference, webhook: await ctx.webhook(sessionId, COMPLETED) }
}

/** Returns a session that its applicant has ended: completed as declined, without a decision. */
export async function givenUp(ctx: Context): Promise<ReportedSession> {
  const session = await someSession(ctx)
  await ctx.simulator.end(session.sessionId)
  return { ...session, webhook: await ctx.webhook(session.sessionId, COMPLETED) }
}

/** Returns a session in progress: its form was flagged, and its identity check follows. */
export async function flagged(ctx: Context): Promise<ReportedSession> {
  const identity = { id: 'identity', type: 'id_verification' }
  const session = await someSession(ctx, { steps: [FLAGGED_FORM, identity] })
  const { sessionId } = session
  await ctx.simulator.submitStep(sessionId, FLAGGED_FORM.id, { answers: { pets: true } })
  return { ...session, webhook: await ctx.webhook(sessionId, 'kyc.session.form_flagged') }
}

/** Returns a session that awaits its review. */
export async function parked(ctx: Context): Promise<ReportedSession> {
  const session = await someSession(ctx, { expectedOutcome: 'review' })
  const { sessionId } = session
  await ctx.simulator.submit(sessionId)
  return {
    ...session,
    webhook: await ctx.webhook(sessionId, 'kyc.session.manual_review_requested'),
  }
}

/** Returns a session that ended without a verdict. */
export async function ended(ctx: Context, how: 'cancel' | 'expire'): Promise<ReportedSession> {
  const session = await someSession(ctx)
  const { sessionId } = session
  await ctx.simulator[how](sessionId)
  const type = how === 'cancel' ? 'kyc.session.cancelled' : 'kyc.session.expired'
  return { ...session, webhook: await ctx.webhook(sessionId, type) }
}
