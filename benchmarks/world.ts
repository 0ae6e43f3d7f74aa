import { randomBytes } from 'node:crypto'

/** Enough for any run: the limiter counts as always and never refuses. */
const RAISED = 1_000_000_000

/** What the runs call. At the contract's own figures a run would end after 120 images. */
export const RAISED_CLASSES = ['sessions:create', 'reads', 'sessions:read_image', 'global'] as const

const SCOPES = [
  'sessions:read',
  'sessions:write',
  'sessions:read_report',
  'sessions:mint_token',
  'webhooks:read',
]

export interface BenchWorld {
  /** The secret keys, made for this run. */
  keys: BenchKeys
  /** In the form of the simulator's world files. */
  world: object
}

export interface BenchKeys {
  /** Of an organization whose budgets don't end a run. */
  raised: string
  /** Of one that may read once a minute. */
  spent: string
  /** Of one with the contract's own budgets, each key with counters of its own. */
  limited: string[]
}

export const BENCH_ORGANIZATION = 'org_bench'
const LIMITED_KEYS = 3

/** Three organizations in one region: one to load, one to refuse, one to count. */
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
