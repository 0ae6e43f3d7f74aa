import t from 'tap'
import { Answer } from '../http/answer.ts'
import { Patience, secondsUntilReset } from './patience.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const EPOCH = NOW / 1000

function refusal(headers: Record<string, string>, details?: object): Answer {
  return new Answer({
    status: 429,
    statusLine: '',
    rawHeaders: Object.entries(headers).flat(),
    milliseconds: 0,
    body: Buffer.from(details ? JSON.stringify({ error: { details } }) : ''),
  })
}

t.test('the end of the window of a 429', async (t) => {
  const date = new Date(NOW - 600_000).toUTCString()
  const cases: [Answer, number | undefined, string][] = [
    [refusal({}, { reset_at: EPOCH + 9 }), 10, 'from the body'],
    [refusal({ 'X-RateLimit-Reset': String(EPOCH + 30) }), 31, 'from a header'],
    [
      refusal({ Date: date }, { reset_at: EPOCH - 600 + 5 }),
      6,
      'by the clock of the target, ten minutes behind',
    ],
    [refusal({}, { reset_at: EPOCH - 100 }), 1, 'a reset in the past'],
    [
      refusal({ 'Retry-After': '40' }, { reset_at: EPOCH - 100 }),
      41,
      'Retry-After, if no clock fits the reset',
    ],
    [refusal({ 'Retry-After': '3' }), 4, 'only Retry-After'],
    [
      refusal({ 'X-RateLimit-Reset': 'soon' }, { reset_at: 'later' }),
      undefined,
      'no readable value',
    ],
  ]
  for (const [answer, seconds, name] of cases)
    t.equal(secondsUntilReset(answer, NOW), seconds, name)
})

t.test('a run waits up to its limit and no longer', async (t) => {
  const slept: number[] = []
  const announced: string[] = []
  let now = NOW
  const patience = new Patience(
    20,
    async (ms) => {
      slept.push(ms)
      now += ms
    },
    (label, seconds) => announced.push(`${label} ${seconds}`),
  )
  const wait = (seconds: number) =>
    patience.waitFor(refusal({}, { reset_at: now / 1000 + seconds - 1 }), now, 'list applicants')
  t.strictSame(
    [await wait(15), await wait(6), await wait(5), await wait(1)],
    [true, false, true, false],
  )
  t.strictSame(slept, [15_000, 5000])
  t.strictSame(announced, ['list applicants 15', 'list applicants 5'])
})

t.test('concurrent waits spend the time once', async (t) => {
  const announced: number[] = []
  const patience = new Patience(
    20,
    async () => {},
    (_label, seconds) => announced.push(seconds),
  )
  const wait = (seconds: number) =>
    patience.waitFor(refusal({}, { reset_at: EPOCH + seconds - 1 }), NOW, 'list applicants')
  t.strictSame(
    [await wait(15), await wait(15), await wait(20), await wait(21)],
    [true, true, true, false],
  )
  t.strictSame(announced, [15, 20])
})
