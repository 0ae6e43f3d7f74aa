import { type Rows, fixed, spread, whole } from '../../report/table.ts'
import type { Summary } from '../../measure/statistics.ts'
import { FLAT, GOALS, type ReplicasResult, modelled } from './result.ts'

const MODELLED_REPLICAS = [1, 2, 4, 8]
const MODELLED_CORES = 4

const one = (value: number): string => value.toFixed(1)
const cell = (summary: Summary | undefined): string => (summary ? one(summary.median) : '-')
const range = (summary: Summary | undefined): string => spread(summary ?? null, one)

/** Lists the CPU time of a request on PostgreSQL, beside the embedded store. */
export function costTable({ server, costs }: ReplicasResult): Rows {
  return [
    [
      `us of CPU per request (${server})`,
      'PostgreSQL',
      'min to max',
      'goal',
      'Node',
      'min to max',
      'Node, SQLite',
      'min to max',
      'more',
      'goal',
      'req/s',
    ],
    ...costs.map(({ path, sqlite, postgres }) => {
      const goal = GOALS[path]
      return [
        path === 'refused' ? 'admission (429)' : path,
        cell(postgres?.postgres),
        range(postgres?.postgres),
        String(goal.postgres),
        cell(postgres?.node),
        range(postgres?.node),
        cell(sqlite?.node),
        range(sqlite?.node),
        sqlite && postgres ? one(postgres.node.median - sqlite.node.median) : '-',
        goal.node_more === undefined ? '' : String(goal.node_more),
        whole(postgres?.requests_per_second.median ?? null),
      ]
    }),
  ]
}

/** Lists the CPU time of a request when several replicas share a load. */
export function spreadTable({ spreads }: ReplicasResult): Rows {
  return [
    ['us of CPU per request, same load', 'req/s', 'Node', 'PostgreSQL', 'both', 'by one', 'flat'],
    ...spreads.flatMap(({ path, rate, replicas }) => {
      const [first] = replicas
      const both = ({ cost }: (typeof replicas)[number]): number | undefined =>
        cost ? cost.node.median + cost.postgres.median : undefined
      return replicas.map((row) => {
        const [sum, alone] = [both(row), both(first!)]
        const ratio = sum === undefined || alone === undefined ? null : sum / alone
        return [
          `${path}: ${row.count} ${row.count === 1 ? 'replica' : 'replicas'}`,
          whole(rate),
          cell(row.cost?.node),
          cell(row.cost?.postgres),
          sum === undefined ? '-' : one(sum),
          fixed(ratio),
          ratio === null ? '-' : Math.abs(ratio - 1) <= FLAT ? 'yes' : 'no',
        ]
      })
    }),
  ]
}

/** Lists the throughput on more cores that the costs at full load would allow. */
export function modelTable({ costs }: ReplicasResult): Rows {
  return [
    [
      `MODEL, not measured: req/s = min(N / Node, ${MODELLED_CORES} / PostgreSQL)`,
      ...MODELLED_REPLICAS.map((count) => `N = ${count}`),
    ],
    ...costs.flatMap(({ path, postgres }) =>
      postgres
        ? [
            [
              path === 'refused' ? 'admission (429)' : path,
              ...MODELLED_REPLICAS.map((count) => whole(modelled(postgres, count, MODELLED_CORES))),
            ],
          ]
        : [],
    ),
  ]
}
