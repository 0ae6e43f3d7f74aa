import { Unreachable } from '../../../conformance/check/outcome.ts'
import type { Check, Context } from '../../check.ts'
import type { Outcome } from '../../driver/protocol.ts'
import { COMPLETED, completed, deliverAccepted, withBody, without } from '../idioms.ts'
import { decided, ended, givenUp, parked, type ReportedSession } from '../sessions.ts'

const KEEPS_NEITHER =
  'the driver reports neither "decision_source" nor "mode"; if the backend keeps them, add them to "result"'

/** Checks of what a backend keeps of `mode` and `decisionSource`. */
export const EVENT_MEMBERS: readonly Check[] = [
  {
    id: 'receiver.absent-members',
    area: 'receiver',
    requirements: ['EVB-023', 'EVB-024', 'EVB-025', 'EVB-028'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'An absent member means unknown: reading it as reviewer or live records wrong facts.',
    async run(ctx) {
      const { reference, webhook } = await completed(ctx)
      await deliverAccepted(
        ctx,
        'EVB-023',
        'an event without mode and decisionSource',
        withBody(webhook, (event) => without(event, ['mode', 'decisionSource'])),
      )
      const result = await ctx.resultThat(reference!, ({ outcome }) => outcome !== null)
      const { outcome, decision_source: source, mode } = result
      ctx.expect(
        'EVB-023',
        'an outcome, although the event names no decision source',
        outcome === 'approved',
        outcome,
      )
      if (source === undefined && mode === undefined) throw new Unreachable(KEEPS_NEITHER)
      if (source !== undefined) {
        ctx.expect('EVB-024', 'not reviewer', source !== 'reviewer', source)
        ctx.expect(
          'EVB-025',
          'no decision source without one in the event',
          source === null,
          source,
        )
      }
      if (mode !== undefined) ctx.expect('EVB-028', 'not live', mode !== 'live', mode)
      if (source !== undefined) await expectNoReviewer(ctx)
    },
  },
  {
    id: 'receiver.event-members',
    area: 'receiver',
    requirements: ['CLI-020', 'EVB-024', 'EVB-025'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'An audit would name a person for the decision of a rule, or count test data as live.',
    async run(ctx) {
      let isKept = false
      const judge = async (what: string, session: ReportedSession): Promise<Outcome> => {
        await deliverAccepted(ctx, 'CLI-020', what, session.webhook)
        const result = await ctx.resultThat(session.reference!, (one) => one.outcome !== null)
        isKept ||= result.decision_source !== undefined || result.mode !== undefined
        const { mode } = result
        if (mode !== undefined)
          ctx.expect('CLI-020', `not live, for ${what}`, mode !== 'live', mode)
        return result
      }
      for (const [by, other] of [
        ['rule', 'reviewer'],
        ['reviewer', 'automatic'],
      ] as const) {
        const what = `a decision by a ${by}`
        const { decision_source: source } = await judge(what, await decided(ctx, by, 'approved'))
        if (source !== undefined)
          ctx.expect('CLI-020', `not ${other}, for ${what}`, source !== other, source)
      }
      // The applicant has ended it, so there is no decision. A backend may have its own name for that.
      const what = 'a session that the applicant has ended'
      const { decision_source: source } = await judge(what, await givenUp(ctx))
      if (!isKept) throw new Unreachable(KEEPS_NEITHER)
      if (source === undefined) return
      ctx.expect('EVB-024', `not reviewer, for ${what}`, source !== 'reviewer', source)
      ctx.expect('EVB-025', `not automatic, for ${what}`, source !== 'automatic', source)
      const undecided = {
        'a cancelled session': await ended(ctx, 'cancel'),
        'an expired session': await ended(ctx, 'expire'),
        'a session that awaits its review': await parked(ctx),
      }
      for (const [of, { webhook }] of Object.entries(undecided))
        await deliverAccepted(ctx, 'CLI-020', `the event of ${of}`, webhook)
      await ctx.settle()
      for (const [of, { reference }] of Object.entries(undecided)) {
        const { decision_source: named } = await ctx.result(reference!)
        ctx.expect('EVB-024', `not reviewer, for ${of}`, named !== 'reviewer', named ?? 'none')
        ctx.expect('EVB-025', `not automatic, for ${of}`, named !== 'automatic', named ?? 'none')
      }
    },
  },
]

/** Expects that a missing decisionSource stays unknown after a review too. */
async function expectNoReviewer(ctx: Context): Promise<void> {
  const { sessionId, reference, webhook } = await parked(ctx)
  await deliverAccepted(ctx, 'EVB-023', 'the event of a review', webhook)
  await ctx.simulator.review(sessionId, 'approved')
  const completion = withBody(await ctx.webhook(sessionId, COMPLETED), (event) =>
    without(event, ['decisionSource']),
  )
  const what = 'a completion without decisionSource, after a review'
  await deliverAccepted(ctx, 'EVB-023', what, completion)
  const result = await ctx.resultThat(reference!, ({ outcome }) => outcome !== null)
  const { decision_source: source = null } = result
  ctx.expect('EVB-024', `not reviewer, for ${what}`, source !== 'reviewer', source ?? 'none')
}
