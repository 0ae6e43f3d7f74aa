import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedResponse } from '../../self-test/proxy.ts'
import {
  answers,
  isImage,
  isSession,
  json,
  lists,
  type Mutant,
  refuse,
  refuses,
  type Which,
} from '../../self-test/wire-faults.ts'

const mints: Which = ({ path }) => path.endsWith('/browser_token')
const isMe: Which = ({ path }) => path === '/sdk/v1/sessions/me'
const isReport: Which = ({ path }) => path.endsWith('/report.pdf')
const submits: Which = ({ path }) => path.endsWith('/submit')
const by =
  (prefix: string, to: Which): Which =>
  (request) =>
    request.headers['authorization']?.startsWith(`Bearer ${prefix}`) === true && to(request)
const byClientToken =
  (to: Which): Which =>
  (request) =>
    /^Bearer [0-9a-f]{64}$/.test(request.headers['authorization'] ?? '') && to(request)
const opens = (to: Which, status = 200): (() => Fault) =>
  answers(to, (response) => {
    if (response.status === 401 || response.status === 403) response.status = status
  })

type Minted = JsonObject & { browserToken: string }
const minted = (change: (body: Minted) => void): (() => Fault) =>
  answers(mints, (response) => changeJson(response, (body) => change(body as unknown as Minted)))

export const TOKENS_MUTANTS: readonly Mutant[] = [
  {
    name: 'mints the same token twice',
    killedBy: 'tokens.minted-anew',
    breaks: 'MNT-003',
    fault: () => {
      let first: Buffer | undefined
      return {
        response(request, response) {
          if (mints(request)) response.body = first ??= response.body
        },
      }
    },
  },
  {
    name: 'mints tokens with another format',
    killedBy: 'tokens.minted-anew',
    breaks: ['END-013', 'TOK-001'],
    fault: minted((body) => {
      body.browserToken = `tk_${body.browserToken}`
    }),
  },
  {
    name: 'requires a body to mint',
    killedBy: 'tokens.minted-anew',
    breaks: ['END-012', 'SES-003'],
    fault: refuses(mints),
  },
  {
    name: 'rejects the tokens that it minted',
    killedBy: 'tokens.minted-anew',
    breaks: ['AUT-012', 'END-014', 'VER-002'],
    fault: answers(isMe, (response) => {
      response.status = 401
    }),
  },
  {
    name: 'creates a session with each token',
    killedBy: 'tokens.minted-anew',
    breaks: 'MNT-004',
    fault: () => {
      const tokens: unknown[] = []
      return {
        response(request, response) {
          const token = request.headers['authorization']
          if (isMe(request) && response.status < 300)
            changeJson(response, ({ data }) => {
              if (!tokens.includes(token)) tokens.push(token)
              data.id = `vs_${tokens.indexOf(token)}`
            })
        },
      }
    },
  },
  {
    name: 'mints tokens for browser tokens',
    killedBy: 'tokens.mint-wants-the-secret-key',
    breaks: 'MNT-001',
    fault: opens(by('bt_', mints)),
  },
  {
    name: 'accepts a publishable key as a secret one',
    killedBy: 'tokens.mint-wants-the-secret-key',
    breaks: ['KEY-009', 'MNT-001'],
    fault: opens(by('ah_pk_', mints)),
  },
  {
    name: 'lists applicants for a browser token',
    killedBy: 'tokens.browser-token-opens-no-key-route',
    breaks: ['AUT-013', 'TOK-005'],
    fault: opens(by('bt_', ({ path }) => path === '/v1/applicants')),
  },
  {
    name: 'returns sessions for a browser token',
    killedBy: 'tokens.browser-token-opens-no-key-route',
    breaks: ['AUT-014', 'AUT-015'],
    fault: opens(by('bt_', isSession)),
  },
  {
    name: 'mints for another session',
    killedBy: 'tokens.browser-token-opens-no-key-route',
    breaks: 'TOK-004',
    fault: opens(by('bt_', mints)),
  },
  ...(
    [
      ['another session', 'created', 0],
      ['every session', 'completed', 0],
      ['every session, four seconds later', 'completed', 4000],
    ] as const
  ).map(([where, own, afterMs]): Mutant => ({
    name: `submits a step to ${where}`,
    killedBy: 'tokens.one-session-each',
    breaks: ['AUT-014', 'TOK-004'],
    fault: () => {
      let first: unknown
      let submittedAt = Number.POSITIVE_INFINITY
      return {
        bindings(_, { session_id }) {
          first ??= session_id
        },
        response(request, response) {
          if (submits(request)) submittedAt = performance.now()
          const ms = performance.now() - submittedAt
          if (ms < 0 || !isSession(request)) return
          changeJson(response, ({ data }) => {
            const isOwn = data.id === first
            if (ms >= afterMs) data['status'] = isOwn ? own : 'completed'
            else if (isOwn) data['status'] = 'in_progress'
          })
        },
      }
    },
  })),
  {
    name: 'never lets a token expire',
    killedBy: 'tokens.expired',
    breaks: 'TOK-003',
    fault: opens(isMe),
  },
  {
    name: 'checks the lifetime of a token only where a session is resolved',
    killedBy: 'tokens.expired',
    breaks: 'TOK-003',
    fault: () => {
      const expired = new Set<string>()
      return {
        bindings(_, { expired_token }) {
          if (expired_token !== undefined) expired.add(`Bearer ${String(expired_token)}`)
        },
        response(request, response) {
          if (submits(request) && expired.has(request.headers['authorization'] ?? ''))
            refuse(response, 404, 'resource_not_found')
        },
      }
    },
  },
  {
    name: 'returns a session for a client token',
    killedBy: 'tokens.client-token',
    breaks: 'TOK-010',
    fault: opens(byClientToken(isSession)),
  },
  {
    name: 'lists applicants for a client token',
    killedBy: 'tokens.client-token',
    breaks: 'TOK-011',
    fault: opens(byClientToken(({ path }) => path === '/v1/applicants')),
  },
  {
    name: 'accepts a client token as a key',
    killedBy: 'tokens.client-token',
    breaks: 'TOK-009',
    fault: opens(byClientToken(lists)),
  },
  {
    name: 'sends the name of the applicant to the page',
    killedBy: 'tokens.client-token',
    breaks: 'TOK-011',
    fault: json(by('bt_', isMe), ({ data, error }) => {
      if (!error) data['greeting'] = 'Hello Ana Okafor Lindqvist'
    }),
  },
  {
    name: 'rejects working tokens of a client token',
    killedBy: 'tokens.client-token',
    breaks: ['AUT-020', 'AUT-022', 'TOK-006', 'TOK-008'],
    fault: answers(by('bt_', isMe), (response) => {
      response.status = 401
    }),
  },
  {
    name: 'admits every origin',
    killedBy: 'sdk.origins',
    breaks: ['AUT-010', 'ERR-031'],
    fault: opens(isMe),
  },
  {
    name: 'admits no origin',
    killedBy: 'sdk.origins',
    breaks: ['AUT-009', 'KEY-008'],
    fault: refuses(isMe, 403, 'origin_not_allowed'),
  },
  {
    name: 'creates keys with another format',
    killedBy: 'planes.form-of-keys',
    breaks: ['KEY-001', 'KEY-002', 'KEY-003', 'KEY-004', 'KEY-005', 'PLN-008', 'PLN-009'],
    fault: () => ({
      bindings(_, bindings) {
        bindings['key'] = `key-${String(bindings['key'])}`
      },
    }),
  },
  {
    name: 'hides mode and region of a publishable key',
    killedBy: 'planes.form-of-keys',
    breaks: 'KEY-007',
    fault: () => ({
      bindings({ state }, bindings) {
        if (state === 'publishable_key') bindings['publishable_key'] = 'ah_pk_0123456789'
      },
    }),
  },
  {
    name: 'rejects its own keys',
    killedBy: 'planes.form-of-keys',
    breaks: ['AUT-001', 'AUT-003', 'PLN-001', 'PLN-006', 'PLN-010', 'VER-001'],
    fault: answers(lists, (response) => {
      response.status = 401
    }),
  },
  {
    name: 'reveals to a test key that a session is live',
    killedBy: 'planes.mode-of-a-key',
    breaks: ['AUT-004', 'PLN-017', 'PLN-007'],
    fault: answers(isSession, (response) => {
      if (response.status === 404) refuse(response, 403, 'wrong_mode')
    }),
  },
  {
    name: 'still accepts revoked keys',
    killedBy: 'scopes.revoked-key',
    breaks: ['AUT-006', 'AUT-007'],
    fault: opens(lists),
  },
  ...(
    [
      ['image', isImage, ['SCO-003']],
      ['report', isReport, ['SCO-002', 'REP-002']],
      ['session', isSession, ['SCO-001']],
    ] as [string, Which, string[]][]
  ).map(([what, which, breaks]): Mutant => ({
    name: `returns the ${what} to every key`,
    killedBy: 'scopes.each-opens-its-own',
    breaks: [...breaks, 'ERR-012'],
    fault: opens(which),
  })),
  {
    name: 'creates sessions for every key',
    killedBy: 'scopes.each-opens-its-own',
    breaks: 'SCO-005',
    fault: opens(({ method, path }) => method === 'POST' && path === '/v1/sessions', 201),
  },
  {
    name: 'accepts a rejected key at the second request',
    killedBy: 'scopes.each-opens-its-own',
    breaks: 'ERR-014',
    fault: () => secondTime(isSession),
  },
]

function secondTime(to: Which): Fault {
  let before: ProxiedResponse | undefined
  return {
    response(request, response) {
      if (!to(request) || response.status !== 403) return
      if (before) response.status = 200
      before = response
    },
  }
}
