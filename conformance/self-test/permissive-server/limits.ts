import { isObject, type JsonObject } from '../../http/json.ts'
import { before, classOf, countsIn, setRate } from '../../checks/limits/counting-mutants.ts'
import type { ProxiedRequest, ProxiedResponse } from '../proxy.ts'
import type { Preferences } from './preferences.ts'
import { type Choice, edit, refuse, rewrite, succeeded, unwrap } from './choice.ts'

/** Fields that this server requires of a data subject request. */
export const SUBJECT_REQUEST = {
  data_subject_request: { right: 'see', person: { id: '{applicant_id}' } },
}

const asksForData = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && path === '/v1/data_subject_requests'
const rate = ({ headers }: ProxiedResponse, name: string) =>
  headers.find(([one]) => one === `X-RateLimit-${name}`)?.[1]

/** Number of requests by which the limit is lower than that of the simulator, which would not reject them. */
const LESS: Partial<Record<string, number>> = {
  global: 20,
  reads: 20,
  'applicants:create': 20,
  // Three a day.
  'dsar:create': 7,
}

/** Replaces the response by a 429, as in a service with this smaller budget. */
function stop(
  response: ProxiedResponse,
  name: string,
  { limit, reset, tier = 'standard' }: { limit: number; reset: number; tier?: string | undefined },
): void {
  const window = Number(rate(response, 'Window'))
  refuse(response, 429, 'rate_limit_exceeded', {
    reset_at: reset,
    limit,
    window_seconds: window,
    route_class: name,
    tier,
  })
}

export function limitChoices({ retryAfter }: Preferences): readonly Choice[] {
  let responses = 0
  /** Remaining budget in the simulator after each rejected request of a window. */
  const uncounted = new Map<string, number[]>()
  /** Epoch ms at which requests arrived. */
  const arrivals = new WeakMap<ProxiedRequest, number>()
  const logReads = countsIn('reads', ({ path }) => path.startsWith('/v1/webhook-events'))()
  /** Tiers of organizations, by the Authorization header of their keys. */
  const tiers = new Map<string, string>()
  /** Applicants with a data subject request. */
  const asked = new Set<string>()
  return [
    {
      // Each response rounds the end of its window up or down.
      row: 'GAP-WINDOW-ALIGNMENT',
      response(_, response) {
        const reset = rate(response, 'Reset')
        if (reset !== undefined) setRate(response, 'Reset', Number(reset) + (responses++ % 2))
      },
    },
    {
      row: 'GAP-DSR',
      request(request) {
        if (!asksForData(request)) return
        rewrite(request, ({ right, person }) =>
          right === 'see'
            ? { type: 'access', applicant_id: isObject(person) ? person['id'] : undefined }
            : {},
        )
      },
      response(request, response) {
        if (!asksForData(request) || !succeeded(response)) return
        response.status = 200
        unwrap(response)
      },
    },
    {
      // A second request for the applicant is refused while the first is pending.
      row: 'GAP-DSR',
      response(request, response) {
        if (!asksForData(request) || !succeeded(response)) return
        const { applicant_id } = (JSON.parse(response.body.toString()) as { data: JsonObject }).data
        const place = `${request.region} ${String(applicant_id)}`
        if (asked.has(place)) refuse(response, 409, 'request_pending')
        asked.add(place)
      },
    },
    {
      // A 429 of the address limit has a different code and no details of the window.
      row: 'GAP-IP-LIMIT',
      response(_, response) {
        if (response.status !== 429 || rate(response, 'Limit') !== undefined) return
        edit(response, ({ error }) => {
          Object.assign(error as JsonObject, { code: 'too_many_guesses', details: {} })
        })
      },
    },
    {
      // Without `Retry-After`, only `reset_at` shows when to retry.
      row: 'GAP-RETRY-AFTER',
      response(_, response) {
        const had = response.headers.length
        response.headers = response.headers.filter(([name]) => !/^retry-after$/i.test(name))
        if (retryAfter === 'none' || response.headers.length === had) return
        const { details } = JSON.parse(response.body.toString()).error as { details?: JsonObject }
        const end = new Date(1000 * Number(details?.['reset_at'] ?? Date.now() / 1000 + 60))
        response.headers.push(['Retry-After', end.toUTCString()])
      },
    },
    {
      row: 'GAP-BUDGETS',
      bindings({ state, params }, { key }) {
        const tier = params?.['tier']
        if (state === 'organization' && typeof tier === 'string')
          tiers.set(`Bearer ${String(key)}`, tier)
      },
      response(request, response) {
        const less = LESS[classOf(request) ?? '']
        if (less === undefined) return
        const [limit, left, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
          Number(rate(response, name)),
        )
        if (limit === undefined || left === undefined || Number.isNaN(limit)) return
        setRate(response, 'Limit', limit - less)
        setRate(response, 'Remaining', Math.max(0, left - less))
        if (left < less)
          stop(response, classOf(request)!, {
            limit: limit - less,
            reset: reset!,
            tier: tiers.get(request.headers['authorization'] ?? ''),
          })
      },
    },
    {
      row: 'GAP-WEBHOOK-EVENTS-CLASS',
      response(request, response) {
        logReads.response?.(request, response)
        // The simulator would not reject it, because it counts it in another class.
        if (!(Number(rate(response, 'Remaining')) < 0)) return
        setRate(response, 'Remaining', 0)
        stop(response, 'reads', {
          limit: Number(rate(response, 'Limit')),
          reset: Number(rate(response, 'Reset')),
        })
      },
    },
    {
      // Rejected requests do not count.
      row: 'GAP-WINDOW-ALIGNMENT',
      request(request) {
        arrivals.set(request, Date.now())
      },
      response(request, response) {
        if (rate(response, 'Remaining') === undefined || response.status === 429) return
        // The simulator counts them; a check that reads the remaining budget would notice.
        if (classOf(request) === 'sessions:read_image') return
        // Two routes can share a class here and have separate budgets in the simulator.
        const place = [
          request.headers['authorization'],
          classOf(request),
          rate(response, 'Limit'),
          rate(response, 'Reset'),
        ].join(' ')
        const raw = Number(rate(response, 'Remaining'))
        const rejected = uncounted.get(place) ?? []
        const began = 1000 * (Number(rate(response, 'Reset')) - Number(rate(response, 'Window')))
        // The simulator counted an earlier request in the window before.
        const isCounted = arrivals.get(request)! >= began
        if (response.status >= 400 && isCounted) uncounted.set(place, [...rejected, raw])
        const left = raw + before(uncounted.get(place) ?? [], raw)
        setRate(response, 'Remaining', left)
      },
    },
  ]
}
