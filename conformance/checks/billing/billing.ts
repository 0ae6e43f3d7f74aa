import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { expectEnvelope } from '../../check/error-body.ts'
import {
  expectRefusal,
  imageOf,
  sessionIdIn,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import { expectRateHeaders, RATE_HEADERS } from '../../check/rate.ts'
import { scanParts, scanRequest } from '../../check/resources/scan.ts'
import { reach } from '../../check/states.ts'
import type { StepRequest } from '../../check/check.ts'
import type { JsonObject } from '../../http/json.ts'
import type { FeatureName } from '../../target/features.ts'

const PAYMENT = { status: 402, code: 'payment_required' }
const SUBSCRIPTION = { status: 403, code: 'subscription_required' }

/** Reasons why an account cannot spend. */
interface Cause {
  name: string
  account: JsonObject
  refusal: { status: number; code: string }
  requirements: readonly string[]
  /** The requirement that requests succeed once the account is in good standing again. */
  afterwards: string
}

export const CAUSES: readonly Cause[] = [
  {
    name: 'wallet-empty',
    account: { wallet: 'empty' },
    refusal: PAYMENT,
    requirements: ['ERR-015', 'ERR-016'],
    afterwards: 'ERR-019',
  },
  {
    name: 'wallet-locked',
    account: { wallet: 'locked' },
    refusal: PAYMENT,
    requirements: ['ERR-015', 'ERR-017'],
    afterwards: 'ERR-019',
  },
  {
    name: 'wallet-absent',
    account: { wallet: 'absent' },
    refusal: PAYMENT,
    requirements: ['ERR-015', 'ERR-018'],
    afterwards: 'ERR-019',
  },
  {
    name: 'plan-canceled',
    account: { subscription: 'canceled' },
    refusal: SUBSCRIPTION,
    requirements: ['ERR-020', 'ERR-021'],
    afterwards: 'ERR-023',
  },
  {
    name: 'plan-past-grace',
    account: { subscription: 'past_grace' },
    refusal: SUBSCRIPTION,
    requirements: ['ERR-020', 'ERR-022'],
    afterwards: 'ERR-023',
  },
]

/** Routes that do not read the state of the account, with the feature that has each. */
const OTHER_ROUTES: readonly {
  feature: FeatureName
  label: string
  request: (id: string, session: JsonObject) => StepRequest
}[] = [
  {
    feature: 'sessions',
    label: 'retrieve its session',
    request: (id) => ({ method: 'GET', path: sessionPath(id) }),
  },
  {
    feature: 'sessions',
    label: 'list sessions',
    request: () => ({ method: 'GET', path: '/v1/sessions' }),
  },
  {
    feature: 'reports',
    label: 'request the report',
    request: (id) => ({ method: 'GET', path: `${sessionPath(id)}/report.pdf` }),
  },
  {
    feature: 'browser_tokens',
    label: 'mint a browser token',
    request: (id) => ({ method: 'POST', path: `${sessionPath(id)}/browser_token` }),
  },
  {
    feature: 'applicants',
    label: 'create an applicant',
    request: () => ({
      method: 'POST',
      path: '/v1/applicants',
      json: { family_name: 'Okafor', given_names: [] },
    }),
  },
  {
    feature: 'sessions',
    label: 'create a session',
    request: (_, json) => ({ method: 'POST', path: '/v1/sessions', json }),
  },
  {
    feature: 'delivery_log',
    label: 'read the delivery log',
    request: () => ({ method: 'GET', path: '/v1/webhook-events' }),
  },
  {
    feature: 'applicants',
    label: 'list applicants',
    request: () => ({ method: 'GET', path: '/v1/applicants' }),
  },
  {
    feature: 'workflow_templates',
    label: 'list workflow templates',
    request: () => ({ method: 'GET', path: '/v1/workflow-templates' }),
  },
]

export const billingChecks: readonly Check[] = CAUSES.flatMap((cause) => [
  refusedInLiveMode(cause),
  freeInTestMode(cause),
])

function refusedInLiveMode({ name, account, refusal, requirements, afterwards }: Cause): Check {
  return {
    id: `billing.${name}`,
    area: 'billing',
    requirements: [
      ...requirements,
      afterwards,
      'ENV-001',
      'ENV-002',
      'ENV-003',
      'ENV-004',
      'BIL-007',
      'BIL-008',
      'END-003',
      'PLN-022',
      ...Object.values(RATE_HEADERS),
    ],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images', 'billing', 'rate_limits'],
      optionalFeatures: [...new Set(OTHER_ROUTES.map(({ feature }) => feature))],
      credentials: [],
      states: ['session_with_images', 'account'],
    },
    why: 'An empty wallet must give the same code on every route, and requests must succeed as soon as the account is paid.',
    async run(ctx) {
      const {
        organization,
        key,
        session_id: id,
      } = await reach(
        ctx,
        'session_with_images',
        { mode: 'live', artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const image = imageOf(id, 'front', key)
      await ctx.setUp('fetch an image while the account is in good standing', image)
      await reach(ctx, 'account', { mode: 'live', organization, ...account })
      const refused = await ctx.step('fetch it', image)
      expectRefusal(ctx, refused, {
        ...refusal,
        requirements: [...requirements, 'BIL-007', 'PLN-022'],
      })
      expectRateHeaders(ctx, 'fetch it', refused)
      expectEnvelope(ctx, refused)
      for (const { feature, label, request } of OTHER_ROUTES) {
        if (!ctx.has(feature)) continue
        const answer = await ctx.step(label, {
          ...request(id, ctx.sessionFields('home.live')),
          as: { key },
        })
        expectRefusal(ctx, answer, { ...refusal, requirements: ['BIL-008', 'END-003'] })
        expectRateHeaders(ctx, label, answer)
      }
      await reach(ctx, 'account', {
        mode: 'live',
        organization,
        wallet: 'ok',
        subscription: 'active',
      })
      const answer = await ctx.step('fetch the image once the account is paid', image)
      ctx.expect(afterwards, '200', answer.status === 200, statusAndCode(answer))
    },
  }
}

function freeInTestMode({ name, account }: Cause): Check {
  const requirement = 'wallet' in account ? 'PLN-018' : 'PLN-019'
  return {
    id: `billing.test-mode-with-${name}`,
    area: 'billing',
    requirements: [requirement, 'PLN-022'],
    level: 'must',
    needs: {
      features: ['sessions', 'billing', 'browser_tokens', 'id_scan', 'reports'],
      optionalFeatures: ['applicants'],
      credentials: [],
      states: ['account', 'session'],
    },
    why: 'Test mode is never billed, so an empty wallet must not stop developers.',
    async run(ctx) {
      const {
        organization,
        key: solvent,
        session_id: completed,
      } = await reach(ctx, 'session', { status: 'completed', decided_by: 'rules' }, 'session_id')
      const create = (key: string): StepRequest => ({
        method: 'POST',
        path: '/v1/sessions',
        as: { key },
        json: ctx.sessionFields('home.test'),
      })
      const open = sessionIdIn(await ctx.setUp('create a session', create(solvent)))
      const uses = (key: string): [label: string, request: StepRequest][] => {
        const as = { key }
        const [mint, report] = [
          `${sessionPath(open)}/browser_token`,
          `${sessionPath(completed)}/report.pdf`,
        ]
        return [
          ['mint a browser token', { method: 'POST', path: mint, as }],
          ['request the report', { method: 'GET', path: report, as }],
          ['scan a document', scanRequest(as, scanParts(ctx))],
        ]
      }
      for (const [label, request] of uses(solvent))
        await ctx.setUp(`${label} while the account is in good standing`, request)
      const { key } = await reach(ctx, 'account', { organization, ...account })
      for (const [label, request] of [
        ['retrieve a session', { method: 'GET', path: sessionPath(completed), as: { key } }],
        ...(ctx.has('applicants')
          ? [['list applicants', { method: 'GET', path: '/v1/applicants', as: { key } }]]
          : []),
        ['create another session', create(key)],
        ...uses(key),
      ] as [string, StepRequest][]) {
        const answer = await ctx.step(label, request)
        for (const one of [requirement, 'PLN-022'])
          ctx.expect(one, `2xx to "${label}"`, isAccepted(answer), statusAndCode(answer))
      }
    },
  }
}
