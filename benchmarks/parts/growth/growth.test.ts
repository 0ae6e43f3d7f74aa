import t from 'tap'
import type { PairResult } from '../../measure/pair.ts'
import { remarks } from '../../report/remarks.ts'
import { pairOf, reportOf } from '../../self-test/results.ts'
import { isAlive } from '../../self-test/tiny-target.ts'
import { ProcessGroup } from '../../process/process-group.ts'
import { failures } from '../../report/verdict.ts'
import { measureGrowth } from './measure.ts'
import { growthPaths, pathsOfASlice, randomPaths } from './paths.ts'
import type { GrowthResult } from './result.ts'
import { growthOf } from './soak.ts'
import { growthTable, sizesTable, soakText } from './table.ts'
import { weekly } from '../../../tools/testing/rounds.ts'

t.test('two stores, filled through the API, receive the same requests', weekly, async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const steps: string[] = []
  const { sizes, paths } = await measureGrowth(group, {
    cores: { note: null },
    sizes: [2, 5],
    rounds: 1,
    duration: 0.1,
    warmup: 0,
    connections: 2,
    nodeArgs: [],
    step: (text) => {
      steps.push(text)
    },
    say: () => {},
  })
  t.strictSame(
    sizes.map(({ sessions, start_ms }) => [sessions, start_ms.count]),
    [
      [2, 1],
      [5, 1],
    ],
  )
  t.strictSame(
    paths.map(({ name }) => name),
    ['list', 'retrieve', 'image', 'delivery log', 'deliveries of one', 'create'],
  )
  for (const { name, larger } of paths) {
    t.match(
      larger,
      [
        {
          sessions: 5,
          pair: { baseline: { slices: { length: 2 } }, variant: { slices: { length: 1 } } },
        },
      ],
      name,
    )
    // A busy machine may answer too few of the due requests; its responses must still be correct.
    t.notMatch(larger[0]!.pair.invalid.join(), /other than|errors/, name)
  }
  t.ok(steps.includes('growth: made 5 sessions'))
  t.strictSame(group.pids.filter(isAlive), [])
})

t.test('sessions at random', async (t) => {
  const paths = randomPaths(['a', 'b', 'c', 'd'], (id) => `/${id}`, 1000)
  t.equal(paths.length, 1000)
  t.strictSame([...new Set(paths)].sort(), ['/a', '/b', '/c', '/d'])
  const all = randomPaths(
    Array.from({ length: 999 }, (_, i) => String(i)),
    (id) => `/${id}`,
    pathsOfASlice(999),
  )
  t.equal(new Set(all).size, 999)
  t.strictSame([5, 1000, 1_000_000].map(pathsOfASlice), [500, 100_000, 100_000])
  t.ok(growthPaths('key').every(({ call }) => call.headers.authorization === 'Bearer key'))
})

const MEASURED = pairOf({ median: 1, min: 1, max: 1, count: 5 })

const pathWith = (median: number, pair: PairResult = MEASURED) => ({
  name: 'list',
  stalls: [
    { sessions: 1000, longest: { ms: 3, ran_ms: null, waited_ms: null } },
    { sessions: 100_000, longest: { ms: 12.4, ran_ms: 2.9, waited_ms: 9 } },
  ],
  larger: [
    {
      sessions: 100_000,
      factors: [median],
      factor: { median, min: median - 0.1, max: median + 0.1, count: 5 },
      pair,
    },
  ],
})
const size = {
  sessions: 1000,
  seed_seconds: 3.2,
  disk_bytes: 5 * 2 ** 20,
  start_ms: { median: 300, min: 290, max: 333.3, count: 5 },
  rss_idle_bytes: 2 ** 27,
  rss_after_bytes: null,
}
const growth = (median: number): GrowthResult => ({
  sizes: [size, { ...size, sessions: 100_000 }],
  paths: [pathWith(median)],
})

t.test('a cost above 1.3 times in the large store is a failure', async (t) => {
  t.strictSame(failures(reportOf({ growth: growth(1.3) })), [])
  t.strictSame(failures(reportOf({ growth: growth(1.31) })), [
    'growth: list costs 1.31 times as much at 100,000 sessions; limit: 1.3',
  ])
  const [path] = growth(2).paths
  const larger = path!.larger.map((one) => ({ ...one, sessions: 1_000_000 }))
  t.strictSame(
    failures(reportOf({ growth: { ...growth(2), paths: [{ ...path!, larger }] } })),
    [],
    'at a thousand times as many sessions',
  )
  const unmeasured = { ...growth(2), paths: [pathWith(2, pairOf(null))] }
  t.strictSame(
    failures(reportOf({ growth: unmeasured })),
    [],
    'a path with too few valid rounds has no figure',
  )
})

t.test('invalid slices are named', async (t) => {
  const pair = pairOf(
    { median: 1, min: 1, max: 1, count: 5 },
    { invalid: ['1,000 sessions, slice 1: no response'] },
  )
  const lines = remarks(reportOf({ growth: { ...growth(1), paths: [pathWith(1, pair)] } }))
  t.strictSame(lines.slice(1), ['growth: list: 1,000 sessions, slice 1: no response'])
  t.match(lines[0], /^Budgets were raised/)
})

t.test('the tables', async (t) => {
  t.strictSame(sizesTable(growth(1))[1], ['1,000', '3', '5', '300', '290 to 333', '128', '-'])
  t.strictSame(growthTable(growth(1.2))[1], [
    'list at 100,000',
    '1.20',
    '1.10 to 1.30',
    '-',
    '-',
    '3.00',
    '2.35',
    '12 (9)',
    '3',
  ])
})

t.test('memory over time', async (t) => {
  t.equal(growthOf([900, 100, 100, 110]), 1.1, 'the first quarter is warm-up')
  t.equal(growthOf([1, 2, 3]), null)
  const soak = {
    minutes: 30,
    requests: 12_345,
    samples: [{ minute: 1, rss_bytes: 2 ** 27 }],
    growth: 1.02,
  }
  t.equal(
    soakText(soak),
    'soak: 30 minutes, 12,345 requests, memory 128 to 128 MiB, last quarter / second quarter: 1.02',
  )
  t.strictSame(failures(reportOf({ soak })), [])
  t.match(failures(reportOf({ soak: { ...soak, growth: 1.2 } })), [
    'soak: memory grew by a factor of 1.20; limit: 1.1',
  ])
  const short = reportOf({ soak: { ...soak, minutes: 9, growth: 1.2 } })
  t.strictSame(failures(short), [])
  t.match(remarks(short).at(-1), /caches are still filling/)
})
