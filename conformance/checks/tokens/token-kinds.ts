import type { Check, Context } from '../../check/check.ts'
import { isAccepted } from '../../check/cases.ts'
import { resourceIn, statusAndCode } from '../../check/idioms.ts'
import { Unreachable } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { at, isObject, walk } from '../../http/json.ts'

const ME = '/sdk/v1/sessions/me'
const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600

export const tokenKindChecks: readonly Check[] = [
  {
    id: 'tokens.live-for-minutes',
    area: 'tokens',
    requirements: ['AUT-016'],
    level: 'must',
    needs: { features: ['browser_tokens'], credentials: [], states: ['aged_browser_token'] },
    why: 'A short lifetime interrupts slow captures; a long one makes stolen tokens useful.',
    async run(ctx) {
      // The contract leaves the number of minutes open (GAP-TOKEN-LIFETIMES): at least one. A lifetime
      // of three hours is no number of minutes any more.
      for (const [seconds, label, works] of [
        [0, 'just minted', true],
        [50, 'minted 50 seconds ago', true],
        [3 * HOUR_SECONDS, 'minted three hours ago', false],
      ] as const) {
        const { aged_token: key } = await reach(
          ctx,
          'aged_browser_token',
          { seconds },
          'aged_token',
        )
        const answer = await ctx.step(`resolve the session with a token ${label}`, {
          method: 'GET',
          path: ME,
          as: { key },
        })
        ctx.expect(
          'AUT-016',
          `${works ? 200 : 401} with a token ${label}`,
          answer.status === (works ? 200 : 401),
          statusAndCode(answer),
        )
      }
    },
  },
  {
    id: 'tokens.client-token-exchanged-again',
    area: 'tokens',
    requirements: ['AUT-020', 'AUT-022', 'TOK-008', 'TOK-009'],
    level: 'must',
    needs: { features: ['browser_tokens'], credentials: [], states: ['client_token'] },
    why: 'The SDK exchanges the same token for each refresh: with a single use, the page ends after minutes.',
    async run(ctx) {
      const { client_token, exchange } = await reach(ctx, 'client_token', {}, 'client_token')
      const { path, headers, json } = isObject(exchange) ? exchange : {}
      if (typeof path !== 'string')
        throw new Unreachable('the state client_token returns no binding exchange with a path')
      const sessions = new Set<unknown>()
      for (const label of ['exchange the client token', 'exchange it again', 'a third time']) {
        const answer = await ctx.step(label, {
          method: 'POST',
          path,
          as: { key: client_token },
          ...(isObject(headers) && { headers: headers as Record<string, string> }),
          ...(json !== undefined && { json }),
        })
        for (const requirement of ['AUT-020', 'AUT-022', 'TOK-008'])
          ctx.expect(requirement, `2xx, "${label}"`, isAccepted(answer), statusAndCode(answer))
        if (!isAccepted(answer)) return
        const key = workingTokenIn(answer)
        if (key === undefined) {
          ctx.observe('GAP-CLIENT-TOKEN', 'no text of the exchange begins bt_')
          return
        }
        const me = await ctx.step('resolve the session with the working token', {
          method: 'GET',
          path: ME,
          as: { key },
        })
        for (const requirement of ['AUT-020', 'AUT-022'])
          ctx.expect(requirement, '200', me.status === 200, statusAndCode(me))
        sessions.add(resourceIn(me)?.['id'])
      }
      ctx.expect(
        'TOK-009',
        'the same session after each exchange',
        sessions.size === 1,
        [...sessions].join(', '),
      )
    },
  },
  {
    id: 'tokens.wrong-type-is-said-of-wrong-kinds',
    area: 'tokens',
    requirements: ['ERR-033', 'ERR-030'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      states: ['open_session', 'revoked_key', 'aged_browser_token'],
    },
    why: 'A code has one meaning, so it must not appear for another fault of a credential.',
    async run(ctx) {
      const { browser_token } = await reach(ctx, 'open_session', {}, 'browser_token')
      const { key: good, revoked_key } = await reach(ctx, 'revoked_key', {}, 'revoked_key')
      const { aged_token } = await reach(
        ctx,
        'aged_browser_token',
        { seconds: DAY_SECONDS },
        'aged_token',
      )
      const list = '/v1/sessions'
      // The wrong kind of credential must be refused; the contract leaves the code open
      // (GAP-WRONG-CREDENTIAL).
      for (const [label, path, key] of [
        ['a browser token where a secret key is wanted', list, browser_token],
        ['a secret key where a browser token is wanted', ME, good],
      ] as const) {
        const answer = await ctx.step(`present ${label}`, { method: 'GET', path, as: { key } })
        ctx.expect(
          'ERR-033',
          'a refusal, 4xx',
          answer.status >= 400 && answer.status < 500,
          statusAndCode(answer),
        )
        if (key === good) expectNoOtherRegion(ctx, label, answer)
        ctx.observe('GAP-WRONG-CREDENTIAL', `${label}: ${statusAndCode(answer)}`)
      }
      for (const [label, path, key] of [
        ['a revoked secret key', list, revoked_key],
        ['an unknown secret key', list, `ah_sk_${ctx.home}_test_${ctx.unique()}${ctx.unique()}`],
        ['an expired browser token', ME, aged_token],
        ['an unknown browser token', ME, `bt_${ctx.unique()}${ctx.unique()}`],
        ['no credential', list, undefined],
      ] as const) {
        const answer = await ctx.step(`present ${label}`, {
          method: 'GET',
          path,
          ...(key !== undefined && { as: { key } }),
        })
        const code = at(answer.json, 'error', 'code')
        ctx.expect(
          'ERR-033',
          `another code than wrong_token_type for ${label}`,
          answer.status >= 400 && code !== 'wrong_token_type',
          statusAndCode(answer),
        )
        if (path === list) expectNoOtherRegion(ctx, label, answer)
      }
    },
  },
]

/** Returns the first text of a response that has the form of a browser token. */
function workingTokenIn({ json }: Answer): string | undefined {
  for (const { value } of walk(json))
    if (typeof value === 'string' && value.startsWith('bt_')) return value
  return undefined
}

/** Judges the code for a secret key of the endpoint's own region, or for no key. */
function expectNoOtherRegion(ctx: Context, label: string, answer: Answer): void {
  ctx.expect(
    'ERR-030',
    `another code than region_mismatch for ${label}`,
    at(answer.json, 'error', 'code') !== 'region_mismatch',
    statusAndCode(answer),
  )
}
