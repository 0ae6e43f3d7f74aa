import type { Check } from '../../check/check.ts'
import { listWith } from '../../check/eventually.ts'
import {
  isRefused,
  nearCredentials,
  newSession,
  resourceIn,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import { sessionIdsIn } from '../../check/lists.ts'
import { hasOwnKeys, reach, submissionOf, withheldIn } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { at, reveals } from '../../http/json.ts'

export const ME = '/sdk/v1/sessions/me'

export const tokenChecks: readonly Check[] = [
  {
    id: 'tokens.minted-live',
    area: 'tokens',
    requirements: ['END-012', 'END-013'],
    level: 'must',
    needs: { features: ['sessions', 'browser_tokens'], credentials: ['home.live'] },
    why: 'Applicants are in live mode, which is rarely tested by hand.',
    async run(ctx) {
      const { id } = await newSession(ctx, 'home.live')
      const minted = await ctx.step('mint a token', {
        method: 'POST',
        path: `${sessionPath(id)}/browser_token`,
        as: 'home.live',
      })
      const isSuccess = minted.status >= 200 && minted.status < 300
      ctx.expect('END-012', '2xx', isSuccess, statusAndCode(minted))
      const token = at(minted.json, 'browserToken')
      ctx.expect('END-013', 'browserToken, a bt_ token', /^bt_./.test(String(token)), typeof token)
    },
  },
  {
    id: 'tokens.minted-anew',
    area: 'tokens',
    requirements: [
      'AUT-012',
      'END-012',
      'END-013',
      'END-014',
      'MNT-003',
      'MNT-004',
      'SES-003',
      'TOK-001',
      'VER-002',
    ],
    level: 'must',
    needs: { features: ['sessions', 'browser_tokens'], credentials: ['home.test'] },
    why: 'The SDK renews expired tokens; each must continue the same session.',
    async run(ctx) {
      const { id } = await newSession(ctx, 'home.test')
      const tokens: string[] = []
      const resolved: Answer[] = []
      for (const label of ['mint a token', 'mint another', 'mint a third']) {
        const minted = await ctx.step(label, {
          method: 'POST',
          path: `${sessionPath(id)}/browser_token`,
          as: 'home.test',
        })
        for (const requirement of ['SES-003', 'END-012']) {
          ctx.expect(
            requirement,
            '2xx',
            minted.status >= 200 && minted.status < 300,
            statusAndCode(minted),
          )
        }
        const token = at(minted.json, 'browserToken')
        const looksRight = typeof token === 'string' && /^bt_./.test(token)
        for (const requirement of ['END-013', 'TOK-001']) {
          ctx.expect(
            requirement,
            'browserToken as a string that begins with bt_ and is longer',
            looksRight,
            typeof token,
          )
        }
        if (!looksRight) return
        tokens.push(token as string)
        const me = await ctx.step('resolve the session with it', {
          method: 'GET',
          path: ME,
          as: { key: token as string },
        })
        for (const requirement of ['END-014', 'AUT-012', 'VER-002']) {
          ctx.expect(requirement, '200', me.status === 200, statusAndCode(me))
        }
        resolved.push(me)
      }
      for (const [label, changed] of nearCredentials(tokens[0]!)) {
        const near = await ctx.step(`resolve the session with ${label} in the token`, {
          method: 'GET',
          path: ME,
          as: { key: changed },
        })
        ctx.expect(
          'AUT-012',
          `a refusal of a token with ${label}, 4xx`,
          isRefused(near),
          statusAndCode(near),
        )
      }
      ctx.expect(
        'MNT-003',
        'three different tokens',
        new Set(tokens).size === tokens.length,
        `${new Set(tokens).size} different tokens`,
      )
      // The identification of the session there is open (GAP-SDK-SESSION); the value that stays the same for one
      // token is the
      // same for both.
      const again = await ctx.step('resolve the session with the first token once more', {
        method: 'GET',
        path: ME,
        as: { key: tokens[0]! },
      })
      const [first, ...others] = [again, ...resolved].map((answer) => resourceIn(answer)?.['id'])
      if (first === others[0] && String(first).startsWith('vs_'))
        ctx.expect(
          'MNT-004',
          'the same session each time',
          others.every((id) => id === first),
          others,
        )
      // Other checks create sessions with a shared key.
      if (!hasOwnKeys(ctx)) return
      // Lists may lag (GAP-LISTS). Once a later session is listed, a session that a mint had
      // created would be listed too.
      const { id: later } = await newSession(ctx, 'home.test')
      const list = await listWith(ctx, '/v1/sessions', later)
      const strange = sessionIdsIn(list).filter((one) => one !== id && one !== later)
      ctx.expect(
        'MNT-004',
        'no session in the list but the one that was minted for, and a later one',
        strange.length === 0,
        strange,
      )
    },
  },
  {
    id: 'tokens.expired',
    area: 'tokens',
    requirements: ['TOK-003'],
    level: 'must',
    needs: {
      features: ['browser_tokens'],
      credentials: [],
      states: ['expired_browser_token', 'open_session'],
    },
    why: 'A 401 makes the SDK request a new token, and copied tokens must expire.',
    async run(ctx) {
      const { browser_token, submission } = await reach(ctx, 'open_session', {}, 'browser_token')
      await ctx.setUp('resolve a session with a fresh token', {
        method: 'GET',
        path: ME,
        as: { key: browser_token },
      })
      const { expired_token } = await reach(ctx, 'expired_browser_token', {}, 'expired_token')
      const answer = await ctx.step('resolve a session with an expired token', {
        method: 'GET',
        path: ME,
        as: { key: expired_token },
      })
      ctx.expect('TOK-003', '401', answer.status === 401, statusAndCode(answer))
      // The path may name a step of another session. A token that never existed shows whether the
      // service checks the token first.
      const strange = await ctx.step(
        'submit with a token that never existed',
        submissionOf(ctx, submission, `bt_${ctx.unique()}`),
      )
      const submitted = await ctx.step(
        'submit with an expired token',
        submissionOf(ctx, submission, expired_token),
      )
      ctx.expect(
        'TOK-003',
        'a refusal of the submission, with 401 if a token that never existed gets it',
        isRefused(submitted) && (strange.status !== 401 || submitted.status === 401),
        statusAndCode(submitted),
      )
    },
  },
  {
    id: 'tokens.client-token',
    area: 'tokens',
    requirements: ['AUT-020', 'AUT-022', 'TOK-006', 'TOK-008', 'TOK-009', 'TOK-010', 'TOK-011'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens', 'applicants'],
      optionalFeatures: ['reports'],
      credentials: [],
      states: ['client_token'],
    },
    why: 'A client token stays in a browser for weeks. A finder may continue the verification, but must not read its data.',
    async run(ctx) {
      const bindings = await reach(
        ctx,
        'client_token',
        {},
        'session_id',
        'client_token',
        'browser_token',
        'expired_token',
      )
      const { session_id: id, client_token, browser_token, expired_token } = bindings
      const before = await ctx.step('resolve the session with an expired working token', {
        method: 'GET',
        path: ME,
        as: { key: expired_token },
      })
      const resumed = await ctx.step('resolve the session with the working token', {
        method: 'GET',
        path: ME,
        as: { key: browser_token },
      })
      for (const requirement of ['AUT-020', 'AUT-022', 'TOK-006']) {
        ctx.expect(requirement, '200', resumed.status === 200, statusAndCode(resumed))
      }
      ctx.expect(
        'TOK-008',
        '401 with the first working token, and 200 with a later one',
        before.status === 401 && resumed.status === 200,
        `${statusAndCode(before)}, then ${statusAndCode(resumed)}`,
      )
      const as = { key: client_token }
      for (const [label, requirement, path] of [
        ['retrieve the session', 'TOK-010', sessionPath(id)],
        ...(ctx.has('reports')
          ? ([['request the report', 'TOK-010', `${sessionPath(id)}/report.pdf`]] as const)
          : []),
        ['list applicants', 'TOK-011', '/v1/applicants'],
        ['list sessions', 'TOK-009', '/v1/sessions'],
      ] as const) {
        const answer = await ctx.step(`${label} with the client token`, { method: 'GET', path, as })
        ctx.expect(
          requirement,
          `a refusal of "${label}", 4xx`,
          isRefused(answer),
          statusAndCode(answer),
        )
      }
      const me = await ctx.step('call the data plane with it', { method: 'GET', path: ME, as })
      const leaked = withheldIn(bindings).find((text) =>
        [me, resumed].some((answer) => reveals(answer.text, text)),
      )
      ctx.expect(
        'TOK-011',
        'nothing about the applicant',
        leaked === undefined,
        leaked ?? 'nothing',
      )
      ctx.expect('TOK-010', 'no outcome', !/"outcome":"/.test(me.searchable), 'an outcome')
    },
  },
]
