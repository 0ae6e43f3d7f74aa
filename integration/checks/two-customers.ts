import { setTimeout as sleep } from 'node:timers/promises'
import type { Check, Context, StartedSession } from '../check.ts'
import type { WebhookParts } from '../service/sign.ts'
import {
  COMPLETED,
  completed,
  deliverAccepted,
  eventOf,
  expectNoDecision,
  expectNoEffects,
  isAccepted,
  underWay,
} from './idioms.ts'

/** A driver may expect one request in each read. */
const NEXT_LINE_MS = 20
/** Longest time that a request waits for another one at the same time. */
const MOST_HELD_MS = 1000

/** Checks that verifications of different customers are kept apart. */
export const TWO_CUSTOMERS: readonly Check[] = [
  {
    id: 'backend.own-results',
    area: 'backend',
    requirements: ['CLI-025'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'A variable that two tasks share approves the customer who was declined.',
    async run(ctx) {
      const begun = await atOnce(ctx, 'createSession', [() => ctx.tryBegin(), () => ctx.tryBegin()])
      // A backend may begin one verification at a time, and refuse the other one.
      const [first, second] = [
        await startedOr(ctx, begun[0]!),
        await startedOr(ctx, begun[1]!),
      ] as const
      ctx.expect(
        'CLI-025',
        'two sessions for two verifications that begin at the same time',
        first.sessionId !== second.sessionId,
        `${first.sessionId} for both`,
      )
      if (first.sessionId === second.sessionId) return
      await ctx.simulator.submit(first.sessionId)
      await ctx.simulator.end(second.sessionId)
      const webhooks = [
        await ctx.webhook(first.sessionId, COMPLETED),
        await ctx.webhook(second.sessionId, COMPLETED),
      ]
      await deliverAtOnce(ctx, webhooks)
      const approved = await ctx.resultThat(first.reference, (one) => one.outcome !== null)
      const declined = await ctx.resultThat(second.reference, (one) => one.outcome !== null)
      for (const [expected, { outcome, effects }] of [
        ['approved', approved],
        ['declined', declined],
      ] as const) {
        const what = `${expected}, for one of two sessions that completed at the same time`
        ctx.expect('CLI-025', what, outcome === expected, outcome ?? 'no outcome')
        if (expected === 'declined') expectNoEffects(ctx, 'CLI-025', effects, 'another session')
      }
      await expectOwnAfterLoss(ctx)
      await expectNewAfterLoss(ctx)
    },
  },
  {
    id: 'receiver.other-sessions',
    area: 'receiver',
    requirements: ['CLI-028', 'CLI-025'],
    level: 'should',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'Sessions are also created in the console and by other systems. A queue that stops at their events loses all later ones.',
    async run(ctx) {
      const open = await ctx.begin()
      const sessionId = await ctx.createSession()
      await ctx.simulator.submit(sessionId)
      // A receiver may refuse both: a session that it does not know yet is delivered again.
      for (const [of, webhook] of Object.entries({
        'a session that the backend has not begun': await ctx.webhook(sessionId, COMPLETED),
        'a session that does not exist': eventOf(`vs_${ctx.unique()}`, { type: COMPLETED }),
      })) {
        await ctx.deliver(`deliver the event of ${of}`, webhook, { mayBeLate: true })
        const own = await completed(ctx)
        const what = `the completion of its own session, after the event of ${of}`
        await deliverAccepted(ctx, 'CLI-028', what, own.webhook)
        const { outcome } = await ctx.resultThat(own.reference!, (one) => one.outcome !== null)
        ctx.expect('CLI-028', `approved, from ${what}`, outcome === 'approved', outcome ?? 'none')
      }
      const source = 'the events of other sessions'
      await expectNoDecision(ctx, 'CLI-025', open.reference, source)
    },
  },
]

/**
 * Loses the response to a creation, and creates a session for another system before the backend
 * looks for its own. Then the newest session of the list is not the lost one.
 */
async function expectOwnAfterLoss(ctx: Context): Promise<void> {
  let isLost = false
  let other: string | undefined
  ctx.rules.next('createSession', () => {
    isLost = true
    return { lose: 'response' }
  })
  ctx.rules.add({
    when: ({ operation }) => isLost && operation === 'listSessions',
    action: () => ({ hold: ctx.createSession().then((id) => (other = id)) }),
    times: 1,
  })
  const begun = await ctx.tryBegin()
  // A backend may give up, and look for the session when it is asked again.
  const again = 'failed' in begun ? await ctx.tryBegin(begun.reference) : begun
  ctx.rules.clear()
  if (other === undefined || 'failed' in again) return
  const expected = 'not the session of another system, after the response to a creation was lost'
  ctx.expect('CLI-025', expected, again.sessionId !== other, other)
}

/** Loses a creation before the service has seen it: the newest session of the list is that of another customer. */
async function expectNewAfterLoss(ctx: Context): Promise<void> {
  const earlier = await ctx.begin()
  ctx.rules.next('createSession', { lose: 'request' })
  const begun = await ctx.tryBegin()
  const again = 'failed' in begun ? await ctx.tryBegin(begun.reference) : begun
  if ('failed' in again) return
  const expected = 'a session of its own, after the request of a creation was lost'
  const got = `${earlier.sessionId}, which belongs to the verification before`
  ctx.expect('CLI-025', expected, again.sessionId !== earlier.sessionId, got)
}

/** Expects that the tokens of two customers who ask at the same time are each for their own session. */
export async function expectOwnTokens(
  ctx: Context,
  customers: readonly Pick<StartedSession, 'reference' | 'sessionId'>[],
): Promise<void> {
  const before = ctx.exchanges().length
  const mint = (reference: string) => async (): Promise<unknown> =>
    (await ctx.drive('browser_token', { reference }).catch(() => ({ token: undefined })))['token']
  const tokens = await atOnce(
    ctx,
    'createBrowserToken',
    customers.map(({ reference }) => mint(reference)),
  )
  const minted = ctx.exchanges().slice(before)
  for (const [i, { sessionId }] of customers.entries()) {
    const token = tokens[i]
    // A backend may refuse one of two requests at the same time.
    if (typeof token !== 'string' || token === '') continue
    const ids = minted
      .filter(({ responseBody }) => responseBody.includes(JSON.stringify(token)))
      .map((one) => one.sessionId)
    ctx.expect(
      'MNT-002',
      `a token for ${sessionId}, while another customer asks for one`,
      ids.includes(sessionId),
      ids[0] === undefined ? 'one that was not minted for it' : `one for ${ids[0]}`,
    )
  }
}

/** Runs tasks at the same time. The requests of one operation wait for each other. */
async function atOnce<T>(
  ctx: Context,
  operation: string,
  tasks: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const before = ctx.exchanges({ operation }).length
  // They end their wait at the same moment.
  let arrived: Promise<void> | undefined
  const all = async (): Promise<void> => {
    const deadline = Date.now() + MOST_HELD_MS
    while (ctx.exchanges({ operation }).length < before + tasks.length && Date.now() < deadline)
      await sleep(NEXT_LINE_MS)
  }
  ctx.rules.add({
    when: (asked) => asked.operation === operation,
    action: () => ({ hold: (arrived ??= all()) }),
    times: tasks.length,
  })
  try {
    const running: Promise<T>[] = []
    for (const task of tasks) {
      running.push(underWay(task()))
      await sleep(NEXT_LINE_MS)
    }
    return await Promise.all(running)
  } finally {
    ctx.rules.clear()
  }
}

/** Delivers events at the same time, and again those that the receiver refuses. */
async function deliverAtOnce(ctx: Context, webhooks: readonly WebhookParts[]): Promise<void> {
  const deliver = (webhook: WebhookParts) => (): ReturnType<Context['deliver']> =>
    ctx.deliver('deliver one of two completions at the same time', webhook, { mayBeLate: true })
  const answers = await atOnce(ctx, 'retrieveSession', webhooks.map(deliver))
  for (const [i, webhook] of webhooks.entries())
    if (!isAccepted(answers[i]!)) await ctx.deliver('deliver one of them again', webhook)
}

async function startedOr(
  ctx: Context,
  begun: Awaited<ReturnType<Context['tryBegin']>>,
): Promise<StartedSession> {
  return 'failed' in begun ? ctx.begin() : begun
}
