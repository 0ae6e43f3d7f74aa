import type { Check, Context } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'
import { StateUnavailable } from '../../target/states.ts'

const ORIGIN = 'https://app.example.com'
const ORIGINS = [ORIGIN, 'https://shop.example.net', 'https://www.example.org']

/** Of the form of the listed ones, so that only a whole comparison tells them apart. */
const SIMILAR_ORIGINS = [
  ...ORIGINS.flatMap((one) => [`${one}.example`, `${one}:8443`]),
  ORIGIN.replace('https:', 'http:'),
  ORIGIN.replace('//', '//page.'),
  ORIGIN.replace('//', '//my-'),
]

/** Publishable keys beside a browser token of another mode, or at the endpoint of another region. */
export const publishableKeyChecks: readonly Check[] = [
  {
    id: 'sdk.publishable-keys-of-other-planes',
    area: 'sdk',
    requirements: ['AUT-009', 'ERR-030', 'PLN-008', 'PLN-009', 'PLN-017'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      regions: ['other'],
      states: ['open_session', 'publishable_key'],
    },
    why: 'A page with the key of another mode or region shows test verifications to real visitors, or fails without a reason.',
    async run(ctx) {
      for (const mode of ['test', 'live']) {
        const { organization, browser_token: token } = await reach(
          ctx,
          'open_session',
          { mode },
          'browser_token',
        )
        const from = async (label: string, params: JsonObject) => {
          const headers = await headersOf(ctx, params)
          return ctx.step(`resolve the ${mode} session with a publishable key ${label}`, {
            method: 'GET',
            path: '/sdk/v1/sessions/me',
            as: { key: token },
            headers: { ...headers, Origin: ORIGIN },
          })
        }
        const own = await from('of its mode', { mode, organization })
        if (!ctx.expect('AUT-009', `200 in ${mode} mode`, own.status === 200, statusAndCode(own)))
          continue
        const otherMode = mode === 'test' ? 'live' : 'test'
        const strange = await from('of the other mode', { mode: otherMode, organization })
        for (const requirement of mode === 'live' ? ['PLN-009', 'PLN-017'] : ['PLN-009'])
          ctx.expect(
            requirement,
            `a refusal, 4xx, of a ${otherMode} key beside the token of a ${mode} session`,
            isRefused(strange),
            statusAndCode(strange),
          )
        // Of the same organization: another one is a second reason to refuse, and the order of the two is open.
        const region = ctx.other
        const foreign = await from('of the other region', { mode, organization, region })
        for (const requirement of ['ERR-030', 'PLN-008'])
          ctx.expect(
            requirement,
            `the code region_mismatch for a ${mode} key of the other region`,
            isRefused(foreign) && at(foreign.json, 'error', 'code') === 'region_mismatch',
            statusAndCode(foreign),
          )
      }
    },
  },
  {
    id: 'sdk.several-origins',
    area: 'sdk',
    requirements: ['AUT-009', 'AUT-010', 'ERR-031'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      states: ['open_session', 'publishable_key'],
    },
    why: 'A customer with two sites lists both; the one that is ignored cannot verify anyone.',
    async run(ctx) {
      const open = await reach(ctx, 'open_session', {}, 'browser_token')
      const { organization } = open
      const headers = await headersOf(ctx, { organization, origins: [...ORIGINS] })
      const from = (origin: string) =>
        ctx.step(`resolve the session from ${origin}`, {
          method: 'GET',
          path: '/sdk/v1/sessions/me',
          as: { key: open.browser_token },
          headers: { ...headers, Origin: origin },
        })
      for (const origin of ORIGINS) {
        const answer = await from(origin)
        const expected = `200 for ${origin}, of ${ORIGINS.length} listed ones`
        ctx.expect('AUT-009', expected, answer.status === 200, statusAndCode(answer))
      }
      for (const origin of SIMILAR_ORIGINS) {
        const answer = await from(origin)
        for (const requirement of ['AUT-010', 'ERR-031'])
          ctx.expect(
            requirement,
            `the code origin_not_allowed for ${origin}`,
            answer.status >= 400 && at(answer.json, 'error', 'code') === 'origin_not_allowed',
            statusAndCode(answer),
          )
      }
    },
  },
  {
    id: 'sdk.no-origin-listed',
    area: 'sdk',
    requirements: ['AUT-010', 'ERR-031'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      states: ['open_session', 'publishable_key'],
    },
    why: 'A new key has an empty list: if that allows every origin, a copied key works anywhere.',
    async run(ctx) {
      const open = await reach(ctx, 'open_session', {}, 'browser_token')
      const headers = await headersWithoutOrigins(ctx, open['organization'])
      // A service may create no key without an origin.
      if (headers === undefined) return
      const answer = await ctx.step('resolve the session with a key that lists no origin', {
        method: 'GET',
        path: '/sdk/v1/sessions/me',
        as: { key: open.browser_token },
        headers: { ...headers, Origin: ORIGIN },
      })
      // The contract leaves the status open (GAP-ERROR-STATUSES).
      for (const requirement of ['AUT-010', 'ERR-031'])
        ctx.expect(
          requirement,
          'the code origin_not_allowed for a key that lists no origin',
          answer.status >= 400 && at(answer.json, 'error', 'code') === 'origin_not_allowed',
          statusAndCode(answer),
        )
    },
  },
]

/** Returns the headers of a key with an empty list of origins; undefined if there is no such key. */
async function headersWithoutOrigins(
  ctx: Context,
  organization: unknown,
): Promise<Record<string, string> | undefined> {
  try {
    const params = { organization: String(organization), origins: [] }
    const { headers } = await ctx.state('publishable_key', params)
    return isObject(headers) ? (headers as Record<string, string>) : undefined
  } catch (error) {
    if (error instanceof StateUnavailable) return undefined
    throw error
  }
}

/** Returns the headers by which a page names a new publishable key. @throws {Blocked} */
async function headersOf(ctx: Context, params: JsonObject): Promise<Record<string, string>> {
  const { headers } = await reach(ctx, 'publishable_key', { origins: [ORIGIN], ...params })
  if (!isObject(headers)) throw new Blocked('publishable_key: expected the binding headers')
  return headers as Record<string, string>
}
