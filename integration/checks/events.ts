import { setTimeout as sleep } from 'node:timers/promises'
import { Unreachable } from '../../conformance/check/outcome.ts'
import { count } from '../../conformance/text.ts'
import type { Check, Context } from '../check.ts'
import type { Outcome } from '../driver/protocol.ts'
import type { WebhookParts } from '../service/sign.ts'
import {
  COMPLETED,
  completed,
  deliverAccepted,
  expectNoDecision,
  isAccepted,
  seen,
  withBody,
  without,
} from './idioms.ts'
import { decided, ended, givenUp, parked, type ReportedSession } from './sessions.ts'
import { SIGNED, signingEvent } from './signing-events.ts'

const KEEPS_NEITHER =
  'the driver reports neither "decision_source" nor "mode"; if the backend keeps them, add them to "result"'
const FLUSH_MS = 1500
const REPLAYED_AFTER_MS = 40 * 24 * 60 * 60 * 1000

/** Checks of how a receiver parses events. */
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
  {
    id: 'receiver.duplicates',
    area: 'receiver',
    requirements: ['CLI-001'],
    level: 'should',
    needs: { webhook: true },
    why: 'Deliveries are repeated after a lost response and by replays: the goods would be sent twice.',
    async run(ctx) {
      const { reference, webhook } = await completed(ctx)
      const answers = await Promise.all([
        ctx.deliver('deliver the completion of a verification', webhook),
        ctx.deliver('deliver it again at the same time', webhook),
      ])
      // A receiver may refuse an event that it is processing: the sender repeats that delivery.
      ctx.expect(
        'CLI-001',
        '2xx for one of two deliveries at the same time',
        answers.some(isAccepted),
        answers.map(seen),
      )
      // A backend that processes events later knows a duplicate only then.
      await ctx.settle()
      const repeated = await ctx.deliver('deliver it a third time', webhook)
      ctx.expect('CLI-001', '2xx for a later delivery', isAccepted(repeated), seen(repeated))
      // A retry after a rotation has another signature.
      const rotated = { ...webhook, signature: { beside: 'newer' } } as const
      const what = 'a repeated delivery that a newer secret signs too'
      await deliverAccepted(ctx, 'CLI-001', what, rotated)
      // A replay has the stored body, with the time of the transition.
      const { webhook: old } = await ended(ctx, 'expire')
      const occurredAt = new Date(Date.now() - REPLAYED_AFTER_MS).toISOString()
      const replay = withBody(old, (event) => ({ ...event, occurredAt }))
      await deliverAccepted(ctx, 'CLI-001', 'the replay of an event of 40 days ago', replay)
      if (reference === undefined || !ctx.can('result')) return
      await ctx.settle()
      const { effects } = await ctx.resultThat(reference, (one) => (one.effects ?? 1) > 0)
      if (effects !== undefined)
        ctx.expect(
          'CLI-001',
          'one effect of four deliveries',
          effects === 1,
          count(effects, 'effect'),
        )
      if (effects !== undefined && ctx.can('restart'))
        await expectOneAfterRestart(ctx, reference, webhook)
    },
  },
]

/** A replay can come days later: a restart in between must not forget which events were processed. */
async function expectOneAfterRestart(
  ctx: Context,
  reference: string,
  webhook: WebhookParts,
): Promise<void> {
  // A backend may write its records to the disk once a second.
  await sleep(FLUSH_MS)
  await ctx.drive('restart', {})
  const what = 'a repeated delivery after a restart'
  await deliverAccepted(ctx, 'CLI-001', what, webhook)
  await ctx.settle()
  const { effects = 0 } = await ctx.result(reference)
  ctx.expect('CLI-001', `one effect, after ${what}`, effects <= 1, count(effects, 'effect'))
}

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

/** Builds the same webhook as the service sent it before it added three members. */
function inOldForm(webhook: WebhookParts): WebhookParts {
  return withBody(webhook, (event) => without(event, ['mode', 'type', 'decisionSource']))
}
