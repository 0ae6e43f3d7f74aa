import type { Fault, ProxiedRequest } from '../../self-test/proxy.ts'
import { answers, creates, type Mutant, type Which } from '../../self-test/wire-faults.ts'

const keyOf = ({ headers }: ProxiedRequest): string =>
  (headers['authorization'] ?? '').slice('Bearer '.length)

/** Replaces a bad credential on some routes by the last valid key that created a session. */
function letsIn(isBad: (key: string, region: string) => boolean, to: Which): () => Fault {
  return () => {
    /** Credentials that only their state distinguishes from valid ones. */
    const known = new Set<string>()
    let good: string | undefined
    let region: 'us' | 'eu' = 'us'
    return {
      bindings(_, { revoked_key, old_key, client_token }) {
        for (const bad of [revoked_key, old_key, client_token])
          if (typeof bad === 'string') known.add(bad)
      },
      request(request) {
        const key = keyOf(request)
        const bad = known.has(key) || (known.size === 0 && isBad(key, request.region))
        if (bad && good !== undefined && to(request)) {
          request.headers['authorization'] = `Bearer ${good}`
          request.region = region
        } else if (!bad && creates(request)) {
          good = key
          region = request.region
        }
      },
    }
  }
}

const onRoute =
  (method: string, form: RegExp): Which =>
  (request) =>
    request.method === method && form.test(request.path)

const ROUTES: readonly [name: string, to: Which][] = [
  ['the list of applicants', onRoute('GET', /^\/v1\/applicants$/)],
  ['the report', onRoute('GET', /\/report\.pdf$/)],
  ['the change of a template', onRoute('PATCH', /^\/v1\/workflow-templates\//)],
  ['the wallet', onRoute('GET', /^\/v1\/wallet$/)],
  ['the delivery log', onRoute('GET', /^\/v1\/webhook-events/)],
  ['the mint', onRoute('POST', /\/browser_token$/)],
]

const CREDENTIALS: readonly [
  what: string,
  killedBy: string,
  breaks: string[],
  isBad: (key: string, region: string) => boolean,
][] = [
  ['no credential', 'envelope.no-credential-on-any-route', ['END-001'], (key) => key === ''],
  [
    'a key of the other region',
    'planes.key-of-the-other-region-on-any-route',
    ['PLN-005', 'ERR-030'],
    (key, region) => key.startsWith('ah_sk_') && !key.startsWith(`ah_sk_${region}_`),
  ],
  ['a revoked key', 'scopes.revoked-key-on-any-route', ['AUT-007'], () => false],
  ['a key that was replaced', 'scopes.rotated-key-on-any-route', ['AUT-006'], () => false],
  [
    'a client token',
    'tokens.client-token-on-any-route',
    ['TOK-009', 'TOK-010', 'TOK-011'],
    () => false,
  ],
  [
    'a publishable key',
    'tokens.publishable-key-on-any-route',
    ['KEY-009'],
    (key) => key.startsWith('ah_pk_'),
  ],
  [
    'a browser token',
    'tokens.browser-token-on-any-route',
    ['TOK-005', 'AUT-015'],
    (key) => key.startsWith('bt_'),
  ],
]

/** Accepts a token on the secret-key routes of its own session. */
function letsInOwner(name: 'browser_token' | 'client_token', to: Which): () => Fault {
  return () => {
    const owners = new Map<string, { key: string; id: string }>()
    return {
      bindings(_, { [name]: token, key, session_id: id }) {
        if (typeof token === 'string') owners.set(token, { key: String(key), id: String(id) })
      },
      request(request) {
        const owner = owners.get(keyOf(request))
        if (owner && request.path.includes(owner.id) && to(request))
          request.headers['authorization'] = `Bearer ${owner.key}`
      },
    }
  }
}

const OF_SESSIONS: readonly [name: string, to: Which][] = [
  ['the session', onRoute('GET', /^\/v1\/sessions\/[^/]+$/)],
  ['the report', onRoute('GET', /\/report\.pdf$/)],
  ['the mint', onRoute('POST', /\/browser_token$/)],
]

/** Faults of single routes: missing rate-limit headers, and accepted bad credentials. */
export const EVERY_ROUTE_MUTANTS: readonly Mutant[] = [
  ...ROUTES.map(([route, to]): Mutant => ({
    name: `sends no rate-limit headers with ${route}`,
    killedBy: 'limits.headers-on-every-route',
    breaks: ['LIM-022', 'LIM-023', 'LIM-024', 'LIM-025'],
    fault: answers(to, (response) => {
      response.headers = response.headers.filter(([name]) => !/^x-ratelimit/i.test(name))
    }),
  })),
  {
    name: 'sends no rate-limit headers with a conflict',
    killedBy: 'limits.headers-on-every-route',
    breaks: ['LIM-022', 'LIM-023', 'LIM-024', 'LIM-025'],
    fault: answers(
      () => true,
      (response) => {
        if (response.status === 409)
          response.headers = response.headers.filter(([name]) => !/^x-ratelimit/i.test(name))
      },
    ),
  },
  ...(
    [
      ['browser_token', 'tokens.browser-token-on-any-route', ['TOK-005', 'AUT-015']],
      ['client_token', 'tokens.client-token-on-any-route', ['TOK-009', 'TOK-010', 'TOK-011']],
    ] as const
  ).flatMap(([token, killedBy, breaks]) =>
    OF_SESSIONS.map(([route, to]): Mutant => ({
      name: `takes a ${token.replace('_', ' ')} on ${route} that it belongs to`,
      killedBy,
      breaks,
      fault: letsInOwner(token, to),
    })),
  ),
  ...CREDENTIALS.flatMap(([what, killedBy, breaks, isBad]) =>
    ROUTES.map(([route, to]): Mutant => ({
      name: `accepts ${what} on ${route}`,
      killedBy,
      breaks,
      fault: letsIn(isBad, to),
    })),
  ),
]
