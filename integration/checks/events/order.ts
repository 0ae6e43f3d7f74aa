import { count } from '../../../conformance/text.ts'
import type { Check, Context } from '../../check.ts'
import { newEventId, type WebhookParts } from '../../service/sign.ts'
import { COMPLETED, isAccepted, seen, withBody } from '../idioms.ts'
import { parked, type ReportedSession } from '../sessions.ts'
import { SIGNED, signingEvent } from './signing-events.ts'

/** A session that was completed after its review. */
interface ReviewedSession extends ReportedSession {
  /** The event of its completion; `webhook` is the one of the review. */
  completion: WebhookParts
}

/** Checks of events that arrive late. */
export const ORDER: readonly Check[] = [
  {
    id: 'receiver.order',
    area: 'receiver',
    requirements: ['CLI-002'],
    level: 'should',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'The retry of an earlier event arrives after later ones, and would undo an outcome.',
    async run(ctx) {
      const session = await reviewed(ctx)
      const { sessionId, webhook } = session
      const signedAt = occurredAtOf(webhook)
      await expectKept(ctx, session, {
        'of the review': webhook,
        'of a flagged form': withBody({ ...webhook, id: newEventId() }, (event) => ({
          ...event,
          type: 'kyc.session.form_flagged',
          status: 'in_progress',
        })),
        'of a signed document': withBody(signingEvent(sessionId, SIGNED, 1), (event) => ({
          ...event,
          signedAt,
        })),
      })
      // As text, a time without a fraction sorts after a later one of the same second.
      const other = await reviewed(ctx)
      const past = new Date(Date.parse(occurredAtOf(other.completion)) - 1000)
      const second = past.toISOString().slice(0, -'.000Z'.length)
      const completion = timed(other.completion, `${second}.900Z`)
      await expectKept(
        ctx,
        { ...other, completion },
        { 'of the review, at a full second,': timed(other.webhook, `${second}Z`) },
      )
    },
  },
]

async function reviewed(ctx: Context): Promise<ReviewedSession> {
  const session = await parked(ctx)
  await ctx.simulator.review(session.sessionId, 'approved')
  return { ...session, completion: await ctx.webhook(session.sessionId, COMPLETED) }
}

/** Delivers the completion before earlier events. Expects that it stays. */
async function expectKept(
  ctx: Context,
  { reference, completion }: ReviewedSession,
  earlier: Record<string, WebhookParts>,
): Promise<void> {
  await ctx.deliver('deliver the completion of the verification', completion)
  const before = await ctx.resultThat(reference!, ({ outcome }) => outcome !== null)
  for (const [of, webhook] of Object.entries(earlier)) {
    const answer = await ctx.deliver(`deliver the earlier event ${of}`, webhook)
    ctx.expect('CLI-002', `2xx for the earlier event ${of}`, isAccepted(answer), seen(answer))
    await ctx.settle()
    const { outcome, effects = 0, decision_source: source = null } = await ctx.result(reference!)
    const after = `of the later event, after the earlier one ${of}`
    const isKept = ctx.expect('CLI-002', `the outcome ${after}`, outcome === 'approved', outcome)
    const { decision_source: decided = null } = before
    if (decided !== null)
      ctx.expect('CLI-002', `the decision source ${after}`, source === decided, source)
    ctx.expect('CLI-002', `one effect ${after}`, effects <= 1, count(effects, 'effect'))
    // Later events cannot show more.
    if (!isKept) return
  }
}

function occurredAtOf({ body }: WebhookParts): string {
  return (JSON.parse(body) as { occurredAt: string }).occurredAt
}

function timed(webhook: WebhookParts, occurredAt: string): WebhookParts {
  return withBody(webhook, (event) => ({ ...event, occurredAt }))
}
