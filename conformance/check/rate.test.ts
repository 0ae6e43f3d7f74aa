import t, { type Test } from 'tap'
import type { Answer } from '../http/answer.ts'
import type { Context, StepRequest } from './check.ts'
import { Blocked, Broken, Unreachable } from './outcome.ts'
import { exhaustBudget, throwUnused, type Unused, unusedOf, whileExhausted } from './rate.ts'

const BUDGET = 3
const list: StepRequest = { method: 'GET', path: '/v1/sessions' }
const log: StepRequest = { method: 'GET', path: '/v1/webhook-events' }

/**
 * A context whose service has one budget per window, and refuses the paths of `limited`.
 * @param rounded seconds that are added to the end of the window, by turns
 */
function service(limited: readonly string[], rounded: readonly number[] = [0]) {
  let [reset, taken, responses] = [60, 0, 0]
  const roll = () => {
    ;[reset, taken] = [reset + 60, 0]
  }
  const step = async (_label: string, { path }: StepRequest): Promise<Answer> => {
    const status = limited.includes(path) && ++taken > BUDGET ? 429 : 200
    const rate: Record<string, number> = {
      'X-RateLimit-Limit': BUDGET,
      'X-RateLimit-Remaining': Math.max(0, BUDGET - taken),
      'X-RateLimit-Reset': reset + rounded[responses++ % rounded.length]!,
      'X-RateLimit-Window': 60,
    }
    const headers = (name: string) => (name in rate ? [String(rate[name])] : [])
    return { status, headers, header: (name: string) => headers(name)[0] } as Answer
  }
  return { ctx: { step } as unknown as Context, roll }
}

const budgets = [{ label: 'list sessions', request: list }]

t.test('a request is repeated if its window ended', async (t) => {
  const { ctx, roll } = service([list.path, log.path])
  await exhaustBudget(ctx, 'list sessions', list)
  let sent = 0
  const answer = await whileExhausted(ctx, budgets, () => {
    if (sent++ === 0) roll()
    return ctx.step('read the log', log)
  })
  t.strictSame([answer.status, sent], [429, 2])
})

t.test('a request that is admitted within the window is returned', async (t) => {
  const { ctx } = service([list.path])
  await exhaustBudget(ctx, 'list sessions', list)
  t.equal((await whileExhausted(ctx, budgets, () => ctx.step('read the log', log))).status, 200)
})

t.test('a request is found to be admitted although its window ended first', async (t) => {
  const { ctx, roll } = service([list.path])
  await exhaustBudget(ctx, 'list sessions', list)
  let sent = 0
  const answer = await whileExhausted(ctx, budgets, () => {
    if (sent++ === 0) roll()
    return ctx.step('read the log', log)
  })
  t.strictSame([answer.status, sent], [200, 2])
})

t.test('windows that end at once are a fault of the service', async (t) => {
  const { ctx, roll } = service([list.path, log.path])
  await exhaustBudget(ctx, 'list sessions', list)
  const ended = whileExhausted(ctx, budgets, () => {
    roll()
    return ctx.step('read the log', log)
  })
  const error = await ended.catch((error: unknown) => error)
  t.ok(error instanceof Blocked && error instanceof Broken)
  t.equal((error as Broken).step.requirement, 'LIM-008')
})

t.test('an end that is rounded up or down is of one window', async (t) => {
  const { ctx } = service([list.path], [0, 1])
  const { refusal, taken, first, left } = await exhaustBudget(ctx, 'list sessions', list)
  t.strictSame([refusal.status, taken, first, left], [429, BUDGET, BUDGET - 1, 0])
})

t.test('each repeat can have a record of its own', async (t) => {
  const { ctx } = service([list.path])
  let made = 0
  const next = async (): Promise<StepRequest> => ({ ...list, json: made++ })
  t.equal((await exhaustBudget(ctx, 'list sessions', next)).taken, BUDGET)
  t.equal(made, BUDGET + 1)
})

/** A context whose requests take some seconds by a clock of their own; a window is a minute. */
function slowService(t: Test, seconds: number, budget: number) {
  let [clock, window, taken] = [30, 0, 0]
  t.intercept(performance, 'now', { value: () => clock * 1000 })
  const step = async (): Promise<Answer> => {
    const sent = clock
    await new Promise((resolve) => setImmediate(resolve))
    clock = Math.max(clock, sent + seconds)
    const now = Math.floor(sent / 60)
    if (now > window) [window, taken] = [now, 0]
    const rate: Record<string, number> = {
      'X-RateLimit-Limit': budget,
      'X-RateLimit-Remaining': Math.max(0, budget - ++taken),
      'X-RateLimit-Reset': (window + 1) * 60,
      'X-RateLimit-Window': 60,
    }
    const headers = (name: string) => (name in rate ? [String(rate[name])] : [])
    const header = (name: string) => headers(name)[0]
    return { status: taken > budget ? 429 : 200, headers, header } as Answer
  }
  return { step } as unknown as Context
}

t.test('a budget of 300 is used up within a window at 200 ms for each request', async (t) => {
  const { refusal, taken, first, left } = await exhaustBudget(
    slowService(t, 0.2, 300),
    'list sessions',
    list,
  )
  t.strictSame([refusal.status, taken, first, left], [429, 300, 299, 0])
})

t.test(
  'requests under way at the end of a window count in the one that admitted them',
  async (t) => {
    const [seconds, budget] = [0.5, 60]
    let [clock, window, taken, calls] = [58, 0, 0, 0]
    t.intercept(performance, 'now', { value: () => clock * 1000 })
    const step = async (): Promise<Answer> => {
      const sent = clock
      // Every second request is admitted later, some of them in the next window.
      const now = Math.floor((sent + (calls++ % 2) * 1.5 * seconds) / 60)
      if (now > window) [window, taken] = [now, 0]
      if (now === window) taken++
      const status = now === window && taken > budget ? 429 : 200
      await new Promise((resolve) => setImmediate(resolve))
      clock = Math.max(clock, sent + seconds)
      // The headers are those of the moment of the response.
      const rate: Record<string, number> = {
        'X-RateLimit-Limit': budget,
        'X-RateLimit-Remaining': Math.max(0, budget - taken),
        'X-RateLimit-Reset': (window + 1) * 60,
        'X-RateLimit-Window': 60,
      }
      const headers = (name: string) => (name in rate ? [String(rate[name])] : [])
      return { status, headers, header: (name: string) => headers(name)[0] } as Answer
    }
    const ctx = { step } as unknown as Context
    const { refusal, taken: seen } = await exhaustBudget(ctx, 'list sessions', list)
    t.strictSame([refusal.status, seen], [429, budget])
  },
)

t.test('a service that is too slow for its budget is not judged, with the reason', async (t) => {
  const error = await exhaustBudget(slowService(t, 20, 300), 'list sessions', list).catch(unusedOf)
  t.match(error, { name: 'Blocked', message: /budget of 300 to list sessions .* took \d+ s; run/ })
  t.throws(() => throwUnused([error as Unused]), {
    name: 'Blocked',
    message: /run the suite closer/,
  })
  t.throws(() => throwUnused([new Unreachable('too large')]), { name: 'Unreachable' })
})
