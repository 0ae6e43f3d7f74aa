import t from 'tap'
import type { LoadResult } from './load.ts'
import { problemOf } from './slice.ts'

const GOOD: LoadResult = {
  requests: 100, seconds: 1, bytes: 50_000, errors: 0, timeouts: 0, non2xx: 0,
  p50_ms: 1, p99_ms: 2, max_ms: 3, load_cpu_seconds: 1,
}

t.test('a slice counts when every answer was a success of the recorded size', async (t) => {
  t.equal(problemOf(GOOD, 500), null)
  t.equal(problemOf({ ...GOOD, bytes: 49_000 }, 500), null, 'a shorter counter in a header')
  t.equal(problemOf({ ...GOOD, bytes: 2_000_000 }, 20_700), null, 'a twentieth of a large one')
  t.equal(problemOf({ ...GOOD, bytes: 40_000 }, 500), 'answers of 400 bytes, where 500 were recorded')
  t.equal(problemOf({ ...GOOD, bytes: 60_000 }, 500), 'answers of 600 bytes, where 500 were recorded')
})

t.test('else it says why it does not', async (t) => {
  t.equal(problemOf({ ...GOOD, non2xx: 4 }, 500), '4 answers other than 2xx')
  t.equal(problemOf({ ...GOOD, errors: 5, timeouts: 2 }, 500), '3 connection errors, 2 time-outs')
  t.equal(problemOf({ ...GOOD, errors: 2, timeouts: 2 }, 500), '2 time-outs')
  t.equal(problemOf({ ...GOOD, requests: 0, bytes: 0 }, 500), 'no answer')
})
