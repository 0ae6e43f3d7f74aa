import type { Check, Context, StepRequest } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { Blocked } from '../../check/outcome.ts'
import { documentsOf } from '../../check/resources/signing.ts'
import { reach, submissionOf } from '../../check/states.ts'
import { at, isObject } from '../../http/json.ts'
import type { FeatureName } from '../../target/features.ts'

const ME = '/sdk/v1/sessions/me'
const LISTED = 'https://app.example.com'

/** Allowed by another key of the same organization. */
const OF_ANOTHER_KEY = 'https://shop.example.com'

/** Origins that the key does not list: most resemble the one that it lists. */
const STRANGE_ORIGINS = [
  OF_ANOTHER_KEY,
  'https://evil.example.com',
  'http://app.example.com',
  'https://app.example.com:8443',
  'https://evil.app.example.com',
  'https://example.com',
  'https://app.example.com.evil.example',
  'https://evilapp.example.com',
  'https://app.example.com.',
  // Development servers, which some services allow without a list.
  'http://localhost:3000',
  'https://localhost',
  'http://127.0.0.1:5173',
  'null',
]

type Route = [label: string, request: Pick<StepRequest, 'method' | 'path' | 'json'>]

/**
 * Routes of the SDK data plane from the bindings of a state, because the contract leaves their
 * paths open (GAP-SDK-ROUTES).
 */
interface Material {
  /** Last part of the check ids. */
  suffix: string
  feature: FeatureName
  state: 'open_session' | 'signing_session'
  make: (
    ctx: Context,
  ) => Promise<{ organization: string; key: string; token: string; routes: Route[] }>
}

const MATERIALS: readonly Material[] = [
  {
    suffix: '',
    feature: 'sessions',
    state: 'open_session',
    async make(ctx) {
      const open = await reach(
        ctx,
        'open_session',
        { checks: ['id_verification'] },
        'browser_token',
      )
      const { organization, key, browser_token: token } = open
      const { as: _as, ...submission } = submissionOf(ctx, open['submission'], token)
      return {
        organization,
        key,
        token,
        routes: [
          ['resolve the session', { method: 'GET', path: ME }],
          ['hand in a step', submission],
        ],
      }
    },
  },
  {
    suffix: '-of-signing',
    feature: 'document_signing',
    state: 'signing_session',
    async make(ctx) {
      const session = await reach(ctx, 'signing_session', { stage: 'opened' }, 'browser_token')
      const { organization, key, browser_token: token } = session
      const [document] = documentsOf(session)
      const posts = ['consent', 'sign', 'decline', 'withdraw', 'paper_copy'].map((name): Route => {
        const [path, json] = ['path', 'json'].map((part) => at(session['requests'], name, part))
        if (typeof path !== 'string')
          throw new Blocked(`signing_session: expected requests.${name}.path`)
        return [`post ${name}`, { method: 'POST', path, json: json ?? {} }]
      })
      const read: Route = ['read the document', { method: 'GET', path: document!.path }]
      return { organization, key, token, routes: [read, ...posts] }
    },
  },
]

/** Permissions of a page by origin and credential, on every route of the data plane. */
export const everySdkRouteChecks: readonly Check[] = MATERIALS.flatMap((material) => [
  origins(material),
  credentials(material),
])

function origins({ suffix, feature, state, make }: Material): Check {
  return {
    id: `sdk.origins${suffix}`,
    area: 'sdk',
    requirements: ['AUT-009', 'AUT-010', 'ERR-031', 'KEY-008'],
    level: 'must',
    needs: {
      features: ['browser_tokens', feature],
      credentials: [],
      states: [state, 'publishable_key'],
    },
    why: 'The list of origins prevents the use of a copied key on another site.',
    async run(ctx) {
      const { organization, token, routes } = await make(ctx)
      const { headers } = await reach(ctx, 'publishable_key', { organization, origins: [LISTED] })
      if (!isObject(headers)) throw new Blocked('publishable_key: expected the binding headers')
      await reach(ctx, 'publishable_key', { organization, origins: [OF_ANOTHER_KEY] })
      const from = (origin: string, [label, request]: Route) =>
        ctx.step(`${label} from ${origin}`, {
          ...request,
          as: { key: token },
          headers: { ...(headers as Record<string, string>), Origin: origin },
        })
      for (const origin of STRANGE_ORIGINS) {
        for (const route of routes) {
          const answer = await from(origin, route)
          // The contract leaves the status open (GAP-ERROR-STATUSES).
          for (const requirement of ['AUT-010', 'ERR-031']) {
            ctx.expect(
              requirement,
              `the code origin_not_allowed for "${route[0]}" from ${origin}`,
              answer.status >= 400 && at(answer.json, 'error', 'code') === 'origin_not_allowed',
              statusAndCode(answer),
            )
          }
        }
      }
      const listed = await from(LISTED, routes[0]!)
      for (const requirement of ['AUT-009', 'KEY-008'])
        ctx.expect(requirement, '200', listed.status === 200, statusAndCode(listed))
    },
  }
}

function credentials({ suffix, feature, state, make }: Material): Check {
  return {
    id: `sdk.credentials${suffix}`,
    area: 'sdk',
    requirements: ['AUT-012', 'KEY-009', 'PLN-014', 'TOK-003'],
    level: 'must',
    needs: {
      features: ['browser_tokens', feature],
      credentials: [],
      regions: ['other'],
      states: [state, 'publishable_key', 'expired_browser_token'],
    },
    why: 'A single page route without a token check accepts evidence from anyone.',
    async run(ctx) {
      const { organization, key, token, routes } = await make(ctx)
      const { publishable_key } = await reach(
        ctx,
        'publishable_key',
        { organization, origins: [LISTED] },
        'publishable_key',
      )
      const { expired_token } = await reach(ctx, 'expired_browser_token', {}, 'expired_token')
      for (const [label, requirement, bad] of [
        ['without a credential', 'AUT-012', {}],
        ['with the secret key', 'AUT-012', { as: { key } }],
        ['with an unknown token', 'AUT-012', { as: { key: `bt_${ctx.unique()}${ctx.unique()}` } }],
        ['with a publishable key', 'KEY-009', { as: { key: publishable_key } }],
        ['in the other region', 'PLN-014', { as: { key: token }, region: ctx.other }],
        ['with an expired token', 'TOK-003', { as: { key: expired_token } }],
      ] as const) {
        for (const [name, request] of routes) {
          const answer = await ctx.step(`${name} ${label}`, { ...request, ...bad })
          const isExpired = requirement === 'TOK-003'
          ctx.expect(
            requirement,
            `${isExpired ? '401' : 'a refusal, 4xx,'} to "${name}" ${label}`,
            isExpired ? answer.status === 401 : isRefused(answer),
            statusAndCode(answer),
          )
        }
      }
      // Shows that the credential caused the refusals above.
      const [label, request] = routes[0]!
      const good = await ctx.step(`${label} with the token`, { ...request, as: { key: token } })
      ctx.expect('AUT-012', '200 with the token', good.status === 200, statusAndCode(good))
    },
  }
}
