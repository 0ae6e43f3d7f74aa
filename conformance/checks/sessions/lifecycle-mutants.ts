import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import {
  answers,
  isSession,
  json,
  lists,
  type Mutant,
  staleReads,
  type Which,
} from '../../self-test/wire-faults.ts'

/** Substitutes one state for another that the suite requested. */
const instead =
  (wanted: JsonObject): (() => Fault) =>
  () => ({
    state(use) {
      if (use.state !== 'session') return
      const { region, mode, organization, session_id } = use.params
      use.params = {
        region,
        mode,
        ...(organization !== undefined && { organization }),
        ...(session_id !== undefined && { session_id }),
        ...wanted,
      }
    },
  })

const RECORDS: [name: string, status: string, breaks: string[]][] = [
  ['approved-by-rules', 'approved', ['STA-002', 'GEN-007']],
  ['declined-by-rules', 'declined', ['STA-002', 'GEN-007']],
  ['approved-by-reviewer', 'awaiting_review', ['STA-003', 'GEN-008']],
  ['declined-by-reviewer', 'failed', ['STA-003', 'GEN-008']],
  ['ended-by-applicant', 'cancelled', ['STA-014']],
  ['cancelled', 'created', ['STA-006']],
  ['parked', 'completed', ['STA-008']],
  ['expired-unfinished', 'abandoned', ['STA-010']],
  ['expired-in-review', 'awaiting_review', ['STA-011']],
]

const EVENTS: [name: string, instead: JsonObject, breaks: string[]][] = [
  [
    'approved-by-rules',
    { status: 'completed', outcome: 'approved', decided_by: 'reviewer' },
    ['STA-005'],
  ],
  [
    'declined-by-rules',
    { status: 'completed', outcome: 'approved', decided_by: 'rules' },
    ['STA-004', 'STA-026'],
  ],
  [
    'approved-by-reviewer',
    { status: 'completed', outcome: 'approved', decided_by: 'rules' },
    ['STA-005'],
  ],
  [
    'declined-by-reviewer',
    { status: 'completed', outcome: 'approved', decided_by: 'reviewer' },
    ['STA-004'],
  ],
  [
    'ended-by-applicant',
    { status: 'completed', outcome: 'declined', decided_by: 'rules' },
    ['STA-015', 'STA-016'],
  ],
  ['cancelled', { status: 'expired' }, ['STA-007', 'GEN-009']],
  ['parked', { status: 'in_progress' }, ['STA-009', 'GEN-009']],
  ['expired-unfinished', { status: 'cancelled' }, ['STA-012', 'STA-013']],
  ['expired-in-review', { status: 'awaiting_review' }, ['STA-013']],
]

/** Pages of the list of sessions after the first. */
const laterPages: Which = ({ method, path }) =>
  method === 'GET' && /^\/v1\/sessions\?.*cursor=/.test(path)

export const LIFECYCLE_MUTANTS: readonly Mutant[] = [
  {
    name: 'shows idv on later pages of the list',
    killedBy: 'sessions.later-pages-of-the-list',
    breaks: 'IDV-025',
    fault: json(laterPages, ({ data }) => {
      for (const one of [data].flat())
        one.idv = { available_images: ['front'], capture_acquisition: 'camera' }
    }),
  },
  {
    name: 'shows live sessions on later pages of the list',
    killedBy: 'sessions.later-pages-of-the-list',
    breaks: 'PLN-007',
    fault: () => {
      const live: JsonObject[] = []
      return {
        bindings({ state, params }, { session_id: id }) {
          if (state === 'session' && params['mode'] === 'live') live.push({ id })
        },
        response(request, response) {
          if (laterPages(request) && response.status === 200)
            changeJson(response, (body) => ({ ...body, data: [body.data, live].flat() }))
        },
      }
    },
  },
  {
    name: 'lists sessions with the status from before their end',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'END-010',
    fault: staleReads(lists, ['status']),
  },
  {
    name: 'lists expired sessions as open',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'END-010',
    fault: json(lists, ({ data }) => {
      for (const one of [data].flat()) if (one['status'] === 'expired') one['status'] = 'created'
    }),
  },
  {
    name: 'lists sessions in review as open',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'END-010',
    fault: json(lists, ({ data }) => {
      for (const one of [data].flat())
        if (one['status'] === 'awaiting_review') one['status'] = 'created'
    }),
  },
  ...['awaiting_review', 'in_progress'].map((status): Mutant => ({
    name: `retrieves no metadata of sessions that are ${status}`,
    killedBy: 'sessions.list-follows-changes',
    breaks: 'SES-010',
    fault: json(isSession, ({ data }) => {
      if (data?.['status'] === status) data.metadata = {}
    }),
  })),
  {
    name: 'lists no cancelled sessions',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'END-010',
    fault: json(lists, (body) => ({
      ...body,
      data: [body.data].flat().filter((one) => one['status'] !== 'cancelled'),
    })),
  },
  {
    name: 'lists only sessions with an applicant',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'END-010',
    fault: json(lists, (body) => ({
      ...body,
      data: [body.data].flat().filter((one) => one['applicant_id'] !== null),
    })),
  },
  {
    name: 'lists each session twice',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'END-010',
    fault: json(lists, (body) => ({ ...body, data: [body.data, body.data].flat() })),
  },
  {
    name: 'lists sessions as they were, too, once they have ended',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'END-010',
    fault: json(lists, (body) => ({
      ...body,
      data: [body.data]
        .flat()
        .flatMap((one) =>
          one['status'] === 'completed' ? [one, { ...one, status: 'created' }] : [one],
        ),
    })),
  },
  {
    name: 'returns the status from before the end',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'GEN-010',
    fault: staleReads(isSession, ['status']),
  },
  ...RECORDS.map(([name, status, breaks]): Mutant => ({
    name: `reports the status ${status} for a session that is ${name}`,
    killedBy: `sessions.${name}`,
    breaks,
    fault: json(isSession, ({ data }) => {
      data['status'] = status
    }),
  })),
  {
    name: 'loses sessions that have ended',
    killedBy: 'sessions.approved-by-rules',
    breaks: 'GEN-010',
    fault: answers(isSession, (response, request) => {
      if (
        request.method === 'GET' &&
        (JSON.parse(response.body.toString()) as { data: JsonObject }).data['status'] ===
          'completed'
      ) {
        response.status = 404
      }
    }),
  },
  ...EVENTS.map(([name, wanted, breaks]): Mutant => ({
    name: `sends another event after ${name}`,
    killedBy: `webhooks.after-${name}`,
    breaks,
    fault: instead(wanted),
  })),
  ...['/notes', '/resend', '/cancel'].map((end): Mutant => ({
    name: `answers ${end} with a session that has idv`,
    killedBy: 'sessions.no-idv-in-other-responses',
    breaks: 'SES-007',
    fault: json(
      ({ path }) => path.endsWith(end),
      (body) => {
        const id = (body.data ?? body).id
        return { data: { id, status: 'open', idv: { available_images: [] } } }
      },
    ),
  })),
  {
    name: 'accepts a step once the session is completed',
    killedBy: 'sdk.no-steps-once-completed',
    breaks: 'SES-005',
    fault: answers(
      ({ path }) => path.endsWith('/submit'),
      (response) => {
        response.status = 200
      },
    ),
  },
  {
    name: 'accepts a step once the session is expired',
    killedBy: 'sdk.no-steps-once-expired',
    breaks: 'SES-006',
    fault: answers(
      ({ path }) => path.endsWith('/submit'),
      (response) => {
        response.status = 200
      },
    ),
  },
]
