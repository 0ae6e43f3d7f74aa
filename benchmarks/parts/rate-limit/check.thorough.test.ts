import t from 'tap'
import { tinyTarget } from '../../self-test/tiny-target.ts'
import { checkLimits } from './check.ts'

const WINDOW_MS = 1000
const BUDGET = 25

/**
 * A rate limiter with short windows.
 * @param extra requests admitted beyond its budget
 * @param budget the announced budget
 */
function limiter(extra: number, budget = BUDGET): Parameters<typeof tinyTarget>[1] {
  const used = new Map<string, number>()
  return (request, response) => {
    const window = Math.floor(Date.now() / WINDOW_MS)
    const group = /idv-image|browser_token/.exec(request.url!)?.[0] ?? request.method
    const counter = `${request.headers.authorization} ${group} ${window}`
    const before = used.get(counter) ?? 0
    const reset = ((window + 1) * WINDOW_MS) / 1000
    const refused = before >= budget + extra
    if (!refused) used.set(counter, before + 1)
    request.resume().on('end', () => {
      response.writeHead(refused ? 429 : 200, {
        'x-ratelimit-limit': budget,
        'x-ratelimit-remaining': Math.max(0, budget - before - 1),
        'x-ratelimit-reset': reset,
        'x-ratelimit-window': WINDOW_MS / 1000,
      })
      response.end(
        JSON.stringify(
          refused ? { error: { details: { reset_at: reset } } } : { data: { id: 'vs_1' } },
        ),
      )
    })
  }
}

const options = (baseUrl: string) => ({
  baseUrl,
  keys: ['one', 'two'],
  sessionId: 'vs_1',
  artifact: 'front',
  duration: 0.2,
  progress: () => {},
})

t.test('a correct limiter passes at real window edges', async (t) => {
  const lines: string[] = []
  const scenarios = await checkLimits({
    ...options(await tinyTarget(t, limiter(0))),
    progress: (scenario, doing) => {
      lines.push(`${scenario}: ${doing}`)
    },
  })
  t.strictSame(
    scenarios.map(({ name, connections, keys, classes, verdict, problems }) => [
      name,
      connections,
      keys,
      classes.length,
      verdict,
      problems,
    ]),
    [
      ['reads', 1, 1, 1, 'right', []],
      ['reads', 10, 1, 1, 'right', []],
      ['reads', 200, 1, 1, 'right', []],
      ['all at once', 200, 2, 4, 'right', []],
    ],
  )
  t.ok(
    scenarios.every(({ windows }) => windows.some(({ admitted }) => admitted === BUDGET)),
    'budgets were spent',
  )
  t.match(lines[0], /^reads, 1 connections: looking for the edge/)
})

t.test('a limiter that admits one more fails', async (t) => {
  const [one] = await checkLimits(options(await tinyTarget(t, limiter(1))))
  t.equal(one!.verdict, 'wrong')
  t.match(one!.problems.join(), /OVER-ADMISSION/)
})

t.test('a budget that cannot be spent in time is rejected before any load', async (t) => {
  await t.rejects(
    checkLimits(options(await tinyTarget(t, limiter(0, 1_000_000)))),
    /1000000 in 1 s can't be spent in time/,
  )
  const open = await tinyTarget(t, (_request, response) => {
    response.end('{}')
  })
  await t.rejects(checkLimits(options(open)), /returned 200 without X-RateLimit headers/)
})
