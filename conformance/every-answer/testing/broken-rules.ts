import type { Fault, ProxiedRequest, ProxiedResponse } from '../../self-test/proxy.ts'
import { answers, headerFault, json, type Which } from '../../self-test/wire-faults.ts'
import type { RULE_REQUIREMENTS } from '../rules.ts'

interface Body {
  data: Record<string, unknown> & { id: string }
  error: Record<string, unknown>
  match?: boolean
  protocol_version?: unknown
  seal?: unknown
}
export type Violation = [
  check: string,
  requirement: (typeof RULE_REQUIREMENTS)[number],
  fault: () => Fault,
]

const onPath =
  (form: RegExp): Which =>
  ({ path }) =>
    form.test(path)
const session = onPath(/^\/v1\/sessions\/vs_[^/]+$/)
const image = onPath(/\/idv-image\//)
const anything: Which = () => true

/** Changes successful responses, or error responses. */
const ofStatus =
  (isError: boolean) =>
  (to: Which, change: (body: Body) => void): (() => Fault) =>
    answers(to, (response, request) => {
      if (response.status >= 400 !== isError || request.path.startsWith('/control')) return
      const body = JSON.parse(response.body.toString()) as Body
      change(body)
      response.body = Buffer.from(JSON.stringify(body))
    })
const success = ofStatus(false)
const refusal = ofStatus(true)

const header = (to: Which, name: string, value: string | undefined): (() => Fault) =>
  headerFault(name, value, '', [], to).fault

const onImage = (change: (response: ProxiedResponse) => void): (() => Fault) =>
  answers(image, (response) => {
    if (response.status === 200) change(response)
  })

/** Changes the status of an error response with this code. */
const otherStatus = (code: string, status: number): (() => Fault) =>
  answers(anything, (response: ProxiedResponse, _: ProxiedRequest) => {
    if (response.body.includes(`"${code}"`)) response.status = status
  })

const LIVE = 'sessions.live-metadata'
const HIDDEN = 'images.stored-in-live-mode'

/** Changes the type of a detail in a 429 whose details the check does not judge. */
const detail = (requirement: Violation[1], name: string, value: unknown): Violation => [
  'limits.tiers',
  requirement,
  refusal(anything, ({ error }) => {
    const { code, details } = error as { code: string; details: Record<string, unknown> }
    if (code === 'rate_limit_exceeded' && name in details) details[name] = value
  }),
]

const RULES_REFUSED = 'templates.rules-refused'

/** Changes the issues of each validation error. */
const issues = (change: (issue: Record<string, unknown>) => void): (() => Fault) =>
  refusal(anything, ({ error }) => {
    const { issues: all } = error['details'] as { issues?: Record<string, unknown>[] }
    all?.forEach(change)
  })

/** A fault for each rule, in the responses of a check that sees but does not judge it. */
export const VIOLATIONS: readonly Violation[] = [
  [
    RULES_REFUSED,
    'VAL-001',
    refusal(anything, (body) => {
      if (body.error['code'] === 'validation_error') body.error['details'] = {}
    }),
  ],
  [RULES_REFUSED, 'VAL-002', issues((issue) => delete issue['code'])],
  [
    RULES_REFUSED,
    'VAL-003',
    issues((issue) => Object.assign(issue, { path: String(issue['path']) })),
  ],
  [RULES_REFUSED, 'VAL-004', issues((issue) => Object.assign(issue, { message: '' }))],
  [RULES_REFUSED, 'VAL-005', issues((issue) => Object.assign(issue, { keys: 'name' }))],
  [
    'images.scopes',
    'IMG-014',
    onImage(({ headers }) => {
      headers.push(['Link', '<https://files.example/1.jpg?signature=1>; rel="alternate"'])
    }),
  ],
  [LIVE, 'LIM-022', header(session, 'X-RateLimit-Limit', undefined)],
  [LIVE, 'LIM-023', header(session, 'X-RateLimit-Remaining', '1000000')],
  [LIVE, 'LIM-024', header(session, 'X-RateLimit-Reset', '1000')],
  [LIVE, 'LIM-025', header(session, 'X-RateLimit-Window', 'a minute')],
  [LIVE, 'LIM-009', header(session, 'X-RateLimit-Window', '61')],
  [
    'hiding.every-route-to-data-subject-request-of-live-mode',
    'LIM-010',
    header(onPath(/data_subject_requests$/), 'X-RateLimit-Window', '60'),
  ],
  ['images.scopes', 'LIM-011', header(image, 'X-RateLimit-Limit', '121')],
  detail('LIM-026', 'reset_at', '1'),
  detail('LIM-027', 'limit', 'many'),
  detail('LIM-028', 'window_seconds', 60.5),
  detail('LIM-029', 'route_class', null),
  [
    'limits.each-class-used-up',
    'LIM-030',
    refusal(onPath(/^\/v1\/applicants\/./), ({ error }) =>
      Object.assign(error.details as object, { tier: 7 }),
    ),
  ],
  [HIDDEN, 'ENV-001', refusal(anything, ({ error }) => delete error.details)],
  [HIDDEN, 'ENV-002', refusal(anything, ({ error }) => (error.type = error.code))],
  [HIDDEN, 'ENV-003', refusal(anything, ({ error }) => (error.doc_url = '/docs'))],
  [HIDDEN, 'ENV-004', refusal(anything, ({ error }) => (error.request_id = '1'))],
  ['id-scan.live-takes-no-outcome', 'ERR-001', otherStatus('validation_error', 400)],
  ['limits.headers', 'ERR-005', otherStatus('resource_not_found', 410)],
  ['activity.one-entry-each', 'ERR-009', otherStatus('artifact_not_available', 410)],
  ['scopes.retired-scopes-open-nothing', 'ERR-012', otherStatus('insufficient_scope', 401)],
  [LIVE, 'END-002', header(session, 'Content-Type', 'text/html')],
  [LIVE, 'END-011', json(session, ({ data }) => data)],
  [
    'limits.route-classes',
    'END-013',
    success(onPath(/browser_token$/), (body) => Object.assign(body, { browserToken: 'x' })),
  ],
  [LIVE, 'SES-001', success(session, ({ data }) => (data.id = data.id.slice(3)))],
  [LIVE, 'SES-002', success(session, ({ data }) => (data.id += 'x'))],
  [LIVE, 'SES-004', success(session, ({ data }) => (data.status = null))],
  [LIVE, 'SES-007', success(session, ({ data }) => (data.idv = null))],
  [LIVE, 'IDV-001', success(session, ({ data }) => (data.idv = {}))],
  [LIVE, 'IDV-003', success(session, ({ data }) => (data.idv = { available_images: ['back'] }))],
  [LIVE, 'IDV-009', success(session, ({ data }) => (data.idv = { available_images: [] }))],
  [
    'hiding.list-of-other-organization',
    'IDV-025',
    success(onPath(/^\/v1\/sessions$/), ({ data }) => {
      for (const row of [data].flat()) row.idv = null
    }),
  ],
  [LIVE, 'IDV-026', success(onPath(/^\/v1\/sessions$/), ({ data }) => (data.idv = null))],
  ['images.reverified', 'IMG-010', onImage((response) => (response.status = 206))],
  ['images.scopes', 'IMG-011', header(image, 'Content-Type', 'image/png')],
  ['images.scopes', 'IMG-012', onImage((response) => (response.body = Buffer.from('PNG')))],
  ['images.scopes', 'IMG-013', header(image, 'Cache-Control', 'no-store')],
  [
    'limits.classes-of-evidence',
    'REP-001',
    header(onPath(/report\.pdf$/), 'Content-Type', 'text/html'),
  ],
  ...(
    [
      ['DLV-007', { signing_secret: 'whsec_AAAA' }],
      ['DLV-008', { event: { sessionId: 'vs_1', outcome: null, occurredAt: '' } }],
    ] as const
  ).map(([requirement, more]): Violation => [
    'deliveries.pages',
    requirement,
    success(onPath(/webhook-events/), ({ data }) => {
      for (const row of [data].flat()) Object.assign(row, more)
    }),
  ]),
  [
    'id-scan.makes-no-verification',
    'SCN-015',
    success(onPath(/id-verification$/), ({ data }) => delete data.mode),
  ],
  [
    'id-scan.live-takes-no-outcome',
    'SCN-017',
    refusal(onPath(/id-verification$/), ({ error }) =>
      Object.assign(error.details as object, { mode: 'test' }),
    ),
  ],
  [
    'sessions.expired-unfinished',
    'STA-012',
    success(session, ({ data }) => {
      if (data.status === 'expired') data.outcome = 'declined'
    }),
  ],
  [
    'applicants.country-of-two-letters',
    'APP-036',
    success(onPath(/applicants/), ({ data }) => (data.first_name = '')),
  ],
  [
    'applicants.country-of-two-letters',
    'APP-037',
    success(onPath(/applicants/), ({ data }) => (data.middle_name = '')),
  ],
  [
    'applicants.country-of-two-letters',
    'APP-038',
    success(onPath(/applicants/), ({ data }) => (data.last_name = '')),
  ],
  ['verify.test-mode', 'VFR-001', success(anything, (body) => delete body.protocol_version)],
  ['verify.test-mode', 'VFR-003', success(anything, (body) => (body.match = false))],
  ['verify.region-by-region', 'VFR-004', success(anything, (body) => (body.match = true))],
  ['verify.what-it-takes', 'VFR-008', success(anything, (body) => (body.seal = null))],
  ['verify.region-by-region', 'VFR-014', success(anything, (body) => delete body.seal)],
  ...(
    [
      ['VFR-023', { signer_name: 'Una' }],
      ['VFR-024', { contact: { email: 'una@applicant.example' } }],
      ['VFR-025', { phone_number: '+442079460018' }],
      ['VFR-026', { document: { title: 'Lease' } }],
    ] as const
  ).map(([requirement, more]): Violation => [
    'verify.what-it-takes',
    requirement,
    success(anything, (body) => Object.assign(body, more)),
  ]),
]
