import t from 'tap'
import { comparePair, side } from './pair.ts'
import { sliceOf } from '../self-test/results.ts'
import type { Slice } from './slice.ts'

const slice = (requests_per_second: number, more: Partial<Slice> = {}): Slice =>
  sliceOf(requests_per_second, {
    requests: requests_per_second * 2,
    seconds: 2,
    load_cpu_seconds: 1,
    server_cpu_seconds: 2,
    ...more,
  })

t.test('each side reports medians of its valid slices', async (t) => {
  const { requests_per_second, p99_ms, server_busy, load_busy } = side('bare', [
    slice(100, { p99_ms: 3, server_cpu_seconds: 1 }),
    slice(300),
    slice(200),
    slice(9, { problem: 'no response', p99_ms: 900 }),
  ])
  t.strictSame([requests_per_second, p99_ms, server_busy, load_busy], [200, 4, 1, 0.5])
})

t.test('a side without valid slices has no figures', async (t) => {
  const nothing = side('bare', [slice(100, { problem: 'no response' })])
  t.match(nothing, { requests_per_second: null, p99_ms: null, server_busy: null })
  t.equal(
    side('own', [slice(100, { server_cpu_seconds: null })]).server_busy,
    null,
    'a process that is not ours',
  )
})

t.test('ratios of requests, and of requests per CPU second', async (t) => {
  // Half as many requests with half of the CPU time: the load generator limited the variant, not
  // its own work.
  const variant = side('simulator', [slice(500, { server_cpu_seconds: 1 })])
  const pair = comparePair(side('bare', [slice(1000), slice(1000)]), variant)
  t.match(pair, {
    ratios: [0.5],
    cpu_ratios: [1],
    ratio: { median: 0.5 },
    cpu_ratio: { median: 1 },
    invalid: [],
  })
})

t.test('an invalid slice is named and excludes its rounds', async (t) => {
  const baseline = side('bare', [slice(1000), slice(1000, { problem: '3 time-outs' }), slice(1000)])
  const pair = comparePair(baseline, side('simulator', [slice(500), slice(600)]))
  t.strictSame(pair.ratios, [])
  t.equal(pair.ratio, null)
  t.strictSame(pair.invalid, ['bare, slice 2: 3 time-outs'])
})

t.test('without CPU times there is no CPU ratio', async (t) => {
  const own = side('own', [slice(500, { server_cpu_seconds: null })])
  const pair = comparePair(side('bare', [slice(1000), slice(1000)]), own)
  t.equal(pair.cpu_ratio, null)
  t.equal(pair.ratio?.median, 0.5)
})

t.test('variants that share a baseline are compared with their adjacent slices', async (t) => {
  const baseline = side(
    'bare',
    [100, 200, 400, 800, 1600].map((speed) => slice(speed)),
  )
  const first = side('first', [slice(150), slice(600)])
  const second = side('second', [slice(300), slice(2400)])
  t.strictSame(comparePair(baseline, first, 2, 0).ratios, [1, 1])
  t.strictSame(comparePair(baseline, second, 2, 1).ratios, [1, 2])
})
