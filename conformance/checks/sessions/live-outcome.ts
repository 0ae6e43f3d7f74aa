import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { sessionIdIn, statusAndCode } from '../../check/idioms.ts'
import {
  about,
  arrived,
  bodyOf,
  COMPLETED,
  REVIEW,
  subscribe,
  verdictDelivery,
} from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'

/** Values that a live session must ignore; undefined omits the field, for comparison. */
export const IGNORED_OUTCOMES = ['pass', 'review', 'fail'] as const
const SENT = [undefined, ...IGNORED_OUTCOMES]

export const liveOutcomeChecks: readonly Check[] = [
  {
    id: 'sessions.live-ends-without-expected-outcome',
    area: 'sessions',
    requirements: ['OUT-024'],
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'submitted_session'],
    },
    why: 'A field left over from test mode must not approve or decline a real applicant.',
    async run(ctx) {
      let usual: string | undefined
      for (const expected_outcome of SENT) {
        // Each in its own organization, because a service may recognize a person who comes again.
        const events = [COMPLETED, REVIEW]
        const { hook, organization, key } = await subscribe(ctx, { mode: 'live', events })
        const what = expected_outcome ?? 'no expected_outcome'
        const created = await ctx.step(`create a live session with ${what}`, {
          method: 'POST',
          path: '/v1/sessions',
          as: { key },
          json: {
            ...ctx.sessionFields('home.live'),
            ...(expected_outcome !== undefined && { expected_outcome }),
          },
        })
        if (!ctx.expect('OUT-024', `2xx with ${what}`, isAccepted(created), statusAndCode(created)))
          continue
        const session_id = sessionIdIn(created)
        await reach(ctx, 'submitted_session', { mode: 'live', organization, session_id })
        const delivery = arrived(
          `the end with ${what}`,
          await verdictDelivery(hook, about(session_id)),
        )
        const { status, outcome } = bodyOf(delivery)
        const end = `${String(status)}, outcome ${String(outcome)}`
        usual ??= end
        ctx.expect(
          'OUT-024',
          `the end without the field, with ${what}: ${usual}`,
          end === usual,
          end,
        )
      }
    },
  },
]
