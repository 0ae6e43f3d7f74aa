import t from 'tap'
import { cliffsDelta, describeDifference, median, timeDifference } from './timing-statistics.ts'

/** Returns the same numbers in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

t.test("median and Cliff's delta by known examples", async (t) => {
  t.strictSame([median([3, 1, 2]), median([4, 1, 2, 3])], [2, 2.5])
  t.strictSame(
    [cliffsDelta([1, 2, 3], [4, 5, 6]), cliffsDelta([4, 5], [1, 2]), cliffsDelta([1, 2], [1, 2])],
    [1, -1, 0],
  )
  t.equal(cliffsDelta([1, 2, 3], [2, 3, 4]), (6 - 1) / 9)
})

t.test('response times that differ only by noise have an interval around zero', async (t) => {
  const random = seeded(1)
  const times = () => Array.from({ length: 60 }, () => 1 + random() ** 4)
  const { shift, delta } = timeDifference(times(), times(), random)
  t.ok(shift.low < 0 && shift.high > 0, JSON.stringify(shift))
  t.ok(delta.low < 0 && delta.high > 0, JSON.stringify(delta))
})

t.test('a small difference is found in strong noise that both share', async (t) => {
  const random = seeded(2)
  const shared = Array.from({ length: 60 }, () => 1 + 20 * random())
  const { shift } = timeDifference(
    shared.map((time) => time + random() / 10),
    shared.map((time) => time + 0.2 + random() / 10),
    random,
  )
  t.ok(shift.low > 0.1 && shift.high < 0.3, JSON.stringify(shift))
  t.ok(shift.low < shift.value && shift.value < shift.high)
})

t.test('a result is described in words', async (t) => {
  t.equal(
    describeDifference({
      shift: { value: 0.1234, low: -0.05, high: 0.3 },
      delta: { value: -0.1, low: -0.25, high: 0.04 },
      rounds: 30,
    }),
    "+0.123 (95%: -0.050 to +0.300) ms, Cliff's delta -0.10 (95%: -0.25 to +0.04), 30 rounds",
  )
})
