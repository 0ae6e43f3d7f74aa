import fc from 'fast-check'
import t from 'tap'
import { median, pairRatios, summarize, withinNoise } from './statistics.ts'

const speed = fc.double({ min: 1, max: 1e6, noNaN: true })
const close = (a: number, b: number) =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

t.test('the median of given numbers', async (t) => {
  t.equal(median([7]), 7)
  t.equal(median([3, 1, 2]), 2)
  t.equal(median([10, 9, 100, 1]), 9.5, 'sorted as numbers, not as text')
  t.throws(() => median([]), RangeError)
  const values = [3, 1, 2]
  median(values)
  t.strictSame(values, [3, 1, 2], 'the samples keep their order')
})

t.test('a summary', async (t) => {
  t.strictSame(summarize([0.9, 0.7, 0.8]), { median: 0.8, min: 0.7, max: 0.9, count: 3 })
  t.equal(summarize([]), null)
})

t.test('a round is compared with the adjacent baseline slices', async (t) => {
  t.strictSame(pairRatios([100, 200, 100], [75, 300]), [0.5, 2])
  t.strictSame(pairRatios([1], []), [])
  t.throws(() => pairRatios([100, 100], [50, 50]), /expected 3 baseline slices around 2, got 2/)
})

t.test('an invalid slice excludes only the rounds that use it', async (t) => {
  t.strictSame(pairRatios([100, 100, 100, 100], [50, null, 70]), [0.5, 0.7], 'of the variant')
  t.strictSame(pairRatios([100, null, 100, 100], [50, 60, 70]), [0.7], 'of the baseline')
})

t.test('the noise band', async (t) => {
  const band = { median: 1.01, min: 0.98, max: 1.04, count: 5 }
  t.ok(withinNoise(0.98, band))
  t.ok(withinNoise(1.04, band))
  t.notOk(withinNoise(0.97, band))
  t.notOk(withinNoise(1.05, band))
  t.ok(withinNoise(1, { ...band, min: 1.02 }), 'an equal ratio is never a difference')
})

t.test('statistics of random samples stay within their bounds', async () => {
  fc.assert(
    fc.property(fc.array(speed, { minLength: 1 }), (values) => {
      const middle = median(values)
      const below = values.filter((value) => value <= middle).length
      const above = values.filter((value) => value >= middle).length
      return below * 2 >= values.length && above * 2 >= values.length
    }),
  )
  fc.assert(
    fc.property(
      fc.array(speed, { minLength: 1 }),
      (values) => median(values) === median(values.toReversed()),
    ),
  )
  fc.assert(
    fc.property(fc.array(speed, { minLength: 1 }), (values) => {
      const { min, median, max } = summarize(values)!
      return min <= median && median <= max
    }),
  )

  const paired = fc
    .integer({ min: 1, max: 12 })
    .chain((rounds) =>
      fc.tuple(
        fc.array(speed, { minLength: rounds + 1, maxLength: rounds + 1 }),
        fc.array(speed, { minLength: rounds, maxLength: rounds }),
      ),
    )
  // A machine of twice the speed changes no ratio.
  fc.assert(
    fc.property(paired, speed, ([baseline, variant], factor) => {
      const ratios = pairRatios(baseline, variant)
      const faster = pairRatios(
        baseline.map((x) => x * factor),
        variant.map((x) => x * factor),
      )
      return faster.every((ratio, i) => close(ratio, ratios[i]!))
    }),
  )
  // Linear drift between alternating slices changes no ratio either.
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      speed,
      fc.double({ min: 0, max: 10, noNaN: true }),
      fc.double({ min: 0.01, max: 2, noNaN: true }),
      (rounds, start, drift, truth) => {
        const at = (slice: number) => start + drift * slice
        const baseline = Array.from({ length: rounds + 1 }, (_, i) => at(2 * i))
        const variant = Array.from({ length: rounds }, (_, i) => truth * at(2 * i + 1))
        return pairRatios(baseline, variant).every((ratio) => close(ratio, truth))
      },
    ),
  )
})
