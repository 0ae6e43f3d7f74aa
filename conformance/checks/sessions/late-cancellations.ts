import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  COMPLETED,
  SECONDS_OF_SILENCE,
  subscribe,
  verdictDelivery,
} from '../../check/resources/events.ts'
import { resourceIn, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { pollUntil } from '../../check/eventually.ts'
import { Blocked, Unreachable } from '../../check/outcome.ts'
import { reach, startedSession, submissionOf } from '../../check/states.ts'
import { statusIn, verdictRepeats } from '../../check/verdict.ts'
import type { Answer } from '../../http/answer.ts'
import { openRequest } from '../../target/open-choices.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'

/** Ended sessions, and the requirement that their status is terminal. */
const ENDED: readonly [status: string, params: JsonObject, requirement: string][] = [
  ['completed', { outcome: 'approved', decided_by: 'rules' }, 'SES-005'],
  ['completed', { outcome: 'declined', decided_by: 'reviewer' }, 'SES-005'],
  ['expired', { from: 'open' }, 'SES-006'],
]

/** Routes that change an open session, and may show it. */
const ACTIONS = [
  'add_session_note',
  'resend_session',
  'skip_session_step',
  'cancel_session',
] as const

/** Pairs of requests that cross each other. */
const ATTEMPTS = 2

/** Cancellation of sessions that have ended. Only an open session can be cancelled. */
export const lateCancellationChecks: readonly Check[] = [
  {
    id: 'sessions.ended-stays-ended',
    area: 'sessions',
    long: true,
    requirements: ['SES-005', 'SES-006', 'STA-006', 'EVT-004'],
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'session'],
      routes: ['cancel_session'],
    },
    why: 'A cancellation that crosses the verdict must not erase it: the applicant was told.',
    async run(ctx) {
      const { hook, organization, key } = await subscribe(ctx, {})
      const ids: string[] = []
      for (const [status, params, requirement] of ENDED) {
        const { session_id: id } = await reach(
          ctx,
          'session',
          { organization, status, ...params },
          'session_id',
        )
        ids.push(id)
        await hook.wait(about(id))
        const read = { method: 'GET', path: sessionPath(id), as: { key } } as const
        const before = await ctx.setUp(`retrieve a session that is ${status}`, read)
        // The answer is left open (GAP-STATUS-NAMES).
        const answer = await ctx.step('cancel it', {
          ...ctx.route('cancel_session', id),
          as: { key },
        })
        ctx.observe(
          'GAP-STATUS-NAMES',
          `cancel a session that is ${status}: ${statusAndCode(answer)}`,
        )
        const after = await ctx.setUp('retrieve it again', read)
        const [was, is] = [before, after].map(({ json }) => ({
          status: at(json, 'data', 'status'),
          outcome: at(json, 'data', 'outcome'),
        }))
        for (const one of [requirement, 'STA-006'])
          ctx.expect(
            one,
            `status ${status} and the same outcome as before the cancellation`,
            is!.status === status && is!.outcome === was!.outcome,
            is,
          )
      }
      // An open session shows that a cancellation is announced.
      const { session_id: open } = await reach(
        ctx,
        'session',
        { organization, status: 'open' },
        'session_id',
      )
      await ctx.setUp('cancel an open session', {
        ...ctx.route('cancel_session', open),
        as: { key },
      })
      const announced = await hook.wait(about(open))
      await hook.wait(() => false, SECONDS_OF_SILENCE)
      const late = hook.deliveries
        .map(bodyOf)
        .filter(({ type, sessionId }) => type === CANCELLED && ids.includes(String(sessionId)))
      ctx.expect(
        'EVT-004',
        `${CANCELLED} of the open session only`,
        announced !== undefined && late.length === 0,
        late,
      )
    },
  },
  {
    id: 'sessions.no-idv-in-other-responses',
    area: 'sessions',
    requirements: ['SES-007'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      states: ['open_session'],
      routes: ['cancel_session'],
    },
    why: 'Logs of a backend keep the responses to its actions: evidence belongs in none of them.',
    async run(ctx) {
      const { key, session_id: id } = await startedSession(ctx)
      const as = { key }
      const read = { method: 'GET', path: sessionPath(id), as } as const
      // The check may be recorded later (GAP-VERDICT-TIME).
      const session = await pollUntil(
        () => ctx.setUp('retrieve a session that is in progress', read),
        ({ json }) => isObject(at(json, 'data', 'idv')),
        verdictRepeats(ctx),
      )
      if (!isObject(at(session.json, 'data', 'idv')))
        throw new Unreachable('the session in progress has no idv, so no response could show it')
      for (const name of ACTIONS) {
        const request = openRequest(ctx.open, name, id)
        if (!request) continue
        // The response is left open (GAP-SESSION-ACTIONS), and may be an error.
        const answer = await ctx.step(name.replaceAll('_', ' '), { ...request, as })
        const shown = resourceIn(answer) ?? {}
        ctx.expect(
          'SES-007',
          `no idv in the response to ${name.replaceAll('_', ' ')}`,
          !isObject(shown['idv']),
          shown,
        )
      }
    },
  },
  {
    id: 'sessions.cancelled-while-submitted',
    area: 'sessions',
    long: true,
    requirements: ['SES-005', 'EVT-003', 'EVT-004'],
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks', 'browser_tokens'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'open_session'],
      routes: ['cancel_session'],
    },
    why: 'A verification that was both completed and cancelled admits an applicant nobody expects.',
    async run(ctx) {
      const { hook, organization, key } = await subscribe(ctx, { events: [COMPLETED, CANCELLED] })
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const open = await reach(
          ctx,
          'open_session',
          { organization, checks: ['id_verification'], expected_outcome: 'pass' },
          'session_id',
          'browser_token',
        )
        const id = open.session_id
        const submit = () =>
          ctx.step(
            'submit the only step',
            submissionOf(ctx, open['submission'], open.browser_token),
          )
        const cancel = () =>
          ctx.step('cancel it at once', { ...ctx.route('cancel_session', id), as: { key } })
        // Each of the two comes first sometimes.
        const order = attempt % 2 === 0 ? [submit, cancel] : [cancel, submit]
        const answers = await Promise.all(order.map((send) => send()))
        if (!answers.some(isAccepted))
          throw new Blocked(
            `both requests were refused: ${answers.map(statusAndCode).join(' and ')}`,
          )
        await verdictDelivery(hook, about(id))
        await hook.wait(() => false, SECONDS_OF_SILENCE)
        const ends = hook.deliveries.filter(about(id)).map((one) => bodyOf(one)['status'])
        // The name of the other status is left open (GAP-STATUS-NAMES).
        const [completed, cancelled] = [true, false].map((wanted) =>
          ends.some((status) => (status === 'completed') === wanted),
        )
        for (const requirement of ['EVT-003', 'EVT-004'])
          ctx.expect(
            requirement,
            'the event of one end of the session',
            !(completed && cancelled),
            ends,
          )
        if (completed === cancelled) continue
        const read = { method: 'GET', path: sessionPath(id), as: { key } } as const
        const hasEnd = (answer: Answer): boolean => (statusIn(answer) === 'completed') === completed
        // The record may follow the event (GAP-VERDICT-TIME).
        const session = await pollUntil(
          () => ctx.setUp('retrieve the session', read),
          hasEnd,
          verdictRepeats(ctx),
        )
        ctx.expect(
          'SES-005',
          `the status that its event announced: ${ends.join()}`,
          hasEnd(session),
          statusIn(session),
        )
      }
    },
  },
]
