import { isObject, type JsonObject } from '../../http/json.ts'
import {
  changeJson,
  type Fault,
  type ProxiedRequest,
  type ProxiedResponse,
} from '../../self-test/proxy.ts'
import {
  changesApplicant,
  creates,
  isSession,
  json,
  lists,
  type Mutant,
  refuse,
  type Which,
} from '../../self-test/wire-faults.ts'

/** Loses the metadata of a session after a request about it, or about its applicant. */
const losesAfter = (loses: (request: ProxiedRequest) => boolean) => (): Fault => {
  const keys = new Set<unknown>()
  const keyOf = ({ headers }: ProxiedRequest): string => headers['authorization'] ?? ''
  return {
    response(request, response) {
      if (loses(request)) keys.add(keyOf(request))
      if (isSession(request) && keys.has(keyOf(request)))
        changeJson(response, ({ data }) => {
          if (data) data.metadata = {}
        })
    },
  }
}

/** Loses the metadata of sessions that the provider brought into this state. */
const losesIn =
  (is: (params: JsonObject) => boolean): (() => Fault) =>
  () => {
    const changed = new Set<unknown>()
    return {
      state({ state, params }) {
        if (state === 'session' && is(params)) changed.add(params['session_id'])
      },
      response(request, response) {
        if (isSession(request) && changed.has(request.path.split('/')[3]))
          changeJson(response, ({ data }) => {
            if (data) data.metadata = {}
          })
      },
    }
  }

/** Changes responses to keys other than the one that made the first session. */
const toOthers =
  (to: Which, change: (response: ProxiedResponse) => void): (() => Fault) =>
  () => {
    let maker: string | undefined
    return {
      response(request, response) {
        const key = request.headers['authorization']
        if (creates(request)) maker ??= key
        if (to(request) && key !== maker) change(response)
      },
    }
  }

/** Faults between sessions of one organization, and those of calls about something else. */
export const SIDE_BY_SIDE_MUTANTS: readonly Mutant[] = [
  {
    name: 'takes the expected outcome of the session before as the default',
    killedBy: 'sessions.each-has-its-own-expected-outcome',
    breaks: ['OUT-003', 'OUT-016', 'OUT-023'],
    fault: () => {
      const last = new Map<unknown, unknown>()
      return {
        request(request) {
          if (!creates(request)) return
          const key = request.headers['authorization']
          const body = JSON.parse(request.body.toString()) as JsonObject
          const outcome = body['expected_outcome'] ?? last.get(key) ?? 'pass'
          last.set(key, outcome)
          request.body = Buffer.from(JSON.stringify({ ...body, expected_outcome: outcome }))
        },
      }
    },
  },
  {
    name: 'shares a session between equal creations at once',
    killedBy: 'sessions.created-at-once',
    breaks: ['GEN-002', 'END-009'],
    fault: () => {
      const made = new Map<unknown, string[]>()
      return {
        response(request, response) {
          if (!creates(request) || response.status >= 300) return
          const text = `${request.headers['authorization']} ${request.body.toString()}`
          const ids = made.get(text) ?? []
          changeJson(response, ({ data }) => {
            // The first one is alone.
            if (ids.length > 1) data.id = ids[1]!
            ids.push(data.id)
          })
          made.set(text, ids)
        },
      }
    },
  },
  {
    name: 'loses metadata when a token is minted',
    killedBy: 'sessions.keeps-metadata-beside-other-calls',
    breaks: 'SES-010',
    fault: losesAfter(({ path }) => path.endsWith('/browser_token')),
  },
  {
    name: 'loses metadata when the applicant changes',
    killedBy: 'sessions.keeps-metadata-beside-other-calls',
    breaks: 'SES-010',
    fault: losesAfter(({ method }) => method === 'PATCH'),
  },
  {
    name: 'loses metadata when a reviewer decides',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'SES-010',
    fault: losesIn((params) => params['decided_by'] === 'reviewer'),
  },
  {
    name: 'loses metadata when the applicant ends a session',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'SES-010',
    fault: losesIn((params) => params['decided_by'] === 'applicant'),
  },
  {
    name: 'omits declined sessions from the list',
    killedBy: 'sessions.list-follows-changes',
    breaks: 'END-010',
    fault: () => ({
      response({ method, path }, response) {
        if (method === 'GET' && path === '/v1/sessions' && response.status === 200)
          changeJson(response, (list) => {
            const items = list.data as unknown as JsonObject[]
            list.data = items.filter(({ outcome }) => outcome !== 'declined') as never
          })
      },
    }),
  },
  ...(
    [
      ['a session', 'END-011', isSession],
      ['a token', 'END-012', ({ path }) => path.endsWith('/browser_token')],
      ['the change of an applicant', 'END-021', changesApplicant],
    ] as [string, string, Which][]
  ).map(([what, breaks, to]): Mutant => ({
    name: `refuses ${what} to other keys of the organization`,
    killedBy: 'sessions.open-to-each-key',
    breaks,
    fault: toOthers(to, (response) => {
      response.body = Buffer.from('{"error":{}}')
      refuse(response, 404, 'resource_not_found')
    }),
  })),
  {
    name: 'lists the sessions of each key apart',
    killedBy: 'sessions.open-to-each-key',
    breaks: 'END-010',
    fault: toOthers(lists, (response) => {
      changeJson(response, (list) => ({ ...list, data: [] }))
    }),
  },
  {
    name: 'rewrites metadata keys on later pages of the list',
    killedBy: 'sessions.metadata-keys-on-later-pages',
    breaks: 'SES-010',
    fault: json(
      ({ path }) => /^\/v1\/sessions\?.*cursor=/.test(path),
      ({ data }) => {
        for (const row of [data].flat())
          if (isObject(row?.['metadata']))
            row['metadata'] = Object.fromEntries(
              Object.entries(row['metadata']).map(([name, value]) => [name.toLowerCase(), value]),
            )
      },
    ),
  },
  {
    name: 'stores the metadata of another creation at once',
    killedBy: 'sessions.created-at-once',
    breaks: 'SES-009',
    fault: json(isSession, ({ data }) => {
      if (data?.metadata['orderId'] === 'order 0') data.metadata = { orderId: 'order 3' }
    }),
  },
]
