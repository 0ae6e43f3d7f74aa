import t from 'tap'
import { signedRank } from './signed-rank.ts'

t.test('the result equals a published example', async (t) => {
  // Hollander and Wolfe, depression scale before and after tranquillizers, as computed by R's
  // wilcox.test: V = 40.
  const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3]
  const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
  const { estimate, interval, p } = signedRank(before.map((value, i) => value - after[i]!))
  t.equal(p.toFixed(5), '0.03906')
  t.equal(estimate.toFixed(3), '0.460')
  t.strictSame(
    interval.map((end) => end.toFixed(4)),
    ['0.0100', '0.7860'],
  )
})

t.test('few values give a wide interval', async (t) => {
  t.match(signedRank([1, 2, 3, 4, 5, 6]), { interval: [1, 6], p: 2 / 64, estimate: 3.5 })
  t.match(signedRank([0, 0, 0, 0, 0, 0]), { interval: [0, 0], p: 1, estimate: 0 })
  t.throws(
    () => signedRank([1, 2, 3, 4, 5]),
    /expected six or more values for a confidence interval, got 5/,
  )
})

t.test('one outlier hardly moves the estimate', async (t) => {
  const calm = [-0.02, -0.01, 0, 0.01, 0.02, 0.015, -0.015]
  t.ok(Math.abs(signedRank([...calm, 40]).estimate) < 0.02)
  const {
    estimate,
    interval: [low, high],
  } = signedRank([...calm, 40, ...calm])
  t.ok(Math.abs(estimate) < 0.02, String(estimate))
  t.ok(low > -0.02 && high < 0.02, `${low} to ${high}`)
})

t.test('the interval covers the true value at its nominal rate', async (t) => {
  const random = seeded(7)
  const value = (): number => random() + random() + random() - 1.5
  for (const count of [6, 9, 16]) {
    const TRIALS = 2000
    let held = 0
    for (let trial = 0; trial < TRIALS; trial++) {
      const {
        interval: [low, high],
        p,
      } = signedRank(Array.from({ length: count }, value))
      if (low <= 0 && high >= 0) held++
      else if (p > 0.05) t.fail(`p ${p} and an interval of ${low} to ${high}`)
    }
    const share = held / TRIALS
    // The nominal confidence is exact: 0.969, 0.961 and 0.956 for these counts; 2,000 trials
    // estimate it to within 0.01.
    t.ok(share > 0.94 && share < 0.985, `${count} values: ${share}`)
  }
})

/** Mulberry32: a deterministic sequence in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
