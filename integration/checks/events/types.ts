import type { Check } from '../../check.ts'
import type { WebhookParts } from '../../service/sign.ts'
import {
  COMPLETED,
  completed,
  deliverAccepted,
  eventOf,
  expectNoDecision,
  expectNoEffects,
  isAccepted,
  seen,
  someSession,
  withBody,
} from '../idioms.ts'
import { decided, ended, flagged, givenUp, parked } from '../sessions.ts'

const withPrecision =
  (digits: string) =>
  (webhook: WebhookParts): WebhookParts =>
    withBody(webhook, (event) => ({
      ...event,
      occurredAt: String(event['occurredAt']).replace(/(\.\d+)?Z$/, `${digits}Z`),
    }))

/** Forms of a completion that mean the same. */
const OTHER_FORMS: Record<string, (webhook: WebhookParts) => WebhookParts> = {
  'a completion whose occurredAt has seconds': withPrecision(''),
  'a completion whose occurredAt has microseconds': withPrecision('.000417'),
  'a completion whose header names are in lower case, as proxies send them': (webhook) => ({
    ...webhook,
    isLowerCase: true,
  }),
}

/** Checks of which types of events a receiver takes. */
export const EVENT_TYPES: readonly Check[] = [
  {
    id: 'receiver.event-types',
    area: 'receiver',
    requirements: ['CLI-014', 'CLI-011'],
    level: 'must',
    needs: { webhook: true },
    why: 'Not every verification is completed. A receiver that fails on another event gets it again and again.',
    async run(ctx) {
      const { reference, webhook } = await completed(ctx)
      await deliverAccepted(ctx, 'CLI-014', 'the completion of a verification', webhook)
      const byApplicant = await givenUp(ctx)
      for (const [what, session] of Object.entries({
        'a completion as declined': await decided(ctx, 'rule', 'declined'),
        'a completion by a reviewer': await decided(ctx, 'reviewer', 'approved'),
        'a completion by the applicant': byApplicant,
      }))
        await deliverAccepted(ctx, 'CLI-014', what, session.webhook)
      for (const beside of ['newer', 'older'] as const) {
        const what = `a completion that the ${beside} secret of a rotation signs too`
        const { webhook: rotated } = await completed(ctx)
        await deliverAccepted(ctx, 'CLI-014', what, { ...rotated, signature: { beside } })
      }
      // Of sessions without images, whose number in a minute is limited.
      const declined: [what: string, reference: string | undefined][] = [
        ['a completion by the applicant, which has no decisionSource', byApplicant.reference],
      ]
      for (const [what, change] of Object.entries(OTHER_FORMS)) {
        const session = await givenUp(ctx)
        await deliverAccepted(ctx, 'CLI-014', what, change(session.webhook))
        declined.push([what, session.reference])
      }
      const open = { flagged: await flagged(ctx), parked: await parked(ctx) }
      const over = { cancelled: await ended(ctx, 'cancel'), expired: await ended(ctx, 'expire') }
      for (const [what, session] of Object.entries({ ...open, ...over }))
        await deliverAccepted(ctx, 'CLI-014', `the event of a ${what} session`, session.webhook)
      if (reference === undefined || !ctx.can('result')) return
      await ctx.settle()
      for (const [what, own] of declined) {
        const { outcome } = await ctx.resultThat(own!, (one) => one.outcome !== null)
        const expected = `declined, from ${what}`
        ctx.expect('CLI-011', expected, outcome === 'declined', outcome ?? 'no outcome')
      }
      for (const [what, session] of Object.entries(open))
        await expectNoDecision(ctx, 'CLI-011', session.reference!, `a ${what} session`)
      for (const [what, session] of Object.entries(over)) {
        // A backend may take a session without a verdict for declined.
        const { outcome, effects } = await ctx.result(session.reference!)
        ctx.expect('CLI-011', `no approval of a ${what} session`, outcome !== 'approved', outcome)
        expectNoEffects(ctx, 'CLI-011', effects, `a ${what} session`)
      }
      // The receiver has an event of this session already; this one is another.
      const { sessionId, reference: reviewed } = open.parked
      await ctx.simulator.review(sessionId, 'approved')
      const decision = await ctx.webhook(sessionId, COMPLETED)
      await deliverAccepted(ctx, 'CLI-014', 'the completion of a parked session', decision)
      const { outcome } = await ctx.resultThat(reviewed!, (one) => one.outcome !== null)
      const expected = 'approved, after the review of a parked session'
      ctx.expect('CLI-011', expected, outcome === 'approved', outcome ?? 'no outcome')
    },
  },
  {
    id: 'receiver.unknown-types',
    area: 'receiver',
    requirements: ['EVT-022'],
    level: 'must',
    needs: { webhook: true },
    why: 'New event types are added without notice. A receiver that fails on them is disabled.',
    async run(ctx) {
      const { sessionId, reference } = await someSession(ctx)
      // A reserved type: a receiver may know it already, and take the outcome from the event or the session.
      const skipped = await givenUp(ctx)
      const reserved = withBody(skipped.webhook, (event) => ({
        ...event,
        type: 'kyc.session.skipped_by_applicant',
      }))
      for (const [type, webhook] of Object.entries({
        'kyc.session.levitated': eventOf(sessionId, { type: 'kyc.session.levitated' }),
        'kyc.applicant.renamed': eventOf(sessionId, { type: 'kyc.applicant.renamed' }),
        'kyc.session.skipped_by_applicant': reserved,
      })) {
        const answer = await ctx.deliver(`deliver an event of type ${type}`, webhook)
        ctx.expect('EVT-022', `2xx for the type ${type}`, isAccepted(answer), seen(answer))
      }
      if (reference === undefined || !ctx.can('result')) return
      await ctx.settle()
      await expectNoDecision(ctx, 'EVT-022', reference, 'events of unknown types')
    },
  },
]
