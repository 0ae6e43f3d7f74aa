import fc from 'fast-check'
import t from 'tap'
import { median } from '../statistics.ts'
import { bootstrap, mannWhitney, medianChange, seeded } from './statistics.ts'

t.test('Mann-Whitney against tables of the exact distribution', async (t) => {
  const table: [a: number[], b: number[], p: number][] = [
    [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 2 / 252],
    [[1, 2, 3, 4, 6], [5, 7, 8, 9, 10], 4 / 252],
    [[1, 2, 3], [4, 5, 6], 2 / 20],
    [[1, 4], [2, 3], 1],
    [[1, 2, 3, 4], [5, 6, 7, 8, 9, 10], 2 / 210],
  ]
  for (const [a, b, p] of table) {
    t.ok(Math.abs(mannWhitney(a, b) - p) < 1e-12, `${a} against ${b}: ${mannWhitney(a, b)}`)
    t.equal(mannWhitney(b, a), mannWhitney(a, b), 'either way')
  }
  t.equal(mannWhitney([1, 1, 1], [1, 1, 1]), 1, 'ties are no order')
})

t.test('many rounds go by the normal distribution, which meets the exact one', async (t) => {
  const count = (length: number, from: number) => Array.from({ length }, (_, i) => from + 2 * i)
  const [exact, normal] = [30, 31].map((length) => mannWhitney(count(length, 0), count(30, 9)))
  t.ok(Math.abs(exact! - 0.2) < 0.15 && Math.abs(normal! - exact!) < 0.1, `${exact} and ${normal}`)
  t.ok(mannWhitney(count(100, 0), count(100, 1000)) < 1e-9)
})

t.test('the change of a median', async (t) => {
  const { change, interval } = medianChange([100, 101, 99], [90, 91, 89])
  t.ok(Math.abs(change + 0.1) < 1e-12)
  t.ok(interval[0] >= 89 / 101 - 1 && interval[1] <= 91 / 99 - 1)
  t.strictSame(
    medianChange([100, 101, 99], [90, 91, 89]),
    { change, interval },
    'the same files, the same result',
  )
})

t.test('random numbers of a seed', async (t) => {
  const [a, b, c] = [seeded(1), seeded(1), seeded(2)]
  const drawn = Array.from({ length: 1000 }, () => a())
  t.strictSame(
    drawn,
    Array.from({ length: 1000 }, () => b()),
  )
  t.notSame(
    drawn,
    Array.from({ length: 1000 }, () => c()),
  )
  t.ok(drawn.every((x) => x >= 0 && x < 1))
  const mean = drawn.reduce((sum, x) => sum + x) / 1000
  t.ok(Math.abs(mean - 0.5) < 0.05)
})

t.test('properties', async () => {
  const sample = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), {
    minLength: 3,
    maxLength: 8,
  })
  fc.assert(
    fc.property(sample, sample, (a, b) => {
      const p = mannWhitney(a, b)
      return p > 0 && p <= 1
    }),
  )
  // Whatever the samples, the interval is of values that medians of them can have.
  fc.assert(
    fc.property(sample, (a) => {
      const [low, high] = bootstrap([a], ([drawn]) => median(drawn!))
      return low >= Math.min(...a) && high <= Math.max(...a) && low <= high
    }),
    { numRuns: 20 },
  )
  // A machine that was twice as fast in one run of both sides changes no ratio, and so no word.
  fc.assert(
    fc.property(sample, fc.double({ min: 0.5, max: 2, noNaN: true }), (a, factor) => {
      const { change, interval } = medianChange(
        a,
        a.map((x) => x * factor),
      )
      return (
        Math.abs(change - (factor - 1)) < 1e-9 &&
        interval[0] <= change + 1e-9 &&
        interval[1] >= change - 1e-9
      )
    }),
    { numRuns: 20 },
  )
})
