import { randomBytes } from 'node:crypto'

/** High enough for any run: the limiter counts and never refuses. */
const RAISED = 1_000_000_000

/** Classes used by the runs. With the contract's budgets a run would end after 120 images. */
export const RAISED_CLASSES = ['sessions:create', 'reads', 'sessions:read_image', 'global'] as const

const SCOPES = [
  'sessions:read',
  'sessions:write',
  'sessions:read_report',
  'sessions:mint_token',
  'webhooks:read',
]

export interface BenchWorld {
  /** Secret keys generated for this run. */
  keys: BenchKeys
  /** A world file of the simulator. */
  world: object
}

export interface BenchKeys {
  /** Key of an organization with raised budgets. */
  raised: string
  /** Key of an organization with one read per minute. */
  spent: string
  /** Keys of an organization with the contract's budgets, counted per key. */
  limited: string[]
}

export const BENCH_ORGANIZATION = 'org_bench'
const LIMITED_KEYS = 3

/** Returns three organizations in one region: for load, for refusals, and for the limiter check. */
export function benchWorld(): BenchWorld {
  const keys = {
    raised: newKey(),
    spent: newKey(),
    limited: Array.from({ length: LIMITED_KEYS }, newKey),
  }
  const raised = Object.fromEntries(RAISED_CLASSES.map((routeClass) => [routeClass, RAISED]))
  const organizations = [
    organization(BENCH_ORGANIZATION, 'custom', [keys.raised], raised),
    organization('org_bench_spent', 'custom', [keys.spent], { reads: 1 }),
    organization('org_bench_limited', 'elevated', keys.limited),
  ]
  return { keys, world: { version: 1, organizations } }
}

function newKey(): string {
  return `ah_sk_us_test_${randomBytes(24).toString('hex')}`
}

function organization(
  id: string,
  tier: string,
  keys: string[],
  budgets?: Record<string, number>,
): object {
  return {
    id,
    name: 'Benchmarks',
    region: 'us',
    plan: 'scale',
    tier,
    ...(budgets && { budgets }),
    wallet: { currency: 'USD', balance_minor: 0, status: 'active' },
    subscription: { status: 'active' },
    members: [
      {
        id: `mem_${id}_owner`,
        name: 'Bench Owner',
        email: `owner@${id.replaceAll('_', '-')}.example`,
        role: 'owner',
      },
    ],
    keys: keys.map((key, i) => ({
      id: `key_${id}_${i + 1}`,
      type: 'sk',
      mode: 'test',
      key,
      scopes: SCOPES,
    })),
  }
}
