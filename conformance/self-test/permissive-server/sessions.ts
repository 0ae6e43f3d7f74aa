import { at, isObject, type JsonObject } from '../../http/json.ts'
import type { ProxiedRequest } from '../proxy.ts'
import { type Choice, codeOf, edit, refuse, rewrite, succeeded, unwrap } from './choice.ts'

/** A field that this server requires on creation, as a service may. */
export const DEMANDED = { workflow_template_id: 'wt_demanded' }

/** Routes of this server for actions on a session. */
export const SESSION_ROUTES = {
  cancel_session: 'DELETE /v1/sessions/{id}',
  resend_session: 'POST /v1/sessions/{id}/reminders',
  add_session_note: 'PUT /v1/sessions/{id}/remark',
  skip_session_step: 'POST /v1/sessions/{id}/waive',
}

/** Bodies of these routes. */
export const SESSION_BODIES = {
  add_session_note: { remark: 'Seen by the conformance suite.' },
  skip_session_step: { waived: ['identity'] },
}

/** Optional members of a record. */
const NO_FIELDS = [
  'outcome',
  'mode',
  'region',
  'workflow_template_id',
  'hosted_url',
  'created_at',
  'expires_at',
  'completed_at',
]

const ACTION = /^\/v1\/sessions\/[^/]+\/(cancel|resend|notes|skip_step)$/
const creates = ({ method, path }: ProxiedRequest) => method === 'POST' && path === '/v1/sessions'
const lists = ({ method, path }: ProxiedRequest) =>
  method === 'GET' && path.split('?')[0] === '/v1/sessions'
const reads = ({ method, path }: ProxiedRequest) =>
  method === 'GET' && /^\/v1\/sessions\/[^/]+$/.test(path)

function session(change: (record: JsonObject) => void): NonNullable<Choice['response']> {
  return (request, response) => {
    if (reads(request) && response.status === 200)
      edit(response, ({ data }) => {
        if (isObject(data)) change(data)
      })
  }
}

/** Each key that the provider makes needs its own template, as that of an organization. */
function requiredTemplate(): Choice {
  const templates = new Map<string, typeof DEMANDED>()
  return {
    row: 'GAP-CREATE-SESSION',
    bindings(_, bindings) {
      const { key } = bindings
      if (typeof key !== 'string') return
      const own = { workflow_template_id: `wt_of_${templates.size}` }
      bindings['session_fields'] = own
      templates.set(key, own)
    },
    request(request) {
      const key = /^Bearer (ah_sk_.*)/.exec(request.headers['authorization'] ?? '')?.[1]
      if (!creates(request) || key === undefined) return
      const text = request.body.toString()
      const { workflow_template_id: named, ...rest } = JSON.parse(text) as JsonObject
      // Send an unknown id, which the simulator rejects in the way that this server rejects a
      // missing one.
      const needed = templates.get(key)?.workflow_template_id ?? DEMANDED.workflow_template_id
      if (named !== needed) {
        request.body = Buffer.from(JSON.stringify({ ...rest, workflow_template_id: 0 }))
        return
      }
      // The text is edited if the order of keys or `__proto__` matters, since serializing it again
      // would be a fault.
      request.body = Buffer.from(
        text.includes('"metadata"')
          ? text.replace(`"workflow_template_id":${JSON.stringify(named)},`, '')
          : JSON.stringify(rest),
      )
    },
    response(request, response) {
      if (!creates(request) || !succeeded(response)) return
      response.status = 202
      edit(response, ({ data }) => ({
        session: data,
        links: { help: 'https://elsewhere.example' },
      }))
    },
  }
}

export const sessionChoices = (statusNames: Record<string, string>): readonly Choice[] => [
  requiredTemplate(),
  {
    row: 'GAP-SESSION-LIFETIME',
    response(request, response) {
      if (!creates(request) || !succeeded(response)) return
      edit(response, ({ data }) => {
        const expires = at(data, 'expires_at')
        if (isObject(data) && typeof expires === 'string')
          data['expires_at'] = new Date(Date.parse(expires) - 5 * 86_400_000).toISOString()
      })
    },
  },
  {
    row: 'GAP-HOSTED-URL',
    response(request, response) {
      if (!creates(request) || !succeeded(response)) return
      edit(response, ({ data }) => {
        if (isObject(data)) data['hosted_url'] = 'https://elsewhere.example/?link=9f2c'
      })
    },
  },
  {
    row: 'GAP-LISTS',
    request(request) {
      if (lists(request)) request.path = request.path.replace('per_page=', 'limit=')
    },
    response(request, response) {
      if (lists(request) && response.status === 200) unwrap(response)
    },
  },
  {
    row: 'GAP-OUTCOMES',
    response: session((record) => {
      if (record['status'] === (statusNames['cancelled'] ?? 'cancelled'))
        record['outcome'] = 'called_off'
    }),
  },
  {
    row: 'GAP-SESSION-FIELDS',
    response: session((record) => {
      for (const field of NO_FIELDS) delete record[field]
    }),
  },
  {
    row: 'GAP-STATUS-NAMES',
    response: session((record) => {
      record['status'] = statusNames[String(record['status'])] ?? record['status']
    }),
  },
  {
    row: 'GAP-SESSION-ACTIONS',
    request(request) {
      const { method, path } = request
      for (const [name, route] of Object.entries(SESSION_ROUTES)) {
        const [verb, form] = route.split(' ') as [string, string]
        if (verb !== method || !new RegExp(`^${form.replace('{id}', '[^/]+')}$`).test(path))
          continue
        const ours = {
          cancel_session: 'cancel',
          resend_session: 'resend',
          add_session_note: 'notes',
          skip_session_step: 'skip_step',
        }[name]!
        request.method = 'POST'
        rewrite(request, ({ remark, waived }) =>
          name === 'add_session_note'
            ? { text: remark }
            : { step_id: Array.isArray(waived) ? waived[0] : undefined },
        )
        request.path = `${path.split('/').slice(0, 4).join('/')}/${ours}`
      }
    },
    response({ path }, response) {
      if (!ACTION.test(path) || !succeeded(response)) return
      response.status = 202
      unwrap(response)
    },
  },
  needsRecipient(),
  {
    row: 'GAP-REPORT',
    response({ path }, response) {
      if (!path.endsWith('/report.pdf') || response.status !== 200) return
      response.body = Buffer.concat([response.body, Buffer.from('\n% served otherwise\n')])
    },
  },
  {
    row: 'GAP-METADATA-BOUNDS',
    request(request) {
      if (!creates(request) || !request.body.includes('"metadata"')) return
      // This server keeps only texts as metadata values, at most twelve: it converts numbers and
      // booleans, drops null, and rejects arrays and objects.
      rewrite(request, (body) => {
        const { metadata } = body
        if (!isObject(metadata)) return undefined
        const kept = Object.entries(metadata).filter(([, value]) => value !== null)
        if (kept.length > 12 || kept.some(([, value]) => typeof value === 'object'))
          return { ...body, metadata: 0 }
        const isAsSent =
          kept.length === Object.keys(metadata).length &&
          kept.every(([, value]) => typeof value === 'string')
        return isAsSent
          ? undefined
          : {
              ...body,
              metadata: Object.fromEntries(kept.map(([key, value]) => [key, String(value)])),
            }
      })
    },
    response(request, response) {
      if (!creates(request) || codeOf(response) !== 'validation_error') return
      edit(response, ({ error }) => {
        for (const issue of (at(error, 'details', 'issues') ?? []) as JsonObject[]) {
          if ([issue['path']].flat()[0] === 'metadata') issue['message'] = 'Expected up to 12 texts'
        }
      })
    },
  },
]

/**
 * A session without an applicant has nobody to whom it could be sent: this server says so before it
 * looks at the account.
 */
function needsRecipient(): Choice {
  const withApplicant = new Set<string>()
  return {
    row: 'GAP-SESSION-ACTIONS',
    response(request, response) {
      if (creates(request) && succeeded(response) && request.body.includes('"applicant"')) {
        const { data } = JSON.parse(response.body.toString()) as { data: { id: string } }
        withApplicant.add(data.id)
      }
      const [, id] = /^\/v1\/sessions\/([^/]+)\/resend$/.exec(request.path) ?? []
      if (id === undefined || withApplicant.has(id)) return
      if (succeeded(response) || [402, 403].includes(response.status))
        refuse(response, 422, 'no_recipient')
    },
  }
}
