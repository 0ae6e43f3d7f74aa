import { at, isObject, type JsonObject } from '../../http/json.ts'
import type { ProxiedRequest } from '../proxy.ts'
import { type Choice, edit, refuse, rewrite, succeeded, unwrap } from './choice.ts'

const OURS = '/sdk/v1/journey/'
const THEIRS = '/sdk/v1/sessions/me/'
const FILES = '/sdk/v1/files/'

const isSdk = ({ path }: ProxiedRequest): boolean => path.startsWith('/sdk/v1/')
const isMe = ({ path, method }: ProxiedRequest): boolean =>
  method === 'GET' && path === '/sdk/v1/sessions/me'

/** A check type that the contract does not define. */
const FURTHER = { id: 'home', type: 'proof_of_address', status: 'open' }

/** Replaces this prefix of every text. */
function moved(value: unknown, from: RegExp, to: string): unknown {
  if (typeof value === 'string') return value.replace(from, to)
  if (Array.isArray(value)) return value.map((one) => moved(one, from, to))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, moved(one, from, to)]),
  )
}

/** Responses to a browser, by route. */
export const SDK_CHOICES: readonly Choice[] = [
  {
    row: 'GAP-SDK-ROUTES',
    request(request) {
      if (request.path.startsWith(OURS)) request.path = request.path.replace(OURS, THEIRS)
    },
    response(request, response) {
      if (!isSdk(request) || request.method !== 'POST' || !succeeded(response)) return
      // Each submission names the person.
      const isUnnamed = !/"(?:legalName|familyName)"/.test(request.body.toString())
      if (request.path.endsWith('/submit') && isUnnamed)
        return refuse(response, 422, 'validation_error')
      unwrap(response)
    },
    bindings(_, bindings) {
      for (const name of ['submission', 'requests', 'documents']) {
        if (name in bindings)
          bindings[name] = moved(bindings[name], /^\/sdk\/v1\/sessions\/me\//, OURS)
      }
    },
  },
  {
    row: 'GAP-SIGNED-DOWNLOAD',
    request(request) {
      if (request.path.startsWith(FILES)) {
        request.path = `${THEIRS}steps/sign/envelope/documents/${request.path.slice(FILES.length)}`
      }
    },
    bindings(_, bindings) {
      if ('documents' in bindings) {
        bindings['documents'] = moved(
          bindings['documents'],
          /^\/sdk\/v1\/journey\/steps\/sign\/envelope\/documents\//,
          FILES,
        )
      }
    },
  },
  {
    // Disclosures have dates, and their hashes name the hash function.
    row: 'GAP-DISCLOSURE-HASH',
    request(request) {
      if (request.path.endsWith('/envelope/consent'))
        rewrite(request, ({ hash, ...body }) => ({
          ...body,
          version: 1,
          hash: String(hash).replace(/^sha256:/, ''),
        }))
    },
    bindings(_, { requests }) {
      const consent = at(requests, 'consent', 'json')
      if (isObject(consent) && consent['version'] === 1) {
        Object.assign(consent, { version: '2026-04-01', hash: `sha256:${String(consent['hash'])}` })
      }
    },
  },
  {
    // The page of an ended session no longer exists.
    row: 'GAP-WITHDRAW-EFFECT',
    response({ path }, response) {
      if (/\/envelope\/(sign|withdraw|paper_copy)$/.test(path) && response.status === 409)
        response.status = 410
    },
  },
  {
    row: 'GAP-SDK-LIMITS',
    response(request, response) {
      if (!isSdk(request) || response.status === 401) return
      const now = Math.floor(Date.now() / 1000)
      response.headers.push(
        ['X-RateLimit-Limit', '500'],
        ['X-RateLimit-Remaining', '499'],
        ['X-RateLimit-Reset', String(now + 60 - (now % 60))],
        ['X-RateLimit-Window', '60'],
      )
    },
  },
  {
    row: 'GAP-CORS',
    response(request, response) {
      if (!isSdk(request)) return
      response.headers = response.headers.filter(([name]) => !/^access-control-/i.test(name))
      response.headers.push(['Access-Control-Allow-Origin', '*'])
    },
  },
  {
    row: 'GAP-SDK-SESSION',
    response(request, response) {
      if (isMe(request) && response.status === 200)
        edit(response, ({ data }) => {
          const { id, steps, ...others } = data as JsonObject
          return { session: id, todo: steps, progress: others }
        })
    },
  },
  {
    row: 'GAP-DEPRECATION',
    response(request, response) {
      if (isMe(request) && response.status === 200)
        edit(response, ({ data }) => {
          if (isObject(data)) data['captureStructuredName'] = false
        })
    },
  },
  {
    row: 'GAP-CHECK-TYPES',
    response(request, response) {
      if (isMe(request) && response.status === 200)
        edit(response, ({ data }) => {
          ;(data as { steps: JsonObject[] }).steps.push(FURTHER)
        })
    },
  },
  {
    row: 'GAP-SDK-SESSION-ID',
    response(request, response) {
      if (isMe(request) && response.status === 200)
        edit(response, ({ data }) => {
          if (isObject(data)) data['id'] = `s-${String(data['id']).split('').toReversed().join('')}`
        })
    },
  },
]
