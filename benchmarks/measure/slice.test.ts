import t from 'tap'
import type { LoadResult } from '../load/load.ts'
import { problemOf } from './slice.ts'

const GOOD: LoadResult = {
  requests: 100,
  seconds: 1,
  bytes: 50_000,
  errors: 0,
  timeouts: 0,
  non2xx: 0,
  refused: 0,
  p50_ms: 1,
  p99_ms: 2,
  max_ms: 3,
  curve_ms: [],
  load_cpu_seconds: 1,
}

t.test('a slice is valid if every response is a success of the recorded size', async (t) => {
  t.equal(problemOf(GOOD, { wireBytes: 500 }), null)
  t.equal(
    problemOf({ ...GOOD, bytes: 49_000 }, { wireBytes: 500 }),
    null,
    'a shorter counter in a header',
  )
  t.equal(
    problemOf({ ...GOOD, bytes: 2_000_000 }, { wireBytes: 20_700 }),
    null,
    '5% of a large one',
  )
  t.equal(
    problemOf({ ...GOOD, bytes: 40_000 }, { wireBytes: 500 }),
    'responses of 400 bytes, expected 500 as recorded',
  )
  t.equal(
    problemOf({ ...GOOD, bytes: 60_000 }, { wireBytes: 500 }),
    'responses of 600 bytes, expected 500 as recorded',
  )
})

t.test('an invalid slice gives the reason', async (t) => {
  t.equal(problemOf({ ...GOOD, non2xx: 4 }, { wireBytes: 500 }), '4 responses other than 2xx')
  t.equal(
    problemOf({ ...GOOD, errors: 5, timeouts: 2 }, { wireBytes: 500 }),
    '3 connection errors, 2 time-outs',
  )
  t.equal(problemOf({ ...GOOD, errors: 2, timeouts: 2 }, { wireBytes: 500 }), '2 time-outs')
  t.equal(problemOf({ ...GOOD, requests: 0, bytes: 0 }, { wireBytes: 500 }), 'no response')
})

t.test('a slice of refusals tolerates only as many admissions as windows can roll', async (t) => {
  const refusals = { ...GOOD, non2xx: 98, refused: 98 }
  t.equal(problemOf(refusals, { wireBytes: 500, admitted: 2 }), null)
  t.equal(
    problemOf(refusals, { wireBytes: 500, admitted: 1 }),
    '2 requests admitted, expected at most 1',
  )
  t.equal(
    problemOf({ ...refusals, refused: 97 }, { wireBytes: 500, admitted: 2 }),
    '1 responses other than 429',
  )
})

t.test('a slice is invalid if the server falls behind the fixed rate', async (t) => {
  t.equal(problemOf(GOOD, { wireBytes: 500 }, 104), null)
  t.equal(problemOf(GOOD, { wireBytes: 500 }, 120), '100 responses per second, expected 120')
})
