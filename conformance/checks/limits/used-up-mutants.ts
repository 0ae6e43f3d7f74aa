import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedResponse } from '../../self-test/proxy.ts'
import { setRate } from './counting-mutants.ts'
import { answers, creates, lists, type Mutant, type Which } from '../../self-test/wire-faults.ts'

const USED_UP = 'limits.used-up'

const refused = (
  change: (response: ProxiedResponse) => void,
  to: Which = () => true,
): (() => Fault) =>
  answers(to, (response) => {
    if (response.status === 429) change(response)
  })

export const details = (change: (details: JsonObject) => void, to?: Which): (() => Fault) =>
  refused(
    (response) => changeJson(response, ({ error }) => change(error!.details as JsonObject)),
    to,
  )

const withDetail = (member: string, value: unknown, ...breaks: string[]): Mutant => ({
  name: `sends ${member} ${JSON.stringify(value)} in a refusal`,
  killedBy: USED_UP,
  breaks,
  fault: details((all) => {
    all[member] = typeof value === 'function' ? value(all[member]) : value
  }),
})

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

/** Admits some requests without counting them. */
const lets = (response: ProxiedResponse, status = 201): void => {
  response.status = status
  response.body = Buffer.from('{"data":{"id":"vs_1"}}')
}

export const USED_UP_MUTANTS: readonly Mutant[] = [
  {
    name: 'refuses all keys when one budget is used up',
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
    name: 'refuses all classes when one budget is used up',
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
    name: 'refuses two requests before the budget is used up',
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
    name: 'limits by a token bucket',
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
    name: 'returns a different code for rate limits',
    killedBy: USED_UP,
    breaks: 'ERR-024',
    fault: refused((response) =>
      changeJson(response, ({ error }) => {
        error!.code = 'slow_down'
      }),
    ),
  },
  {
    name: 'sends the reset in milliseconds',
    killedBy: USED_UP,
    breaks: 'LIM-026',
    fault: details((one) => {
      one['reset_at'] = Number(one['reset_at']) * 1000
    }),
  },
  {
    name: 'moves the reset with the clock',
    killedBy: USED_UP,
    breaks: 'LIM-026',
    fault: () => {
      let since: number | undefined
      return {
        response(_, response) {
          if (response.status !== 429) return
          since ??= performance.now()
          const moved = Math.floor((performance.now() - since) / 1000)
          changeJson(response, ({ error }) => {
            const one = error!.details as JsonObject
            one['reset_at'] = Number(one['reset_at']) + moved
            setRate(response, 'Reset', one['reset_at'] as number)
          })
        },
      }
    },
  },
  withDetail('reset_at', '2026-11-20T09:00:00Z', 'LIM-026'),
  withDetail('limit', '60', 'LIM-027'),
  withDetail('window_seconds', 'a minute', 'LIM-028'),
  withDetail('window_seconds', 60.5, 'LIM-028'),
  withDetail('route_class', 7, 'LIM-029'),
  withDetail('tier', null, 'LIM-030'),
  withDetail('route_class', 'sessions:write', 'LIM-017', 'SCO-011'),
  {
    name: 'sends another budget in refusals',
    killedBy: USED_UP,
    breaks: 'LIM-022',
    fault: refused((response) => setRate(response, 'Limit', 1000)),
  },
  {
    name: 'reports one remaining request in refusals',
    killedBy: USED_UP,
    breaks: 'LIM-023',
    fault: refused((response) => setRate(response, 'Remaining', 1)),
  },

  {
    name: 'continues the count after the reset',
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
    name: 'restores half of the budget at the reset',
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
    name: 'has no limit by address',
    killedBy: 'limits.address',
    breaks: ['LIM-001', 'LIM-002', 'LIM-004'],
    fault: refused((response) => {
      response.status = 401
      response.body = Buffer.from(UNAUTHORIZED)
    }),
  },
  {
    name: 'authenticates before it counts the address',
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
    name: 'blocks an address permanently',
    killedBy: 'limits.address',
    breaks: 'LIM-004',
    fault: refused((response) => {
      response.status = 418
    }),
  },
  {
    name: 'blocks an address for an hour',
    killedBy: 'limits.address',
    breaks: 'LIM-003',
    fault: details((one) => {
      Object.assign(one, { window_seconds: 3600, reset_at: Number(one['reset_at']) + 3540 })
    }),
  },
  {
    name: 'counts a request after it has sent the remaining count',
    killedBy: 'limits.used-up',
    breaks: 'LIM-023',
    fault: answers(creates, (response) => {
      if (response.status >= 400) return
      const left = response.headers.find(([name]) => name === 'X-RateLimit-Remaining')?.[1]
      setRate(response, 'Remaining', Number(left) + 1)
    }),
  },
  {
    name: 'counts a request some time after it has admitted it',
    killedBy: 'limits.concurrent-requests',
    breaks: 'LIM-008',
    fault: () => {
      let underWay = 0
      return {
        request(request) {
          if (creates(request)) underWay++
        },
        response(request, response) {
          if (!creates(request)) return
          if (response.status === 429 && underWay > 1) {
            response.status = 201
            response.body = Buffer.from(JSON.stringify({ data: { id: 'vs_1' } }))
          }
          underWay--
        },
      }
    },
  },
]
