import { isObject, type JsonObject } from '../http/json.ts'
import type { Fault, ProxiedRequest } from '../self-test/proxy.ts'
import {
  answers,
  creates,
  isSession,
  json,
  lists,
  type Mutant,
  refuses,
  sending,
  takes,
  type Which,
} from '../self-test/wire-faults.ts'
import { setRate } from './limits/counting-mutants.ts'

const ME = '/sdk/v1/sessions/me'
const HOUR_MS = 3_600_000
const RATE_HEADERS = ['LIM-022', 'LIM-023', 'LIM-024', 'LIM-025']

const isLive = ({ headers }: ProxiedRequest): boolean =>
  headers['authorization']?.includes('_live_') ?? false
const scansLive: Which = (request) => isLive(request) && request.path === '/v1/id-verification'

/** Changes events of live mode on their way. */
const liveEvent =
  (change: (body: JsonObject) => void): (() => Fault) =>
  () => ({
    delivery(delivery) {
      const body = JSON.parse(delivery.body.toString()) as JsonObject
      if (body['mode'] === 'live') change(body)
      delivery.body = Buffer.from(JSON.stringify(body))
    },
  })

const withoutRateHeaders = (status: number): (() => Fault) =>
  answers(
    () => true,
    (response) => {
      if (response.status !== status) return
      response.headers = response.headers.filter(([name]) => !/^x-ratelimit-/i.test(name))
    },
  )

/** The age as the difference of two years. */
function ageByYears(params: JsonObject): number {
  const born = (params['applicant'] as JsonObject | undefined)?.['date_of_birth']
  return new Date().getUTCFullYear() - Number(String(born).slice(0, 4))
}

const declinesInactive = (field: (rule: JsonObject) => boolean): Which => {
  return ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/v1/workflow-templates') return false
    const { screening_rules } = JSON.parse(body.toString()) as JsonObject
    return (
      Array.isArray(screening_rules) &&
      screening_rules
        .filter(isObject)
        .some((rule) => rule['isActive'] === false && rule['action'] === 'decline' && field(rule))
    )
  }
}

const live = (name: string, breaks: Mutant['breaks'], fault: () => Fault): Mutant => ({
  name,
  killedBy: 'webhooks.live-events',
  breaks,
  fault,
})

/** Faults in live mode, in refusals, and in what shows once a verdict is there. */
export const FURTHER_MUTANTS: readonly Mutant[] = [
  {
    name: 'shows idv in the list of sessions once a check ran',
    killedBy: 'images.not-in-lists',
    breaks: ['IDV-025', 'SES-007'],
    fault: json(lists, ({ data }) => {
      for (const item of data as unknown as JsonObject[])
        if (item['status'] === 'completed') item['idv'] = { available_images: ['front'] }
    }),
  },
  live(
    'says test in live events',
    'EVB-008',
    liveEvent((body) => {
      body['mode'] = 'test'
    }),
  ),
  live(
    'leaves decisionSource out in live mode',
    ['STA-005', 'EVB-010'],
    liveEvent((body) => {
      delete body['decisionSource']
    }),
  ),
  live(
    'says that a cancelled live session was decided',
    'EVB-018',
    liveEvent((body) => {
      body['decisionSource'] ??= 'automatic'
    }),
  ),
  live(
    'leaves the time out in live mode',
    'EVB-001',
    liveEvent((body) => {
      delete body['occurredAt']
    }),
  ),
  live(
    'calls live events otherwise',
    'EVB-009',
    liveEvent((body) => {
      body['type'] = 'kyc.session.ended'
    }),
  ),
  {
    name: 'says test of a live scan',
    killedBy: 'id-scan.live',
    breaks: 'SCN-015',
    fault: json(scansLive, ({ data }) => {
      if (data) data['mode'] = 'test'
    }),
  },
  {
    name: 'says test of a live scan that could not be read',
    killedBy: 'id-scan.blank-images',
    breaks: ['SCN-016', 'ERR-029'],
    fault: answers(scansLive, (response) => {
      response.status = 422
      response.body = Buffer.from(
        JSON.stringify({ error: { code: 'document_unreadable', details: { mode: 'test' } } }),
      )
    }),
  },
  {
    name: 'drops metadata in live mode',
    killedBy: 'sessions.live-metadata',
    breaks: ['END-007', 'SES-009', 'SES-010'],
    fault: json(
      (request) => isSession(request) && isLive(request),
      ({ data }) => {
        data.metadata = {}
      },
    ),
  },
  ...(
    [
      [402, 'billing.wallet-empty'],
      [403, 'billing.plan-canceled'],
      [403, 'scopes.each-opens-its-own'],
      [404, 'images.missing-retention'],
    ] as const
  ).map(([status, killedBy]): Mutant => ({
    name: `leaves the rate headers out of a ${status}, seen by ${killedBy}`,
    killedBy,
    breaks: RATE_HEADERS,
    fault: withoutRateHeaders(status),
  })),
  {
    name: 'counts the request itself only after it has said how many are left',
    killedBy: 'limits.used-up',
    breaks: 'LIM-023',
    fault: answers(creates, (response) => {
      if (response.status >= 400) return
      const left = response.headers.find(([name]) => name === 'X-RateLimit-Remaining')?.[1]
      setRate(response, 'Remaining', Number(left) + 1)
    }),
  },
  {
    name: 'counts an age by the calendar year',
    killedBy: 'screening.age-counts-birthdays',
    breaks: 'FLD-013',
    fault: () => ({
      bindings({ state, params }, bindings) {
        if (state === 'screened_session') bindings['tags'] = [String(ageByYears(params))]
      },
    }),
  },
  {
    name: 'takes signals and hands none to the rules',
    killedBy: 'screening.signals-on',
    breaks: 'DEV-001',
    fault: () => ({
      state({ state, params }) {
        if (state === 'screened_session') delete params['signals']
      },
    }),
  },
  {
    name: 'takes approve for a tag',
    killedBy: 'screening.actions',
    breaks: 'ATN-006',
    fault: () => ({
      state({ params }) {
        for (const rule of (params['screening_rules'] ?? []) as JsonObject[])
          if (rule['action'] === 'approve') rule['action'] = 'tag'
      },
    }),
  },
  {
    name: 'follows an approve that is switched off',
    killedBy: 'screening.actions',
    breaks: 'SCR-022',
    fault: () => ({
      state({ params }) {
        for (const rule of (params['screening_rules'] ?? []) as JsonObject[])
          if (rule['action'] === 'approve') delete rule['isActive']
      },
    }),
  },
  {
    name: 'takes a decline by a fraud type that is switched off',
    killedBy: 'templates.actions-refused',
    breaks: 'RTY-012',
    fault: takes(declinesInactive((rule) => rule['ruleType'] === 'ip_reputation')),
  },
  {
    name: 'takes a decline by the age that is switched off',
    killedBy: 'templates.actions-refused',
    breaks: ['SEN-001', 'SEN-005'],
    fault: takes(declinesInactive((rule) => rule['ruleType'] === 'custom')),
  },
  ...[1, -1].map((hours): Mutant => ({
    name: `sends times that are ${hours} hours off`,
    killedBy: 'webhooks.event-completed',
    breaks: 'EVB-007',
    fault: () => ({
      delivery(delivery) {
        const body = JSON.parse(delivery.body.toString()) as JsonObject
        const time = Date.parse(String(body['occurredAt']))
        if (Number.isNaN(time)) return
        body['occurredAt'] = new Date(time + hours * HOUR_MS).toISOString()
        delivery.body = Buffer.from(JSON.stringify(body))
      },
    }),
  })),
  {
    name: 'still grants what retired scopes granted',
    killedBy: 'scopes.retired-scopes-open-nothing',
    breaks: ['ERR-013', 'VER-022'],
    fault: () => {
      const today = new Map<string, string>()
      return {
        bindings(_, { retired_key, key }) {
          if (typeof retired_key === 'string') today.set(`Bearer ${retired_key}`, `Bearer ${key}`)
        },
        request({ headers }) {
          const other = today.get(headers['authorization'] ?? '')
          if (other !== undefined) headers['authorization'] = other
        },
      }
    },
  },
  {
    name: 'tells a page the verdict',
    killedBy: 'tokens.no-result-after-completion',
    breaks: 'TOK-010',
    fault: json(
      ({ path }) => path === ME,
      ({ data }) => {
        if (data?.['status'] === 'completed') data['outcome'] = 'approved'
      },
    ),
  },
  {
    name: 'never completes what a page hands in',
    killedBy: 'sdk.finishes-the-checks',
    breaks: 'GEN-006',
    fault: json(isSession, ({ data }) => {
      data['status'] = 'in_progress'
    }),
  },
  {
    name: 'takes the signature for the beginning of the verification',
    killedBy: 'esign.signing-moves-no-status',
    breaks: 'STA-020',
    fault: () => {
      let signed = false
      return {
        response(request, response) {
          if (request.path.endsWith('/envelope/sign')) signed = true
          if (isSession(request) && !signed)
            response.body = Buffer.from(
              response.body.toString().replace(/"status":"\w+"/, '"status":"created"'),
            )
        },
      }
    },
  },
  {
    name: 'calls a check that ended in error a failed one',
    killedBy: 'screening.check-that-ended-in-error',
    breaks: 'STA-027',
    fault: () => ({
      bindings({ state }, bindings) {
        if (state === 'errored_check') bindings['tags'] = ['fail']
      },
    }),
  },
  {
    name: 'takes no applicant inside a session',
    killedBy: 'sessions.with-and-without-applicant',
    breaks: ['END-005', 'GEN-003'],
    fault: refuses(sending(creates, (body) => Object.hasOwn(body, 'applicant'))),
  },
  {
    name: 'keeps no selfie, whatever the template says',
    killedBy: 'images.face-check-by-template',
    breaks: ['CHK-002', 'VER-023'],
    fault: json(isSession, ({ data }) => {
      const idv = data.idv as { available_images: string[] } | undefined
      if (idv) idv.available_images = idv.available_images.filter((name) => name !== 'selfie')
    }),
  },
]
