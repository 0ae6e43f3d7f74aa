import t from 'tap'
import type { LimitScenario } from '../parts/rate-limit/check.ts'
import { PERCENTILES } from '../load/load.ts'
import { pairOf, pathOf, sideOf } from '../self-test/results.ts'
import { limitTable, peersTable, steadyTable } from './tables.ts'

const RATIO = { median: 0.8, min: 0.7, max: 0.9, count: 5 }

t.test('peers beside the target', async (t) => {
  const slow = { median: 0.04, min: 0.035, max: 0.042, count: 5 }
  const path = {
    ...pathOf(pairOf(RATIO)),
    peers: [
      {
        name: 'Prism' as const,
        pair: pairOf(slow, { variant: sideOf('Prism', 1600) }),
        missing: null,
      },
      { name: 'Fastify' as const, pair: null, missing: 'gone' },
    ],
  }
  t.strictSame(peersTable([path]).slice(1), [
    ['image: Prism', '0.040', '0.035 to 0.042', '-', '1,600', '20.00x'],
    ['image: Fastify', 'not measured', '-', '-', '-', '-'],
  ])
  t.equal(peersTable([pathOf(pairOf(RATIO))]).length, 1, 'without peers')
})

t.test('latencies at 50% of peak throughput', async (t) => {
  const pair = pairOf(RATIO, {
    variant: sideOf('simulator', 1, { p99_ms: 3 }),
    baseline: sideOf('bare', 1, { p99_ms: 2 }),
  })
  const steady = {
    rate: 16_000.4,
    pair,
    p99_ratios: [1.5],
    p99_ratio: { median: 1.5, min: 1.4, max: 1.6, count: 5 },
  }
  t.strictSame(steadyTable([{ ...pathOf(pair), steady }])[1], [
    'image',
    '16,000',
    '3.00',
    '2.00',
    '1.50',
    '1.40 to 1.60',
  ])
  t.equal(steadyTable([pathOf(pair)]).length, 1)
})

t.test('results of the rate limiter check', async (t) => {
  const window = {
    key: 0,
    route_class: 'reads',
    reset_at: 60,
    limit: 1200,
    admitted: 1200,
    refused: 5,
  }
  const scenario: LimitScenario = {
    name: 'reads',
    connections: 10,
    keys: 1,
    classes: ['reads'],
    requests: 2410,
    verdict: 'right',
    problems: [],
    windows: [window, window],
    rolled: { from: -4, until: 3 },
    admitted_ms: PERCENTILES.map((percentile) => percentile),
    refused_ms: null,
  }
  t.strictSame(limitTable([scenario])[1], [
    'reads, 10 connections',
    '1',
    '1',
    '2,410',
    '2',
    '2,400',
    '2,400',
    '50/99',
    '-',
    '-4 to +3 ms',
    'right',
  ])
})
