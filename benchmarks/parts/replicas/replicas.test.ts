import t from 'tap'
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
