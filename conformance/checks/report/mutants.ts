import type { Fault } from '../../self-test/proxy.ts'
import {
  answers,
  changesApplicant,
  isSession,
  json,
  lists,
  type Mutant,
  refuse,
  sending,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'

const isReport: Which = ({ path }) => path.endsWith('/report.pdf')
const isMe: Which = ({ path }) => path === '/sdk/v1/sessions/me'
const isApplicant: Which = ({ path }) => path.startsWith('/v1/applicants/')
const naming =
  (text: string, to: Which): Which =>
  (request) =>
    request.headers['authorization']?.includes(text) === true && to(request)

/** Every applicant passes, for any requested outcome. */
const clearing =
  (type: string): (() => Fault) =>
  () => ({
    state({ state, params }) {
      if (state === 'open_session' && JSON.stringify(params['checks']) === JSON.stringify([type]))
        params['expected_outcome'] = 'pass'
    },
  })

const CHECKED: [type: string, breaks: string][] = [
  ['id-verification', 'CHK-001'],
  ['credit-history', 'CHK-008'],
  ['background-check', 'CHK-017'],
  ['sanctions-screening', 'CHK-018'],
]

export const SERVICE_MUTANTS: readonly Mutant[] = [
  ...['deleted_images', 'reverified_session'].map((changed): Mutant => ({
    name: `makes no report after ${changed}`,
    killedBy: 'report.after-changes-of-images',
    breaks: ['GEN-011', 'REP-001'],
    fault: () => {
      const sessions = new Set<unknown>()
      return {
        state({ state, params }) {
          if (state === changed) sessions.add(params['session_id'])
        },
        response(request, response) {
          if (isReport(request) && sessions.has(request.path.split('/')[3])) response.status = 500
        },
      }
    },
  })),
  {
    name: 'has no report',
    killedBy: 'report.served',
    breaks: ['GEN-011', 'REP-001'],
    fault: answers(isReport, (response) => {
      response.status = 404
    }),
  },
  {
    name: 'has no report of a declined session',
    killedBy: 'report.served',
    breaks: ['GEN-011', 'REP-001'],
    fault: () => {
      const declined = new Set<unknown>()
      return {
        bindings({ params }, { session_id: id }) {
          if (params['outcome'] === 'declined') declined.add(id)
        },
        response(request, response) {
          if (isReport(request) && declined.has(request.path.split('/')[3])) response.status = 404
        },
      }
    },
  },
  {
    name: 'has no report of a further session of an organization',
    killedBy: 'report.served',
    breaks: ['GEN-011', 'REP-001'],
    fault: () => {
      const further = new Set<unknown>()
      return {
        bindings({ state, params }, { session_id: id }) {
          if (state === 'session' && params['organization'] !== undefined) further.add(id)
        },
        response(request, response) {
          if (isReport(request) && further.has(request.path.split('/')[3])) response.status = 404
        },
      }
    },
  },
  {
    name: 'reports as a page',
    killedBy: 'report.served',
    breaks: 'REP-001',
    fault: answers(isReport, (response) => {
      response.headers = response.headers.map(([name, value]) => [
        name,
        /^content-type$/i.test(name) ? 'text/html' : value,
      ])
    }),
  },
  {
    name: 'sends a report that is not a PDF',
    killedBy: 'report.served',
    breaks: 'REP-001',
    fault: answers(isReport, (response) => {
      response.body = Buffer.from('<html>')
    }),
  },
  ...(
    [
      ['has no end', '%PDF-1.4 nothing'],
      ['has no page', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
    ] as const
  ).map(([what, body]): Mutant => ({
    name: `sends a report that ${what}`,
    killedBy: 'report.served',
    breaks: 'REP-001',
    fault: answers(isReport, (response) => {
      response.body = Buffer.from(body)
    }),
  })),
  {
    name: 'sends an empty report of a session that waits for a review',
    killedBy: 'report.before-an-outcome',
    breaks: 'REP-001',
    fault: () => {
      const waiting = new Set<string>()
      return {
        bindings({ params }, { session_id: id }) {
          if (params['status'] === 'awaiting_review') waiting.add(String(id))
        },
        response(request, response) {
          if (isReport(request) && waiting.has(decodeURIComponent(request.path.split('/')[3]!)))
            response.body = Buffer.alloc(0)
        },
      }
    },
  },
  {
    name: 'permits every organization to write a legal name',
    killedBy: 'history.names-that-are-only-read',
    breaks: 'VER-015',
    fault: takes(sending(changesApplicant, (body) => 'legal_name' in body)),
  },
  {
    name: 'permits every organization to write a localized name',
    killedBy: 'history.names-that-are-only-read',
    breaks: 'VER-015',
    fault: takes(sending(changesApplicant, (body) => 'localized_name' in body)),
  },
  {
    name: 'omits the legal name',
    killedBy: 'history.names-that-are-only-read',
    breaks: 'VER-015',
    fault: json(isApplicant, ({ data }) => {
      if (data) delete data['legal_name']
    }),
  },
  ...CHECKED.map(([type, breaks]): Mutant => ({
    name: `clears every applicant in ${type}`,
    killedBy: `sessions.check-${type}`,
    breaks: [breaks, 'PLN-023'],
    fault: clearing(type.replaceAll('-', '_')),
  })),
  {
    name: 'runs no document check',
    killedBy: 'sessions.check-id-verification',
    breaks: 'CHK-001',
    fault: json(isSession, ({ data }) => {
      delete data.idv
    }),
  },
  {
    name: 'uses different words for the findings of checks',
    killedBy: 'screening.check-outcomes',
    breaks: 'STA-027',
    fault: () => ({
      bindings({ state }, bindings) {
        if (state === 'screened_session') bindings['tags'] = []
      },
    }),
  },
  {
    name: 'finds nothing but passes',
    killedBy: 'screening.check-outcomes',
    breaks: 'STA-027',
    fault: () => ({
      state({ state, params }) {
        if (state === 'screened_session') params['expected_outcome'] = 'pass'
      },
    }),
  },

  {
    name: 'identifies a key by its secret and accepts any region',
    killedBy: 'planes.two-regions-two-modes',
    breaks: 'PLN-001',
    fault: answers(naming('_ap_', lists), (response) => {
      response.status = 200
    }),
  },
  {
    name: 'has a third mode',
    killedBy: 'planes.two-regions-two-modes',
    breaks: 'PLN-006',
    fault: answers(naming('_demo_', lists), (response) => {
      response.status = 200
    }),
  },
  {
    name: 'has one region',
    killedBy: 'planes.two-regions-two-modes',
    breaks: 'PLN-001',
    fault: answers(
      ({ region }) => region === 'eu',
      (response) => {
        response.status = 409
      },
    ),
  },
  {
    name: 'lets tokens live for a month',
    killedBy: 'tokens.live-for-minutes',
    breaks: 'AUT-016',
    fault: answers(isMe, (response) => {
      if (response.status === 401) response.status = 200
    }),
  },
  {
    name: 'lets tokens live for eight hours',
    killedBy: 'tokens.live-for-minutes',
    breaks: 'AUT-016',
    fault: () => ({
      state({ state, params }) {
        if (state === 'aged_browser_token' && Number(params['seconds']) < 28_800)
          params['seconds'] = 0
      },
    }),
  },
  {
    name: 'lets tokens live for seconds',
    killedBy: 'tokens.live-for-minutes',
    breaks: 'AUT-016',
    fault: () => ({
      state({ state, params }) {
        if (state === 'aged_browser_token' && params['seconds'] === 50) params['seconds'] = 86_400
      },
    }),
  },
  {
    name: 'returns wrong_token_type for an unknown key',
    killedBy: 'tokens.wrong-type-is-said-of-wrong-kinds',
    breaks: 'ERR-033',
    fault: answers(lists, (response) => {
      if (response.status === 401) refuse(response, 403, 'wrong_token_type')
    }),
  },
  {
    name: 'returns wrong_token_type for an expired token',
    killedBy: 'tokens.wrong-type-is-said-of-wrong-kinds',
    breaks: 'ERR-033',
    fault: answers(isMe, (response) => {
      if (response.status === 401) refuse(response, 403, 'wrong_token_type')
    }),
  },
  {
    name: 'returns region_mismatch for a secret key of the region on a route of the SDK',
    killedBy: 'tokens.wrong-type-is-said-of-wrong-kinds',
    breaks: 'ERR-030',
    fault: answers(isMe, (response) => {
      if (response.status === 403) refuse(response, 409, 'region_mismatch')
    }),
  },
  {
    name: 'returns region_mismatch for an unknown key of the region',
    killedBy: 'tokens.wrong-type-is-said-of-wrong-kinds',
    breaks: 'ERR-030',
    fault: answers(lists, (response) => {
      if (response.status === 401) refuse(response, 409, 'region_mismatch')
    }),
  },
]
