import type { Check } from '../../check.ts'
import type { WebhookParts } from '../../service/sign.ts'
import {
  COMPLETED,
  completed,
  deliverAccepted,
  expectNoDecision,
  isAccepted,
  seen,
  withBody,
  without,
} from '../idioms.ts'
import { decided, ended, parked } from '../sessions.ts'
import { SIGNED, signingEvent } from './signing-events.ts'

/** Checks of how a receiver parses events with further or fewer fields. */
export const EVENTS: readonly Check[] = [
  {
    id: 'receiver.unknown-fields',
    area: 'receiver',
    requirements: ['VER-005'],
    level: 'must',
    needs: { webhook: true },
    why: 'Fields are added within a version. A receiver that rejects them misses every later event.',
    async run(ctx) {
      const { reference, webhook } = await completed(ctx)
      const answer = await ctx.deliver(
        'deliver an event with further fields',
        withBody(webhook, (event) => ({
          ...event,
          riskBand: 'low',
          regionDetail: { zone: 'a', codes: [1, 2] },
          note: null,
        })),
      )
      ctx.expect(
        'VER-005',
        '2xx for an event with further fields',
        isAccepted(answer),
        seen(answer),
      )
      const { sessionId, webhook: other } = await ended(ctx, 'cancel')
      for (const [what, further] of Object.entries({
        // The signature covers the bytes in UTF-8.
        'with a further field that is not ASCII': withBody(other, (event) => ({
          ...event,
          place: 'Zürich, Łódź, Αθήνα',
        })),
        'with further fields of a document': withBody(
          signingEvent(sessionId, SIGNED, 2),
          ({ documents, ...event }) => ({
            ...event,
            documents: (documents as object[]).map((one) => ({ ...one, pages: 3, size: { a: 4 } })),
            place: 'office',
          }),
        ),
      }))
        await deliverAccepted(ctx, 'VER-005', `an event ${what}`, further)
      if (reference === undefined || !ctx.can('result')) return
      const { outcome } = await ctx.resultThat(reference, (one) => one.outcome !== null)
      ctx.expect('VER-005', 'the outcome of the verification', outcome === 'approved', outcome)
    },
  },
  {
    id: 'receiver.old-bodies',
    area: 'receiver',
    requirements: ['EVB-017'],
    level: 'must',
    needs: { webhook: true },
    why: 'A replay sends the stored body, which may be older than the fields mode, type and decisionSource.',
    async run(ctx) {
      const { reference, webhook } = await completed(ctx)
      const [open, over] = [await parked(ctx), await ended(ctx, 'cancel')]
      const against = await decided(ctx, 'rule', 'declined')
      for (const [of, event] of Object.entries({
        'a completion': webhook,
        'a completion as declined': against.webhook,
        'a review': open.webhook,
        'a cancellation': over.webhook,
      }))
        await deliverAccepted(
          ctx,
          'EVB-017',
          `an event of ${of} from before mode, type and decisionSource`,
          inOldForm(event),
        )
      if (reference === undefined || !ctx.can('result')) return
      const { outcome } = await ctx.resultThat(reference, (one) => one.outcome !== null)
      ctx.expect('EVB-017', 'the outcome of the verification', outcome === 'approved', outcome)
      // Without a type, status and outcome tell what has happened.
      await ctx.settle()
      await expectNoDecision(
        ctx,
        'EVB-017',
        open.reference!,
        'an event of the old form, of a review',
      )
      const { outcome: none } = await ctx.result(over.reference!)
      const expected = 'no approval of a cancelled session, from an event of the old form'
      ctx.expect('EVB-017', expected, none !== 'approved', none)
      const declined = await ctx.resultThat(against.reference!, (one) => one.outcome !== null)
      const isDeclined = declined.outcome === 'declined'
      const from = 'declined, from an event of the old form'
      ctx.expect('EVB-017', from, isDeclined, declined.outcome ?? 'no outcome')
      // Without their types, both events of a session are alike to a receiver that needs the type.
      await ctx.simulator.review(open.sessionId, 'approved')
      const completion = await ctx.webhook(open.sessionId, COMPLETED)
      const second = 'the second event of a session, both from before mode, type and decisionSource'
      await deliverAccepted(ctx, 'EVB-017', second, inOldForm(completion))
      const { outcome: late } = await ctx.resultThat(open.reference!, (one) => one.outcome !== null)
      ctx.expect('EVB-017', `approved, after ${second}`, late === 'approved', late ?? 'no outcome')
    },
  },
]

/** Builds the same webhook as the service sent it before it added three members. */
function inOldForm(webhook: WebhookParts): WebhookParts {
  return withBody(webhook, (event) => without(event, ['mode', 'type', 'decisionSource']))
}
