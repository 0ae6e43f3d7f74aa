import t from 'tap'
import type { PathResult } from '../measure/measure.ts'
import { isMeasured } from '../measure/pair.ts'
import { allMeasured, remarks } from './remarks.ts'
import { pairOf, pathOf, reportOf, sideOf } from '../self-test/results.ts'
import type { Slice } from '../measure/slice.ts'

const RATIO = { median: 0.8, min: 0.7, max: 0.9, count: 5 }
const GOOD = pathOf(pairOf(RATIO))
const { machine, parameters } = reportOf()

t.test('raised budgets are the only remark of a good run', async (t) => {
  const lines = remarks(reportOf({ paths: [GOOD] }))
  t.equal(lines.length, 1)
  t.match(
    lines[0],
    /Budgets were raised for sessions:read_image.*the contract allows 120 images per minute/,
  )
  t.strictSame(remarks(reportOf()), [], 'measuring the start raises no budget')
})

t.test('each source of doubt has a remark', async (t) => {
  const table: [what: string, report: Parameters<typeof reportOf>[0], remark: RegExp][] = [
    ['no pinning', { pinning: 'not pinned: only one core' }, /^not pinned: only one core$/],
    [
      'few rounds',
      { parameters: { ...parameters, rounds: 1 } },
      /Rounds: 1\. Do not quote figures of fewer than 5 rounds/,
    ],
    [
      'a busy machine',
      { machine: { ...machine, load_before: 1.25 } },
      /busy before the run \(load 1\.3 on 2 cores\)/,
    ],
    [
      'an in-memory file system',
      { machine: { ...machine, store_in_memory: true } },
      /not those of a disk/,
    ],
    ['a profiler', { parameters: { ...parameters, profiled: true } }, /under a profiler/],
    ['a target of the user', { target: 'own' }, /pin it to the core/],
  ]
  for (const [what, report, remark] of table) {
    const lines = remarks(reportOf({ paths: [GOOD], ...report }))
    t.equal(lines.filter((text) => remark.test(text)).length, 1, what)
  }
  const ofOwnTarget = remarks(reportOf({ target: 'own', paths: [GOOD] })).join('\n')
  t.notMatch(ofOwnTarget, /Budgets/, "the budgets of a user's target are unknown")
})

t.test('a server that was not the bottleneck', async (t) => {
  const bare = (load_busy: number) => sideOf('bare node:http', 1, { server_busy: 0.6, load_busy })
  const byLoad = pathOf(pairOf(RATIO, { baseline: bare(0.98) }))
  t.match(
    remarks(reportOf({ paths: [byLoad] }))[1],
    /image: bare node:http did not use .* limited by the load: the ratio understates/,
  )
  const byOthers = pathOf(
    pairOf(RATIO, { variant: sideOf('simulator', 1, { server_busy: 0.6, load_busy: 0.5 }) }),
  )
  t.match(
    remarks(reportOf({ paths: [byOthers] }))[1],
    /simulator did not use .* limited by waiting or other work/,
  )
  const both = pathOf(
    pairOf(RATIO, {
      baseline: bare(0.5),
      variant: sideOf('simulator', 1, { server_busy: 0.1, load_busy: 0.1 }),
    }),
  )
  const lines = remarks(reportOf({ paths: [both] })).slice(1)
  t.match(lines, [/^image: bare node:http and simulator did not use/], 'one line per cause')
  t.equal(lines.length, 1)
  const known = pathOf(pairOf(RATIO, { baseline: bare(0.6), cpu_ratio: RATIO }))
  t.match(remarks(reportOf({ paths: [known] }))[1], /use the CPU ratio/)
})

t.test('invalid slices are named; too many of them leave no figure', async (t) => {
  const slices = Array.from({ length: 5 }, () => ({}) as Slice)
  const variant = sideOf('simulator', 1, { slices })
  const pair = (rounds: number, invalid: string[]) =>
    pairOf({ ...RATIO, count: rounds }, { invalid, variant })
  const most = pair(3, ['simulator, slice 2: 3 time-outs'])
  t.ok(isMeasured(most))
  t.strictSame(remarks(reportOf({ paths: [pathOf(most)] })).slice(1), [
    'image: simulator, slice 2: 3 time-outs',
    'image: 3 of 5 rounds are valid against simulator.',
  ])

  const few = pair(
    2,
    Array.from({ length: 7 }, (_, i) => `simulator, slice ${i}: no response`),
  )
  t.notOk(isMeasured(few))
  const lines = remarks(reportOf({ paths: [pathOf(few)] }))
  t.match(lines.at(-2), /and 2 more invalid slices/)
  t.match(
    lines.at(-1),
    /2 of 5 rounds are valid against simulator: too few for a result\. Run again/,
  )

  const measured = (...paths: PathResult[]) => allMeasured(reportOf({ paths }))
  t.ok(measured(GOOD))
  t.notOk(measured(GOOD, pathOf(few)))
  t.notOk(measured(pathOf(GOOD.bare, few)), 'a ratio without a noise measurement has a remark')

  const steady = { rate: 100, pair: few, p99_ratios: [], p99_ratio: null }
  const slow = { ...GOOD, steady }
  t.notOk(measured(slow), 'no latency at a constant rate')
  t.match(
    remarks(reportOf({ paths: [slow] })).at(-1),
    /image at a fixed rate: 2 of 5 rounds are valid against simulator: too few for a result/,
  )
  t.ok(measured({ ...GOOD, steady: { ...steady, pair: most } }))

  const cost = { node: RATIO, postgres: RATIO, requests_per_second: RATIO }
  const shared = (separate: typeof cost | null) =>
    allMeasured(
      reportOf({
        replicas: {
          server: 'PostgreSQL 18',
          costs: [],
          spreads: [{ path: 'retrieve', rate: 1, counts: [{ count: 2, sharing: cost, separate }] }],
          invalid: [],
        },
      }),
    )
  t.ok(shared(cost))
  t.notOk(shared(null), 'no cost of separate simulators at a fixed rate')
})
