import type { RouteClass } from '../../check/route-class.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { inClass, setRate } from './counting-mutants.ts'
import { answers, lists, type Mutant } from '../../self-test/wire-faults.ts'
import { details } from './used-up-mutants.ts'

const TIERS = 'limits.budgets-by-tier'
const all = ['standard', 'elevated', 'enterprise', 'custom']

/** Gives some tiers other budgets, by the keys that their organizations get. */
function budget(
  tiers: readonly string[],
  name: RouteClass,
  change: (limit: number) => number,
): () => Fault {
  return () => {
    const keys = new Set<string>()
    return {
      bindings({ params }, { key }) {
        if (tiers.includes(String(params['tier']))) keys.add(String(key))
      },
      response(request, response) {
        const key = request.headers['authorization']?.replace('Bearer ', '') ?? ''
        if (!keys.has(key) || !inClass(name)(request)) return
        const limit = Number(response.headers.find(([one]) => one === 'X-RateLimit-Limit')?.[1])
        setRate(response, 'Limit', change(limit))
      },
    }
  }
}

/** Makes organizations of another tier than requested. */
const instead =
  (wanted: (tier: unknown) => string | undefined): (() => Fault) =>
  () => ({
    state({ state, params }) {
      const tier = state === 'organization' ? wanted(params['tier']) : undefined
      if (tier !== undefined) params['tier'] = tier
    },
  })

export const BUDGETS_MUTANTS: readonly Mutant[] = [
  {
    name: 'counts no reads of the delivery log',
    killedBy: 'limits.delivery-log-counts',
    breaks: ['LIM-006', 'LIM-023'],
    fault: answers(
      ({ path }) => path.startsWith('/v1/webhook-events'),
      (response) => setRate(response, 'Remaining', 100),
    ),
  },
  {
    name: 'gives each tier the same budgets',
    killedBy: TIERS,
    breaks: ['LIM-018', 'LIM-019'],
    fault: instead(() => 'standard'),
  },
  {
    name: 'starts every organization on elevated',
    killedBy: TIERS,
    breaks: 'LIM-016',
    fault: instead((tier) => (tier === undefined ? 'elevated' : undefined)),
  },
  {
    name: 'gives a second key half of the budget',
    killedBy: TIERS,
    breaks: 'LIM-015',
    fault: () => {
      const beside = new Set<string>()
      return {
        bindings({ state }, { key }) {
          if (state === 'key') beside.add(`Bearer ${String(key)}`)
        },
        response(request, response) {
          if (beside.has(request.headers['authorization'] ?? '')) setRate(response, 'Limit', 7)
        },
      }
    },
  },
  {
    name: 'has more reports on enterprise',
    killedBy: TIERS,
    breaks: ['LIM-019', 'RLC-004'],
    fault: budget(['enterprise'], 'sessions:read_report', (limit) => limit * 2),
  },
  {
    name: 'has the reports of elevated on standard',
    killedBy: TIERS,
    breaks: 'LIM-019',
    fault: budget(['standard'], 'sessions:read_report', () => 60),
  },
  {
    name: 'has more images on enterprise',
    killedBy: TIERS,
    breaks: 'LIM-020',
    fault: budget(['enterprise'], 'sessions:read_image', (limit) => limit * 2),
  },
  {
    name: 'has more images on custom',
    killedBy: TIERS,
    breaks: 'LIM-020',
    fault: budget(['custom'], 'sessions:read_image', (limit) => limit + 1),
  },
  {
    name: 'has more data subject requests on elevated',
    killedBy: TIERS,
    breaks: ['LIM-021', 'RLC-011'],
    fault: budget(['elevated'], 'dsar:create', (limit) => limit + 1),
  },
  {
    name: 'has a budget of a million data subject requests',
    killedBy: TIERS,
    breaks: 'RLC-011',
    fault: budget(all, 'dsar:create', () => 1e6),
  },
  {
    name: 'counts reports with the budget of reads',
    killedBy: TIERS,
    breaks: 'RLC-003',
    fault: budget(['standard'], 'sessions:read_report', () => 300),
  },

  {
    name: 'counts all keys of an organization together',
    killedBy: 'limits.own-counters',
    breaks: 'LIM-005',
    fault: () => {
      let counted = 0
      return {
        response(request, response) {
          if (!lists(request)) return
          counted++
          setRate(response, 'Remaining', 300 - counted)
        },
      }
    },
  },
  {
    name: 'reports every tier as standard',
    killedBy: 'limits.tiers',
    breaks: 'LIM-014',
    fault: details((one) => {
      one['tier'] = 'standard'
    }),
  },
  {
    name: 'reports the tier trial for a new organization',
    killedBy: 'limits.tiers',
    breaks: 'LIM-016',
    fault: details((one) => {
      if (one['tier'] === 'standard') one['tier'] = 'trial'
    }),
  },
  {
    name: 'does not name the tier',
    killedBy: 'limits.tiers',
    breaks: 'LIM-030',
    fault: details((one) => {
      delete one['tier']
    }),
  },
]
