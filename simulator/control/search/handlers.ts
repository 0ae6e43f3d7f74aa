import { APPLICANT, type ApplicantRecord } from '../../features/applicants/applicants.ts'
import { listAnswer, pageQuery } from '../../features/paging.ts'
import {
  SESSION,
  type SessionDocument,
  type SessionRecord,
} from '../../features/sessions/session-record.ts'
import type { Ports } from '../../ports.ts'
import { type Answer, json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import type { Issue } from '../../call/errors.ts'
import { isUncountable } from '../../time/uncountable.ts'
import { asConsole, planeOfPath } from '../access/plane.ts'
import { controlledText } from '../access/session.ts'
import type { ControlHost } from '../host.ts'
import type { SearchQuery } from './search-table.ts'

interface Filters {
  status?: string
  outcome?: string
  q?: string
  from?: string
  to?: string
}

/** Matches are counted up to here: the cost of a count must not grow with the number of sessions. */
const MOST_COUNTED = 100

/** The list of a plane's sessions with its filters, and how many there are. */
export function sessionListHandlers(ports: Ports, host: ControlHost): Record<string, Handler> {
  const ofPath = planeOfPath(ports)
  return {
    listOrganizationSessions: asConsole(
      { patient: true, check: timeIssues, run: (call) => list(ports, host, call) },
      ofPath,
    ),
    countOrganizationSessions: asConsole(
      { patient: true, check: timeIssues, run: (call) => count(host, call) },
      ofPath,
    ),
  }
}

async function list(ports: Ports, host: ControlHost, call: Call): Promise<Answer> {
  const { scope } = call.credential
  const page = pageQuery(call)
  const filters = filtersOf(call)
  const found = isFiltered(filters)
    ? await host.search.sessions.find(scope, { ...page, ...filters })
    : ((await ports.records.page(scope, SESSION, page)) as SessionDocument[])
  const names = new Map<string, string | null>()
  for (const { body } of found) names.set(body.id, await applicantName(ports, scope, body))
  return listAnswer(found, call, (document) => {
    const { body } = document
    return controlledText(ports, scope, body, { applicant_name: names.get(body.id) })
  })
}

async function count(host: ControlHost, call: Call): Promise<Answer> {
  const { scope } = call.credential
  const filters = filtersOf(call)
  const totals = await host.search.sessions.totals(scope)
  const sum = (key: 'status' | 'outcome'): Record<string, number> => {
    const by: Record<string, number> = {}
    for (const total of totals) {
      const name = total[key] ?? 'none'
      by[name] = (by[name] ?? 0) + total.sessions
    }
    return by
  }
  const all = totals.reduce((total, { sessions }) => total + sessions, 0)
  const matching = isFiltered(filters)
    ? await host.search.sessions.matching(scope, filters, MOST_COUNTED)
    : Math.min(all, MOST_COUNTED)
  return json(200, {
    data: {
      total: all,
      by_status: sum('status'),
      by_outcome: sum('outcome'),
      matching,
      matching_is_lower_bound: matching === MOST_COUNTED,
    },
  })
}

function filtersOf(call: Call): Omit<SearchQuery, 'limit'> {
  const { status, outcome, q, from, to } = call.query as Filters
  return {
    ...(status !== undefined && { status }),
    ...(outcome !== undefined && { outcome }),
    ...(q?.trim() && { q }),
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
  }
}

function isFiltered(filters: object): boolean {
  return Object.keys(filters).length > 0
}

function timeIssues(call: Call): Issue[] {
  const { from, to } = call.query as Filters
  return Object.entries({ from, to }).flatMap(([param, value]) =>
    typeof value === 'string' && isUncountable(value)
      ? [{ code: 'custom', path: [param], message: 'Not a valid time', param }]
      : [],
  )
}

async function applicantName(
  ports: Ports,
  scope: string,
  { applicant_id }: SessionRecord,
): Promise<string | null> {
  const document =
    applicant_id === null ? undefined : await ports.records.read(scope, APPLICANT, applicant_id)
  if (!document) return null
  const { given_names, family_name } = document.body as ApplicantRecord
  return [...given_names, family_name].filter(Boolean).join(' ') || null
}
