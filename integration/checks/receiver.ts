import type { Check, Context } from '../check.ts'
import { newEventId, type WebhookParts } from '../service/sign.ts'
import { expectKeptAfterForged } from './after-forged.ts'
import { expectRefused, expectUnharmed, type Forgery } from './expect-refused.ts'
import { expectNoHelp } from './expect-no-help.ts'
import { nearlySigned, shapes, unsigned, versions } from './forged.ts'
import { parked } from './sessions.ts'
import {
  COMPLETED,
  completed,
  eventOf,
  expectNoDecision,
  isAccepted,
  seen,
  someSession,
  withBody,
  withoutVersion,
} from './idioms.ts'

/** Checks of which webhooks a receiver accepts. */
export const RECEIVER: readonly Check[] = [
  {
    id: 'receiver.signature',
    area: 'receiver',
    requirements: ['HDR-015', 'KEY-006'],
    level: 'must',
    needs: { webhook: true },
    why: 'Anyone who learns the URL of the receiver could approve their own verification.',
    async run(ctx) {
      const session = await someSession(ctx)
      // The session is not completed, so believing one of these events is a fault.
      const forgeries = Object.entries(shapes(session.sessionId)).flatMap(([shape, webhook]) =>
        forgeriesOf(shape, unsigned(webhook)),
      )
      const event = eventOf(session.sessionId, { type: COMPLETED })
      const harmless = withBody(event, (one) => ({ ...one, status: 'expired', outcome: null }))
      forgeries.push(...forgeriesOf('an event', nearlySigned(event, harmless.body)))
      const isAnswering = await expectRefused(ctx, 'HDR-015', session, forgeries)
      if (!isAnswering) return
      await expectUnharmed(ctx)
      await expectNoHelp(ctx, event)
      // A receiver without a driver may read the sessions of genuine events from another service.
      if (session.reference === undefined) return
      await refuseAfterGenuine(ctx)
      await expectKeptAfterForged(ctx)
    },
  },
  {
    id: 'receiver.version-header',
    area: 'receiver',
    requirements: ['HDR-016'],
    level: 'must',
    needs: { webhook: true },
    why: 'The version header is not signed, so it must not decide.',
    async run(ctx) {
      const session = await someSession(ctx)
      const event = eventOf(session.sessionId, { type: COMPLETED })
      const forgeries = Object.entries(versions(event)).flatMap(([version, webhook]) =>
        forgeriesOf(`an event ${version},`, unsigned(webhook)),
      )
      await expectRefused(ctx, 'HDR-016', session, forgeries)
      const { webhook } = await completed(ctx)
      const bare = await ctx.deliver(
        'deliver a signed event without a version header',
        withoutVersion(webhook),
      )
      ctx.expect(
        'HDR-016',
        '2xx for a signed event without the version header',
        isAccepted(bare),
        seen(bare),
      )
    },
  },
  {
    id: 'receiver.test-ping',
    area: 'receiver',
    requirements: ['HDR-013'],
    level: 'must',
    needs: { webhook: true },
    why: 'A ping from the console can have the body of an event, and would be taken for the end of a real verification.',
    async run(ctx) {
      const { sessionId, reference } = await someSession(ctx)
      const ping = { test: true, mode: 'live' }
      const headers = { 'X-Webhook-Origin': 'test_ping' }
      const occurredAt = new Date().toISOString()
      const completion = (id: string): object =>
        JSON.parse(eventOf(id, { type: COMPLETED }).body) as object
      const pings = {
        'of its own type': { type: 'webhook.test_ping', occurredAt, ...ping },
        'with a standard body': { ...completion('vs_ping'), ...ping },
        'with a standard body and without test': completion('vs_ping'),
        'about an open session': { ...completion(sessionId), ...ping },
        'about an open session and without test': completion(sessionId),
      }
      for (const [label, body] of Object.entries(pings)) {
        const answer = await ctx.deliver(`deliver a test ping ${label}`, {
          id: newEventId(),
          body: JSON.stringify(body),
          headers,
        })
        ctx.expect('HDR-013', `2xx for a test ping ${label}`, isAccepted(answer), seen(answer))
      }
      if (reference === undefined || !ctx.can('result')) return
      await ctx.settle()
      await expectNoDecision(ctx, 'HDR-013', reference, 'test pings')
    },
  },
  {
    id: 'receiver.answers-in-time',
    area: 'receiver',
    requirements: ['CLI-003'],
    level: 'should',
    needs: { webhook: true },
    why: 'A sender without a response in time retries, and finally disables the endpoint.',
    async run(ctx) {
      const { webhook } = await completed(ctx)
      const answer = await ctx.deliver('deliver the completion of a verification', webhook)
      const { answerWithinMs } = ctx
      ctx.expect(
        'CLI-003',
        `a response within ${answerWithinMs / 1000} s`,
        answer.status !== 0 && answer.milliseconds <= answerWithinMs,
        answer.status === 0
          ? seen(answer)
          : `one after ${(answer.milliseconds / 1000).toFixed(1)} s`,
      )
    },
  },
]

/** Forges the completion of a session of which the receiver has a genuine event. */
async function refuseAfterGenuine(ctx: Context): Promise<void> {
  const [session, other] = [await parked(ctx), await parked(ctx)]
  for (const { webhook } of [session, other]) await ctx.deliver('deliver a genuine event', webhook)
  if (ctx.can('result') && session.reference !== undefined) await ctx.settle()
  const completion = eventOf(session.sessionId, { type: COMPLETED })
  const forgeries = Object.entries({
    'after a genuine event of its session': completion,
    'with the id of a genuine event': { ...completion, id: session.webhook.id },
  }).flatMap(([when, webhook]) => forgeriesOf(`an event ${when},`, unsigned(webhook)))
  await expectRefused(ctx, 'HDR-015', session, forgeries, other.sessionId)
}

function forgeriesOf(shape: string, forged: Record<string, WebhookParts>): Forgery[] {
  return Object.entries(forged).map(([how, webhook]) => ({
    how,
    label: `${shape} ${how}`,
    webhook,
  }))
}
