import { type Rows, fixed, spread, whole } from '../../report/table.ts'
import type { Summary } from '../../measure/statistics.ts'
import { type Cost, FLAT, GOALS, type ReplicasResult, modelled } from './result.ts'

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

/**
 * Lists the CPU time of a request when several replicas share a load, and when separate simulators
 * with embedded stores do.
 */
export function spreadTable({ spreads }: ReplicasResult): Rows {
  return [
    [
      'us of CPU per request, same load',
      'req/s',
      'Node',
      'PostgreSQL',
      'both',
      'by one',
      'flat',
      'separate, SQLite',
      'by one',
    ],
    ...spreads.flatMap(({ path, rate, counts }) => {
      const [first] = counts
      return counts.map(({ count, sharing, separate }) => {
        const ratio = relative(sharing, first!.sharing)
        return [
          `${path}: ${count} ${count === 1 ? 'replica' : 'replicas'}`,
          whole(rate),
          cell(sharing?.node),
          cell(sharing?.postgres),
          sharing ? one(total(sharing)) : '-',
          fixed(ratio),
          ratio === null ? '-' : Math.abs(ratio - 1) <= FLAT ? 'yes' : 'no',
          cell(separate?.node),
          fixed(relative(separate, first!.separate)),
        ]
      })
    }),
  ]
}

const total = ({ node, postgres }: Cost): number => node.median + postgres.median

/** @returns null unless both were measured */
function relative(cost: Cost | null, first: Cost | null): number | null {
  return cost && first ? total(cost) / total(first) : null
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
