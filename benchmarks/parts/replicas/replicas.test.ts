import t from 'tap'
import { serverSeconds } from '../../process/postgres.ts'
import type { Cost, ReplicasResult } from './result.ts'
import { modelled } from './result.ts'
import { costTable, modelTable, spreadTable } from './table.ts'

const summary = (median: number) => ({ median, min: median - 1, max: median + 1, count: 5 })
const cost = (node: number, postgres: number): Cost => ({
  node: summary(node),
  postgres: summary(postgres),
  requests_per_second: summary(5000),
})
const RESULT: ReplicasResult = {
  server: 'PostgreSQL 18',
  costs: [{ path: 'retrieve', sqlite: cost(90, 0), postgres: cost(100, 20) }],
  spreads: [
    {
      path: 'retrieve',
      rate: 2000,
      counts: [
        { count: 1, sharing: cost(100, 20), separate: cost(90, 0) },
        { count: 2, sharing: cost(105, 25), separate: cost(99, 0) },
        { count: 4, sharing: cost(110, 30), separate: null },
      ],
    },
  ],
  invalid: [],
}

t.test('costs are listed beside the embedded store and the goals', async (t) => {
  const [, row] = costTable(RESULT)
  t.equal(
    row!.join(' | '),
    'retrieve | 20.0 | 19.0 to 21.0 | 15 | 100.0 | 99.0 to 101.0 | 90.0 | 89.0 to 91.0 | 10.0 | 15 | 5,000',
  )
})

t.test('the cost on several replicas is listed beside that of separate simulators', async (t) => {
  const [, ...rows] = spreadTable(RESULT)
  t.strictSame(
    rows.map((row) => [row[0], ...row.slice(-5)]),
    [
      ['retrieve: 1 replica', '120.0', '1.00', 'yes', '90.0', '1.00'],
      ['retrieve: 2 replicas', '130.0', '1.08', 'yes', '99.0', '1.10'],
      ['retrieve: 4 replicas', '140.0', '1.17', 'no', '-', '-'],
    ],
  )
})

t.test('the model is limited by the replicas first, then by the database', async (t) => {
  t.equal(modelled(cost(100, 20), 2, 1), 20_000)
  t.equal(modelled(cost(100, 20), 8, 1), 50_000)
  t.match(modelTable(RESULT)[0]![0], /MODEL, not measured/)
})

t.test('the CPU time of a server includes running and ended children', async (t) => {
  const { spawn, spawnSync } = await import('node:child_process')
  // CPU time, because on a busy machine a process gets less than the elapsed time.
  const burn = 'while (process.cpuUsage().user < 300_000);'
  const before = serverSeconds(process.pid)
  spawnSync(process.execPath, ['-e', burn])
  const ended = serverSeconds(process.pid)
  t.ok(ended - before > 0.1, `${ended - before} s of a child that has ended`)
  const child = spawn(process.execPath, ['-e', `${burn}; setInterval(() => {}, 1000)`])
  t.teardown(() => child.kill())
  while (serverSeconds(process.pid) - ended < 0.1)
    await new Promise((resolve) => setTimeout(resolve, 20))
})
