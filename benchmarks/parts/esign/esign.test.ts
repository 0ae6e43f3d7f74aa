import t from 'tap'
import { Progress } from '../../report/progress.ts'
import type { Run } from '../part.ts'
import { readProfile, topSelfTimes } from '../../measure/profile.ts'
import { newReport } from '../../report/report.ts'
import { isAlive } from '../../self-test/tiny-target.ts'
import { ProcessGroup } from '../../process/process-group.ts'
import type { EsignPair } from './result.ts'
import { measureEsign } from './part.ts'
import { esignTable } from './table.ts'
import { weekly } from '../../../tools/testing/rounds.ts'

t.test(
  'a short round verifies, seals and draws beside bare operations, and writes a profile',
  weekly,
  async (t) => {
    const group = new ProcessGroup({ profiles: t.testdir({}) })
    t.teardown(() => group.end())
    const flags = {
      rounds: 1,
      duration: 0.5,
      warmup: 0,
      connections: 2,
      store: 'memory',
      peers: false,
      pairs: 1,
      simulatorNodeArg: [],
    } as const
    const cores = { note: null }
    const report = await newReport({ ...flags, profiled: false }, cores, 'simulator')
    await measureEsign({
      flags: { ...flags, simulatorNodeArg: [] },
      cores,
      target: undefined,
      group,
      progress: new Progress(),
      report,
    } as Run)
    t.strictSame(
      report.esign!.map(({ name, operation }) => [name, operation]),
      [
        ['verify', 'verify'],
        ['seal a file', 'sign'],
        ['seal, pages drawn too', 'sign'],
      ],
    )
    for (const { name, bare } of report.esign!)
      t.ok(bare.length === 2 && bare.every(({ per_second }) => per_second > 0), name)
    // On a busy machine so short a slice may end before the first response of some call.
    t.ok(
      report.esign!.some(({ ratio }) => ratio && ratio.median > 0),
      'all responses as expected',
    )
    t.strictSame([...group.profiled.keys()], ['verify'])
    t.ok(
      topSelfTimes(readProfile(group.profiled.get('verify')!)!, 5).length === 5,
      'from a process that ended normally',
    )
    t.strictSame(group.pids.filter(isAlive), [])
  },
)

t.test('the table shows calls, operations and both ratios', async (t) => {
  const summary = (median: number) => ({ median, min: median, max: median, count: 1 })
  const pair: EsignPair = {
    name: 'verify',
    operation: 'verify',
    calls: [{ per_second: 700, per_cpu_second: null }, null],
    bare: [1000, 1000, 1000].map((per_second) => ({ per_second, per_cpu_second: per_second })),
    ratio: summary(0.7),
    cpu_ratio: null,
  }
  t.strictSame(esignTable([pair, { ...pair, ratio: summary(0.004) }]).slice(1), [
    ['verify', '700', 'verify', '1,000', '0.70', '0.70 to 0.70', 'not measured', '-'],
    ['verify', '700', 'verify', '1,000', '0.0040', '0.0040 to 0.0040', 'not measured', '-'],
  ])
})
