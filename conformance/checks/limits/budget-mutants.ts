import type { RouteClass } from '../../check/route-class.ts'
import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedResponse } from '../../self-test/proxy.ts'
import { inClass, setRate } from './counting-mutants.ts'
import { answers, creates, lists, type Mutant, type Which } from '../../self-test/wire-faults.ts'

const TIERS = 'limits.budgets-by-tier'
const USED_UP = 'limits.used-up'

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

/** Makes organizations of another tier than is asked for. */
const instead =
  (wanted: (tier: unknown) => string | undefined): (() => Fault) =>
  () => ({
    state({ state, params }) {
      const tier = state === 'organization' ? wanted(params['tier']) : undefined
      if (tier !== undefined) params['tier'] = tier
    },
  })

const refused = (
  change: (response: ProxiedResponse) => void,
  to: Which = () => true,
): (() => Fault) =>
  answers(to, (response) => {
    if (response.status === 429) change(response)
  })

const details = (change: (details: JsonObject) => void, to?: Which): (() => Fault) =>
  refused(
    (response) => changeJson(response, ({ error }) => change(error!.details as JsonObject)),
    to,
  )

const says = (member: string, value: unknown, ...breaks: string[]): Mutant => ({
  name: `says ${member} ${JSON.stringify(value)} in a refusal`,
  killedBy: USED_UP,
  breaks,
  fault: details((all) => {
    all[member] = typeof value === 'function' ? value(all[member]) : value
  }),
})

const all = ['standard', 'elevated', 'enterprise', 'custom']
const UNAUTHORIZED = JSON.stringify({
  error: {
    type: 'https://docs.vskit.example/x',
    code: 'invalid_api_key',
    message: 'No.',
    request_id: 'req_1',
    doc_url: 'https://docs.vskit.example/x',
    details: {},
  },
})

/** Lets some requests through, as if nobody counted them. */
const lets = (response: ProxiedResponse, status = 201): void => {
  response.status = status
  response.body = Buffer.from('{"data":{"id":"vs_1"}}')
}

export const BUDGETS_MUTANTS: readonly Mutant[] = [
  {
    name: 'sells tiers that bring nothing',
    killedBy: TIERS,
    breaks: ['LIM-018', 'LIM-019'],
    fault: instead(() => 'standard'),
  },
  {
    name: 'begins everybody on elevated',
    killedBy: TIERS,
    breaks: 'LIM-016',
    fault: instead((tier) => (tier === undefined ? 'elevated' : undefined)),
  },
  {
    name: 'gives a second key half of it',
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
    name: 'has data subject requests for everybody all day long',
    killedBy: TIERS,
    breaks: 'RLC-011',
    fault: budget(all, 'dsar:create', () => 1e6),
  },
  {
    name: 'has reports like reads',
    killedBy: TIERS,
    breaks: 'RLC-003',
    fault: budget(['standard'], 'sessions:read_report', () => 300),
  },

  {
    name: 'counts all keys together',
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
    name: 'stops every key with one',
    killedBy: USED_UP,
    breaks: 'LIM-005',
    fault: () => {
      let spent: ProxiedResponse | undefined
      return {
        response(request, response) {
          if (response.status === 429)
            spent ??= structuredClone({ ...response, body: Buffer.from(response.body) })
          if (spent && creates(request))
            Object.assign(response, { ...spent, body: Buffer.from(spent.body) })
        },
      }
    },
  },
  {
    name: 'stops every class with one',
    killedBy: USED_UP,
    breaks: 'LIM-007',
    fault: () => {
      let spent = false
      return {
        response(request, response) {
          spent ||= response.status === 429
          if (spent && lists(request) && request.headers['authorization'] !== undefined)
            response.status = 429
        },
      }
    },
  },
  {
    name: 'refuses two before the budget is spent',
    killedBy: USED_UP,
    breaks: 'LIM-008',
    fault: () => {
      let used = 0
      return {
        response(request, response) {
          if (creates(request) && ++used > 58 && response.status < 300) response.status = 429
        },
      }
    },
  },
  {
    name: 'fills a bucket drop by drop',
    killedBy: USED_UP,
    breaks: 'LIM-008',
    fault: () => {
      let since: number | undefined
      return {
        response(_, response) {
          if (response.status !== 429) return
          since ??= performance.now()
          if (performance.now() - since > 1000) lets(response)
        },
      }
    },
  },
  {
    name: 'has a code of its own for limits',
    killedBy: USED_UP,
    breaks: 'ERR-024',
    fault: refused((response) =>
      changeJson(response, ({ error }) => {
        error!.code = 'slow_down'
      }),
    ),
  },
  {
    name: 'says the reset in milliseconds',
    killedBy: USED_UP,
    breaks: 'LIM-026',
    fault: details((one) => {
      one['reset_at'] = Number(one['reset_at']) * 1000
    }),
  },
  says('reset_at', '2026-11-20T09:00:00Z', 'LIM-026'),
  says('limit', '60', 'LIM-027'),
  says('window_seconds', 'a minute', 'LIM-028'),
  says('window_seconds', 60.5, 'LIM-028'),
  says('route_class', 7, 'LIM-029'),
  says('tier', null, 'LIM-030'),
  says('route_class', 'sessions:write', 'LIM-017', 'SCO-011'),
  {
    name: 'says another budget in refusals',
    killedBy: USED_UP,
    breaks: 'LIM-022',
    fault: refused((response) => setRate(response, 'Limit', 1000)),
  },
  {
    name: 'has one left in refusals',
    killedBy: USED_UP,
    breaks: 'LIM-023',
    fault: refused((response) => setRate(response, 'Remaining', 1)),
  },

  {
    name: 'calls every tier standard',
    killedBy: 'limits.tiers',
    breaks: 'LIM-014',
    fault: details((one) => {
      one['tier'] = 'standard'
    }),
  },
  {
    name: 'calls a new organization trial',
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

  {
    name: 'counts on after the reset',
    killedBy: 'limits.after-the-reset',
    breaks: 'ERR-025',
    fault: () => {
      let spent: ProxiedResponse | undefined
      return {
        response(request, response) {
          if (creates(request) && response.status === 429)
            spent ??= { ...response, body: Buffer.from(response.body) }
          if (creates(request) && spent)
            Object.assign(response, { status: 429, body: Buffer.from(spent.body) })
        },
      }
    },
  },
  {
    name: 'gives half of it back at the reset',
    killedBy: 'limits.after-the-reset',
    breaks: 'LIM-008',
    fault: () => {
      let spent = false
      return {
        response(request, response) {
          spent ||= response.status === 429
          if (spent && creates(request) && response.status < 300) setRate(response, 'Remaining', 30)
        },
      }
    },
  },

  {
    name: 'lets an address guess',
    killedBy: 'limits.address',
    breaks: ['LIM-001', 'LIM-002', 'LIM-004'],
    fault: refused((response) => {
      response.status = 401
      response.body = Buffer.from(UNAUTHORIZED)
    }),
  },
  {
    name: 'looks at the key before it counts',
    killedBy: 'limits.address',
    breaks: 'LIM-002',
    fault: () => {
      let good: string | undefined
      return {
        response(request, response) {
          const key = request.headers['authorization']
          if (response.status === 200) good = key!
          if (response.status === 429 && key === good) lets(response, 200)
        },
      }
    },
  },
  {
    name: 'forbids an address for good',
    killedBy: 'limits.address',
    breaks: 'LIM-004',
    fault: refused((response) => {
      response.status = 418
    }),
  },
  {
    name: 'stops an address for an hour',
    killedBy: 'limits.address',
    breaks: 'LIM-003',
    fault: details((one) => {
      Object.assign(one, { window_seconds: 3600, reset_at: Number(one['reset_at']) + 3540 })
    }),
  },
]
