import type { Check, StepRequest } from '../../check/check.ts'
import { sessionOf } from '../../check/events.ts'
import { lookUntil } from '../../check/eventually.ts'
import { imageOf, isRefused, resourceIn, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { sessionIdsIn } from '../../check/lists.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach, submissionOf, withheldIn } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'

const ME = '/sdk/v1/sessions/me'

export const tokenChecks: readonly Check[] = [
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
    needs: { features: ['sessions', 'browser_tokens'], credentials: [], states: ['session'] },
    why: 'The SDK asks for a token again whenever one runs out; each has to lead to where the applicant was.',
    async run(ctx) {
      const { key, session_id: id } = await reach(ctx, 'session', { status: 'open' }, 'session_id')
      const tokens: string[] = []
      const resolved: Answer[] = []
      for (const label of ['mint a token', 'mint another']) {
        const minted = await ctx.step(label, {
          method: 'POST',
          path: `${sessionPath(id)}/browser_token`,
          as: { key },
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
            'browserToken, a text that begins bt_ and goes on',
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
      ctx.expect(
        'MNT-003',
        'two different tokens',
        tokens[0] !== tokens[1],
        tokens[0] === tokens[1] ? 'the same' : 'two',
      )
      // What identifies the session there is left open (GAP-SDK-SESSION); what stays the same for one token is the
      // same for both.
      const again = await ctx.step('resolve the session with the first token once more', {
        method: 'GET',
        path: ME,
        as: { key: tokens[0]! },
      })
      const [first, second, stays] = [...resolved, again].map(
        (answer) => resourceIn(answer)?.['id'],
      )
      if (first === stays && String(first).startsWith('vs_'))
        ctx.expect('MNT-004', 'the same session both times', first === second, [first, second])
      // Lists may be behind (GAP-LISTS): once a later session is listed, one that a mint began would be, too.
      const later = await sessionOf(ctx, key, {})
      const list = await lookUntil(
        () => ctx.setUp('list sessions', { method: 'GET', path: '/v1/sessions', as: { key } }),
        (seen) => sessionIdsIn(seen).includes(later),
      )
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
    id: 'tokens.mint-wants-the-secret-key',
    area: 'tokens',
    requirements: ['MNT-001', 'KEY-009'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      states: ['open_session', 'publishable_key'],
    },
    why: 'What a page holds must not make more of it.',
    async run(ctx) {
      const {
        organization,
        session_id: id,
        browser_token,
      } = await reach(ctx, 'open_session', {}, 'session_id', 'browser_token')
      const { publishable_key } = await reach(
        ctx,
        'publishable_key',
        { organization, origins: ['https://app.example.com'] },
        'publishable_key',
      )
      for (const [label, requirement, as] of [
        ['without a credential', 'MNT-001', undefined],
        ['with a browser token', 'MNT-001', { key: browser_token }],
        ['with a publishable key', 'MNT-001', { key: publishable_key }],
        ['with a publishable key', 'KEY-009', { key: publishable_key }],
      ] as const) {
        const answer = await ctx.step(`mint ${label}`, {
          method: 'POST',
          path: `${sessionPath(id)}/browser_token`,
          ...(as && { as }),
        })
        // The status of wrong_token_type is not shown (GAP-ERROR-STATUSES).
        ctx.expect(requirement, `a refusal ${label}, 4xx`, isRefused(answer), statusAndCode(answer))
      }
    },
  },
  {
    id: 'tokens.browser-token-opens-no-key-route',
    area: 'tokens',
    requirements: ['AUT-013', 'AUT-014', 'AUT-015', 'TOK-004', 'TOK-005'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens', 'applicants'],
      credentials: [],
      states: ['open_session', 'session'],
    },
    why: 'A token is in a page, where anybody can take it out: it must show one applicant their own steps and nothing else.',
    async run(ctx) {
      const {
        organization,
        session_id: own,
        browser_token,
      } = await reach(ctx, 'open_session', {}, 'session_id', 'browser_token')
      const { session_id: other } = await reach(
        ctx,
        'session',
        { organization, status: 'open' },
        'session_id',
      )
      const as = { key: browser_token }
      await ctx.setUp('resolve the session with the token', { method: 'GET', path: ME, as })
      const routes: [label: string, requirement: string, request: StepRequest][] = [
        ['list applicants', 'AUT-013', { method: 'GET', path: '/v1/applicants', as }],
        [
          'retrieve the session by its id',
          'AUT-015',
          { method: 'GET', path: sessionPath(own), as },
        ],
        ['list sessions', 'AUT-015', { method: 'GET', path: '/v1/sessions', as }],
        ['create a session', 'AUT-015', { method: 'POST', path: '/v1/sessions', as, json: {} }],
        ['fetch an image', 'AUT-015', imageOf(own, 'front', browser_token)],
        [
          'ask for the report',
          'AUT-015',
          { method: 'GET', path: `${sessionPath(own)}/report.pdf`, as },
        ],
        ['retrieve another session', 'AUT-014', { method: 'GET', path: sessionPath(other), as }],
        [
          'mint for another session',
          'TOK-004',
          { method: 'POST', path: `${sessionPath(other)}/browser_token`, as },
        ],
      ]
      for (const [label, requirement, request] of routes) {
        const answer = await ctx.step(label, request)
        for (const one of [requirement, 'TOK-005'])
          ctx.expect(one, `a refusal of "${label}", 4xx`, isRefused(answer), statusAndCode(answer))
      }
    },
  },
  {
    id: 'tokens.one-session-each',
    area: 'tokens',
    requirements: ['AUT-014', 'TOK-004'],
    level: 'must',
    needs: { features: ['sessions', 'browser_tokens'], credentials: [], states: ['open_session'] },
    why: "A step that lands in somebody else's verification is evidence against the wrong person.",
    async run(ctx) {
      const one = await reach(ctx, 'open_session', {}, 'session_id', 'browser_token')
      const other = await reach(
        ctx,
        'open_session',
        { organization: one.organization },
        'session_id',
        'browser_token',
      )
      const statuses = () =>
        Promise.all(
          [one, other].map(async ({ session_id }, i) =>
            at(
              (
                await ctx.setUp(i === 0 ? 'retrieve its session' : 'retrieve the other', {
                  method: 'GET',
                  path: sessionPath(session_id),
                  as: { key: one.key },
                })
              ).json,
              'data',
              'status',
            ),
          ),
        )
      const before = await statuses()
      await ctx.setUp(
        'hand in a step with the token of one',
        submissionOf(one['submission'], one.browser_token),
      )
      const after = await statuses()
      if (after[0] === before[0]) throw new Blocked('handing in the only step changed nothing')
      for (const requirement of ['AUT-014', 'TOK-004']) {
        ctx.expect(requirement, 'the other session as it was', after[1] === before[1], after[1])
      }
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
    why: 'The 401 is what makes the SDK ask for a new token; and a token that was copied must not work for ever.',
    async run(ctx) {
      const { browser_token } = await reach(ctx, 'open_session', {}, 'browser_token')
      await ctx.setUp('resolve a session with a fresh token', {
        method: 'GET',
        path: ME,
        as: { key: browser_token },
      })
      const { expired_token } = await reach(ctx, 'expired_browser_token', {}, 'expired_token')
      const answer = await ctx.step('resolve one with a token past its life', {
        method: 'GET',
        path: ME,
        as: { key: expired_token },
      })
      ctx.expect('TOK-003', '401', answer.status === 401, statusAndCode(answer))
    },
  },
  {
    id: 'tokens.client-token',
    area: 'tokens',
    requirements: ['AUT-020', 'AUT-022', 'TOK-006', 'TOK-008', 'TOK-009', 'TOK-010', 'TOK-011'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens', 'applicants'],
      credentials: [],
      states: ['client_token'],
    },
    why: 'It lies in a browser for weeks. Whoever finds it may go on with a verification, and learn nothing from it.',
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
      const before = await ctx.step('resolve the session with a working token past its life', {
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
        ['ask for the report', 'TOK-010', `${sessionPath(id)}/report.pdf`],
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
      const told = withheldIn(bindings).find((text) =>
        [me, resumed].some((answer) => answer.text?.includes(text)),
      )
      ctx.expect('TOK-011', 'nothing about the applicant', told === undefined, told ?? 'nothing')
      ctx.expect('TOK-010', 'no outcome', !/"outcome"\s*:\s*"/.test(me.text ?? ''), 'an outcome')
    },
  },
]
