import fc from 'fast-check'
import t from 'tap'
import { judge } from './judge.ts'
import type { Seen } from './traffic.ts'

const END = 1_800_000_060
const LIMIT = 3

/** One response at this many ms relative to the end of the first window. */
function answer(at: number, status: number, more: Partial<Seen> = {}): Seen {
  const reset = at < 0 ? END : END + 60
  return {
    key: 0,
    routeClass: 'reads',
    status,
    sent: END * 1000 + at,
    received: END * 1000 + at + 1,
    limit: LIMIT,
    remaining: status === 429 ? 0 : LIMIT - 1,
    reset,
    windowSeconds: 60,
    ...(status === 429 && { detailsReset: reset }),
    ...more,
  }
}

const admitted = (at: number, count: number) => Array.from({ length: count }, () => answer(at, 200))
const WINDOW = [...admitted(-500, 3), answer(-400, 429)]
const NEXT = [...admitted(105, 3), answer(120, 429)]

t.test('exactly the budget on both sides of the edge is correct', async (t) => {
  const { verdict, windows, problems, rolled } = judge([...WINDOW, ...NEXT], true)
  t.strictSame([verdict, problems], ['right', []])
  const count = { key: 0, route_class: 'reads', limit: 3, admitted: 3, refused: 1 }
  t.strictSame(windows, [
    { ...count, reset_at: END },
    { ...count, reset_at: END + 60 },
  ])
  t.strictSame(
    rolled,
    { from: -400, until: 106 },
    'between the last refusal and the first admission of the new window',
  )
})

t.test('longer traffic spans more windows', async (t) => {
  const third = (at: number, status: number, remaining = 0) =>
    answer(60_000 + at, status, {
      remaining,
      reset: END + 120,
      ...(status === 429 && { detailsReset: END + 120 }),
    })
  const seen = [
    ...WINDOW,
    ...NEXT,
    answer(59_980, 429),
    third(104, 200, 2),
    third(105, 200, 1),
    third(106, 200),
    third(120, 429),
  ]
  const { verdict, problems, windows } = judge(seen, true)
  t.strictSame([verdict, problems, windows.length], ['right', [], 3])
  const more = judge([...seen, third(130, 200)], true)
  t.match(more.problems, [
    /OVER-ADMISSION: 4 in a window/,
    /1 responses whose X-RateLimit-Remaining is not below/,
    /OVER-ADMISSION: 10 in 3 windows/,
  ])
  t.match(
    judge([...seen, answer(60_300, 200, { reset: END + 121 })], true).problems.join(),
    /changed: 4 values of reset_at, expected at most 3/,
  )
})

t.test('judges half a million responses', async (t) => {
  const refused = Array.from({ length: 500_000 }, () => answer(-300, 429))
  t.match(judge([...WINDOW, ...refused, ...NEXT], true), {
    verdict: 'right',
    rolled: { from: -300, until: 106 },
  })
})

t.test('without a spent budget there is no verdict', async (t) => {
  t.match(judge(admitted(-500, 3), true), { verdict: 'unjudged', rolled: null })
})

t.test('early refusals are correct in a window that others have used', async (t) => {
  const used = [...admitted(-500, 1), answer(-400, 429), ...NEXT]
  t.equal(judge(used, false).verdict, 'right')
  t.match(judge(used, true).problems, [/refused after 1 in a window with a budget of 3/])
})

t.test(
  'a response in flight at the edge may describe either window, but counts once',
  async (t) => {
    const late = { sent: END * 1000 - 30, received: END * 1000 + 30 }
    const first = [...admitted(-500, 2), answer(-400, 429)]
    const asNew = answer(5, 200, late)
    t.match(judge([...first, asNew, ...NEXT], true), { verdict: 'right', problems: [] })
    t.match(judge([...WINDOW, asNew, ...NEXT], true).problems, [
      /OVER-ADMISSION: 7 in 2 windows with a budget of 6/,
    ])
  },
)

t.test('each fault of a limiter is detected', async (t) => {
  const table: [what: string, seen: Seen[], problem: RegExp][] = [
    [
      'one more',
      [...WINDOW, answer(-300, 200), ...NEXT],
      /^key 1, reads: OVER-ADMISSION: 4 in a window with a budget of 3/,
    ],
    ['one more at the edge', [...WINDOW, ...NEXT, answer(30, 200)], /OVER-ADMISSION: 7 in 2/],
    ['one more later', [...WINDOW, ...admitted(160, 4)], /OVER-ADMISSION: 4 in a window/],
    ['an early refusal', [...WINDOW, ...admitted(105, 2), answer(120, 429)], /refused after 2/],
    [
      'a sliding reset',
      [...WINDOW, answer(-200, 200, { reset: END + 1 }), ...NEXT],
      /changed: 3 values of reset_at/,
    ],
    [
      'a window that ends late',
      [...WINDOW, answer(1500, 429, { reset: END, detailsReset: END }), ...NEXT],
      /1 responses of a window that should have ended more than a second before/,
    ],
    [
      'a window that ends early',
      [...WINDOW, answer(-1500, 200, { reset: END + 60 }), ...admitted(105, 2), answer(120, 429)],
      /1 responses of the next window more than a second before the end/,
    ],
    [
      'other details than headers',
      [...WINDOW, ...admitted(105, 3), answer(120, 429, { detailsReset: END })],
      /details\.reset_at differs/,
    ],
    [
      'no details',
      [...WINDOW, ...admitted(105, 3), answer(120, 429, { detailsReset: Number.NaN })],
      /details\.reset_at differs/,
    ],
    [
      'a refusal with a remaining budget',
      [...WINDOW, ...admitted(105, 3), answer(120, 429, { remaining: 1 })],
      /impossible X-RateLimit-Remaining/,
    ],
    [
      'more remaining than possible',
      [...WINDOW, ...admitted(105, 2), answer(106, 200, { remaining: 3 }), answer(109, 429)],
      /Remaining/,
    ],
    [
      'a remaining budget that does not fall',
      [...admitted(-500, 2), answer(-450, 200), answer(-400, 429), ...NEXT],
      /1 responses whose X-RateLimit-Remaining is not below/,
    ],
    [
      'a changing limit',
      [...WINDOW, ...NEXT, answer(30, 429, { limit: 4 })],
      /X-RateLimit-Limit changed/,
    ],
    ['another answer', [...WINDOW, answer(-1, 500), ...NEXT], /1 unexpected responses: 500/],
    [
      'no headers',
      [answer(-1, 429, { reset: Number.NaN })],
      /unexpected responses: 429 without rate limit headers/,
    ],
  ]
  for (const [what, seen, problem] of table) {
    const { verdict, problems } = judge(seen, true)
    t.equal(verdict, 'wrong', what)
    t.ok(
      problems.some((text) => problem.test(text)),
      `${what}: ${problems.join('; ')}`,
    )
  }
})

t.test('each key and class has its own counter', async (t) => {
  const others = [...WINDOW, ...NEXT].flatMap((seen) => [
    seen,
    { ...seen, key: 1 },
    { ...seen, routeClass: 'global' },
  ])
  t.match(judge(others, true), { verdict: 'right', windows: { length: 6 } })
  const over = [...others, answer(30, 200, { key: 1 })]
  t.match(judge(over, true).problems, [/^key 2, reads: OVER-ADMISSION/], 'one key only')
})

t.test('in any order, one more than the budget is detected and the budget is not', async () => {
  const limits = fc.integer({ min: 1, max: 20 })
  fc.assert(
    fc.property(
      limits,
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      fc.infiniteStream(fc.nat()),
      (limit, refusals, over, order) => {
        const seen = [
          ...admitted(-100, limit + (over ? 1 : 0)),
          ...Array.from({ length: refusals }, () => answer(-50, 429)),
        ]
          .map((one) => ({
            ...one,
            limit,
            remaining: one.status === 429 ? 0 : limit - 1,
            place: order.next().value as number,
          }))
          .sort((a, b) => a.place - b.place)
        return judge(seen, true).verdict === (over ? 'wrong' : 'right')
      },
    ),
  )
})
