import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { isRefused, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { Unreachable } from '../../check/outcome.ts'
import { about, bodyOf, CANCELLED, COMPLETED, subscribe } from '../../check/resources/events.ts'
import { reach, reachIfPossible, startedSession } from '../../check/states.ts'
import { verdictRepeats } from '../../check/verdict.ts'
import { at, type JsonObject } from '../../http/json.ts'

/** An end of a session, and what its record and its event say. */
interface End {
  label: string
  params: JsonObject & { status: string }
  event: string
  outcome: string | null
  /** Requirements of the record. */
  record: readonly string[]
  /** Requirements of the event. */
  announced: readonly string[]
}

const ENDS: readonly End[] = [
  {
    label: 'the applicant did not finish in time',
    params: { status: 'expired', from: 'open' },
    event: 'kyc.session.expired',
    outcome: null,
    record: ['STA-010'],
    announced: ['STA-012', 'STA-013'],
  },
  {
    label: 'the applicant ended it',
    params: { status: 'completed', outcome: 'declined', decided_by: 'applicant' },
    event: COMPLETED,
    outcome: 'declined',
    record: ['STA-014'],
    announced: ['STA-014', 'STA-015', 'STA-016'],
  },
]

const REQUIREMENTS = [
  ...new Set(ENDS.flatMap(({ record, announced }) => [...record, ...announced])),
]
const NEEDS = { features: ['sessions', 'webhooks'], credentials: [], webhooks: true } as const

/**
 * Ends of a session that its applicant has started. It is still open: the table lets only open
 * sessions be parked, which happens after submissions.
 */
export const startedSessionChecks: readonly Check[] = [
  {
    id: 'sessions.ends-after-a-start',
    area: 'sessions',
    requirements: REQUIREMENTS,
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: 'Most applicants who give up have started before; the backend must learn of it all the same.',
    run: (ctx) =>
      expectEnds(ctx, 'a started session', 0, async (organization) => {
        const started = { organization, status: 'in_progress' }
        return (await reach(ctx, 'session', started, 'session_id')).session_id
      }),
  },
  {
    id: 'sessions.ends-after-a-check',
    area: 'sessions',
    requirements: REQUIREMENTS,
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'open_session', 'session'] },
    why: 'A check that passed is no decision: the applicant gave up, and nobody judged the rest.',
    run: (ctx) =>
      expectEnds(
        ctx,
        'a session with one of two checks done',
        verdictRepeats(ctx),
        async (organization) => (await startedSession(ctx, { organization })).session_id,
      ),
  },
  {
    id: 'sessions.cancelled-after-a-start',
    area: 'sessions',
    requirements: ['STA-006', 'STA-007'],
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'session'],
      routes: ['cancel_session'],
    },
    why: 'An operator must be able to stop an applicant who has started.',
    async run(ctx) {
      const { hook, organization, key } = await subscribe(ctx, {})
      const { session_id: id } = await reach(
        ctx,
        'session',
        { organization, status: 'in_progress' },
        'session_id',
      )
      const read = { method: 'GET', path: sessionPath(id), as: { key } } as const
      const before = at(
        (await ctx.setUp('retrieve a started session', read)).json,
        'data',
        'status',
      )
      const cancelled = await ctx.step('cancel it', {
        ...ctx.route('cancel_session', id),
        as: { key },
      })
      const after = at((await ctx.setUp('retrieve it again', read)).json, 'data', 'status')
      // The contract states that open sessions can be cancelled, and names sessions in progress beside them.
      if (isRefused(cancelled) && after === before)
        throw new Unreachable(
          `the service refuses to cancel a started session: ${statusAndCode(cancelled)}`,
        )
      // The contract leaves the status of a cancelled session open (GAP-STATUS-NAMES).
      ctx.expect(
        'STA-006',
        'a status other than before, and neither completed nor expired',
        after !== before && after !== 'completed' && after !== 'expired',
        `${String(after)}, after ${statusAndCode(cancelled)}`,
      )
      const delivery = await hook.wait(
        (one) => about(id)(one) && (bodyOf(one)['type'] ?? CANCELLED) === CANCELLED,
      )
      ctx.expect(
        'STA-007',
        CANCELLED,
        delivery !== undefined,
        `${hook.deliveries.length} deliveries`,
      )
    },
  },
]

/**
 * @param repeats reads until the end shows: after a submission it may show some seconds later
 * @param open makes a session in the organization, and returns its id
 */
async function expectEnds(
  ctx: Context,
  what: string,
  repeats: number,
  open: (organization: string) => Promise<string>,
): Promise<void> {
  const { hook, organization, key } = await subscribe(ctx, {})
  for (const { label, params, event, outcome, record, announced } of ENDS) {
    const session_id = await open(organization)
    await reachIfPossible(ctx, 'session', { organization, session_id, ...params })
    const session = await pollUntil(
      () =>
        ctx.step(`retrieve ${what}: ${label}`, {
          method: 'GET',
          path: sessionPath(session_id),
          as: { key },
        }),
      (answer) => at(answer.json, 'data', 'status') === params.status,
      repeats,
    )
    const status = at(session.json, 'data', 'status')
    for (const requirement of record)
      ctx.expect(
        requirement,
        `the status ${params.status}: ${label}`,
        status === params.status,
        status ?? statusAndCode(session),
      )
    const delivery = await hook.wait(
      (one) => about(session_id)(one) && bodyOf(one)['status'] === params.status,
    )
    const body = delivery && bodyOf(delivery)
    for (const requirement of announced)
      ctx.expect(
        requirement,
        `${event} with outcome ${outcome} and no decisionSource: ${label}`,
        body !== undefined &&
          (body['type'] ?? event) === event &&
          body['outcome'] === outcome &&
          !Object.hasOwn(body, 'decisionSource'),
        body ?? 'no event came',
      )
  }
}
