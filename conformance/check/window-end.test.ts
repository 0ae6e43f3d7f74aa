import t from 'tap'
import { Answer } from '../http/answer.ts'
import { expectWindowEnd, isSameEnd, secondsLeft } from './window-end.ts'

function answer(...rawHeaders: string[]): Answer {
  return new Answer({
    status: 429,
    statusLine: '',
    rawHeaders,
    body: Buffer.alloc(0),
    milliseconds: 1,
  })
}

t.test(
  'a window is judged by the arrival of the response, however late that happens',
  async (t) => {
    const refusal = answer()
    const arrived = refusal.receivedAt / 1000
    const reset = Math.ceil(arrived) + 1
    t.intercept(Date, 'now', { value: () => refusal.receivedAt + 30_000 })
    t.ok(secondsLeft(refusal, reset, 60)! > 0)
    t.equal(secondsLeft(refusal, reset, 60, arrived + 30), undefined)
  },
)

t.test(
  'the clock of the service counts if only by it the end lies within the window',
  async (t) => {
    const ahead = answer('Date', 'Tue, 24 Nov 2026 12:00:00 GMT')
    const date = Date.parse('2026-11-24T12:00:00Z') / 1000
    t.equal(secondsLeft(ahead, date + 20, 60, 1000), 20)
    t.equal(secondsLeft(ahead, 1030, 60, 1000), 30)
    t.equal(secondsLeft(ahead, 500, 60, 1000), undefined)
  },
)

t.test('ends that differ by rounding are of the same window', async (t) => {
  for (const [one, other, same] of [
    [1060, 1060, true],
    [1060, 1061, true],
    [1062, 1060, true],
    [1060, 1063, false],
    [1060, 1120, false],
    [undefined, undefined, true],
    [1060, undefined, false],
    [1060, '1060', false],
  ] as const)
    t.equal(isSameEnd(one, other), same, `${one} and ${other}`)
})

t.test('a message about the end of a window names both clocks', async (t) => {
  const expected: unknown[] = []
  const observed: string[] = []
  const ctx = {
    expect(_id: string, _expected: string, holds: boolean, got: unknown) {
      expected.push([holds, got])
      return holds
    },
    observe(_gap: string, note: string) {
      observed.push(note)
    },
  }
  const dated = answer('Date', 'Tue, 24 Nov 2026 12:00:00 GMT')
  const date = Date.parse('2026-11-24T12:00:00Z') / 1000
  const judge = (one: Answer, reset: unknown) =>
    expectWindowEnd(ctx, 'LIM-024', 'reset_at', { answer: one, reset, window: 60 })
  t.equal(judge(dated, date + 20), 20)
  t.equal(judge(dated, date - 500), undefined)
  t.match(expected[1], [
    false,
    /clock of the suite's machine\); 500 s before its Date header, 1795521600 \(the clock of the service\)/,
  ])
  judge(dated, '60')
  t.strictSame(expected[2], [false, '60'])
  judge(answer(), 1000)
  t.equal(
    expected.length,
    3,
    'without a Date header, a wrong clock cannot be told from a wrong end',
  )
  t.match(observed[0], 'the service sent no Date header')
})
