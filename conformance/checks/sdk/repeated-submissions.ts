import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { Blocked } from '../../check/outcome.ts'
import {
  about,
  bodyOf,
  COMPLETED,
  SECONDS_OF_SILENCE,
  subscribe,
  verdictDelivery,
} from '../../check/resources/events.ts'
import { post, signingSession } from '../../check/resources/signing.ts'
import { reach, submissionOf } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import type { Hook } from '../../receiver/hooks.ts'

const SIGNED = 'kyc.session.document_signed'

/** Requests that a page sends twice at once, as after a double click. Their responses are left open. */
export const repeatedSubmissionChecks: readonly Check[] = [
  {
    id: 'sdk.submitted-twice',
    area: 'sdk',
    long: true,
    requirements: ['EVT-003'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'open_session'],
    },
    why: 'A double click must not announce two verdicts of one verification.',
    async run(ctx) {
      const { hook, organization } = await subscribe(ctx, { events: [COMPLETED] })
      const open = await reach(
        ctx,
        'open_session',
        { organization, checks: ['id_verification'], expected_outcome: 'pass' },
        'session_id',
        'browser_token',
      )
      const request = submissionOf(ctx, open['submission'], open.browser_token)
      const answers = await Promise.all([
        ctx.step('submit the only step', request),
        ctx.step('submit it again', request),
      ])
      blockUnlessAccepted(answers)
      await verdictDelivery(hook, about(open.session_id))
      const bodies = await differentBodies(hook, open.session_id)
      ctx.expect('EVT-003', `one ${COMPLETED} of the session`, bodies.length === 1, bodies)
    },
  },
  {
    id: 'esign.signed-twice',
    area: 'esign',
    long: true,
    requirements: ['EVT-012'],
    level: 'must',
    needs: {
      features: ['document_signing', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'signing_session'],
    },
    why: 'A double click must not seal two copies of one document.',
    async run(ctx) {
      const { hook, organization } = await subscribe(ctx, { events: [SIGNED] })
      const session = await signingSession(ctx, 'consented', { organization })
      const answers = await Promise.all([
        post(ctx, 'sign with the typed name', session, 'sign'),
        post(ctx, 'sign again', session, 'sign'),
      ])
      blockUnlessAccepted(answers)
      await hook.wait(about(session.session_id))
      const bodies = await differentBodies(hook, session.session_id)
      ctx.expect('EVT-012', `one ${SIGNED} of the session`, bodies.length === 1, bodies)
    },
  },
]

/** @throws {Blocked} if no request was accepted, so that nothing is announced */
function blockUnlessAccepted(answers: readonly Answer[]): void {
  if (!answers.some(isAccepted))
    throw new Blocked(`both requests were refused: ${answers.map(statusAndCode).join(' and ')}`)
}

/** Returns the different bodies about a session: one event may arrive twice (GAP-DELIVERY-ORDER). */
async function differentBodies(hook: Hook, id: string): Promise<unknown[]> {
  await hook.wait(() => false, SECONDS_OF_SILENCE)
  const seen = hook.deliveries.filter(about(id))
  return [...new Map(seen.map((one) => [one.body.toString(), bodyOf(one)])).values()]
}
