import { randomBytes } from 'node:crypto'

/** Enough for any run: the limiter counts as always and never refuses. */
const RAISED = 1_000_000_000

/** What the runs call. At the contract's own figures a run would end after 120 images. */
export const RAISED_CLASSES = ['sessions:create', 'reads', 'sessions:read_image'] as const

export interface BenchWorld {
  /** The secret key, made for this run. */
  key: string
  /** In the form of the simulator's world files. */
  world: object
}

/** One organization in one region, whose budgets don't end a run. */
export function benchWorld(): BenchWorld {
  const key = `ah_sk_us_test_${randomBytes(24).toString('hex')}`
  const organization = {
    id: 'org_bench',
    name: 'Benchmarks',
    region: 'us',
    plan: 'scale',
    tier: 'custom',
    budgets: Object.fromEntries(RAISED_CLASSES.map((routeClass) => [routeClass, RAISED])),
    wallet: { currency: 'USD', balance_minor: 0, status: 'active' },
    subscription: { status: 'active' },
    members: [{ id: 'mem_bench_owner', name: 'Bench Owner', email: 'owner@bench.example', role: 'owner' }],
    keys: [{
      id: 'key_bench', type: 'sk', mode: 'test', key,
      scopes: ['sessions:read', 'sessions:write', 'sessions:read_report'],
    }],
  }
  return { key, world: { version: 1, organizations: [organization] } }
}
