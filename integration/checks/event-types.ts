import type { Check } from '../check.ts'
import {
  COMPLETED,
  completed,
  deliverAccepted,
  eventOf,
  isAccepted,
  seen,
  someSession,
} from './idioms.ts'

/** Checks of which types of events a receiver takes. */
export const EVENT_TYPES: readonly Check[] = [
  {
    id: 'receiver.event-types',
    area: 'receiver',
    requirements: ['CLI-014'],
    level: 'must',
    needs: { webhook: true },
    why: 'Not every verification is completed. A receiver that fails on another event gets it again and again.',
    async run(ctx) {
      const { reference, webhook } = await completed(ctx)
      await deliverAccepted(ctx, 'CLI-014', 'the completion of a verification', webhook)
      const open = await someSession(ctx)
      for (const [what, members] of Object.entries({
        'a completion as declined': { outcome: 'declined' },
        'a completion by a reviewer': { decisionSource: 'reviewer' },
      })) {
        const event = eventOf(open.sessionId, { type: COMPLETED, ...members })
        await deliverAccepted(ctx, 'CLI-014', what, event)
      }
      for (const [type, status] of [
        ['kyc.session.form_flagged', 'in_progress'],
        ['kyc.session.manual_review_requested', 'awaiting_review'],
      ])
        await deliverAccepted(
          ctx,
          'CLI-014',
          `an event of type ${type}`,
          eventOf(open.sessionId, { type, status, outcome: null, decisionSource: undefined }),
        )
      const ended: [reference: string | undefined, type: string][] = []
      for (const [type, end] of [
        ['kyc.session.cancelled', 'cancel'],
        ['kyc.session.expired', 'expire'],
      ] as const) {
        const session = await someSession(ctx)
        await ctx.simulator[end](session.sessionId)
        const event = await ctx.webhook(session.sessionId, type)
        await deliverAccepted(ctx, 'CLI-014', `an event of type ${type}`, event)
        ended.push([session.reference, type])
      }
      if (reference === undefined || !ctx.can('result')) return
      await ctx.settle()
      for (const [one, type] of ended) {
        const { outcome } = await ctx.result(one!)
        ctx.expect('CLI-014', `no approval by ${type}`, outcome !== 'approved', outcome)
      }
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
      const types = [
        'kyc.session.levitated',
        'kyc.applicant.renamed',
        'kyc.session.skipped_by_applicant',
      ]
      for (const type of types) {
        const answer = await ctx.deliver(
          `deliver an event of type ${type}`,
          eventOf(sessionId, { type }),
        )
        ctx.expect('EVT-022', `2xx for the type ${type}`, isAccepted(answer), seen(answer))
      }
      if (reference === undefined || !ctx.can('result')) return
      await ctx.settle()
      const { outcome } = await ctx.result(reference)
      ctx.expect('EVT-022', 'no outcome from unknown types', outcome === null, outcome)
    },
  },
]
