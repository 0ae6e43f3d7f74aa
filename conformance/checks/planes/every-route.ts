import type { Check, Context, StepRequest } from '../../check/check.ts'
import { dataSubjectRequest } from '../../check/resources/data-subject-request.ts'
import { hasRoute, idIn, isRefused, statusAndCode } from '../../check/idioms.ts'
import { expectRateHeaders, RATE_HEADERS } from '../../check/rate.ts'
import { scanParts, scanRequest } from '../../check/resources/scan.ts'
import { reach } from '../../check/states.ts'
import { TEMPLATES } from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import type { FeatureName } from '../../target/features.ts'
import { ID_OPERATIONS, requestOf } from '../hiding/id-operations.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }
/** Features whose routes are requested where the target has them. */
const OPTIONAL: readonly FeatureName[] = [
  'applicants',
  'workflow_templates',
  'browser_tokens',
  'reports',
  'evidence_images',
  'id_scan',
  'billing',
  'data_subject_requests',
  'delivery_log',
]

type Route = [label: string, request: Omit<StepRequest, 'as'>]

/** A credential that no route accepts, and the required error of every route. */
interface Bad {
  id: string
  area: 'planes' | 'scopes' | 'tokens' | 'envelope'
  requirements: readonly string[]
  states?: readonly string[]
  credentials: readonly ('home.test' | 'other.test')[]
  why: string
  /** Required error code; without it, any 4xx is accepted (GAP-WRONG-CREDENTIAL). */
  code?: string
  /** The bad credential, and a valid key for the requested records. */
  make: (ctx: Context) => Promise<{
    bad: StepRequest['as']
    good: StepRequest['as']
    /** The session that the bad credential belongs to. */
    session?: string
  }>
}

const ORIGINS = ['https://app.example.com']

const BAD: readonly Bad[] = [
  {
    id: 'envelope.no-credential-on-any-route',
    area: 'envelope',
    requirements: ['END-001'],
    credentials: ['home.test'],
    why: 'A route without authentication is open to everyone.',
    make: async () => ({ bad: undefined, good: 'home.test' }),
  },
  {
    id: 'planes.key-of-the-other-region-on-any-route',
    area: 'planes',
    requirements: ['PLN-005', 'ERR-030'],
    credentials: ['home.test', 'other.test'],
    why: 'Without this code, the owner of a key looks for a typing error instead of the other endpoint.',
    code: 'region_mismatch',
    make: async () => ({ bad: 'other.test', good: 'home.test' }),
  },
  {
    id: 'scopes.revoked-key-on-any-route',
    area: 'scopes',
    requirements: ['AUT-007'],
    credentials: [],
    states: ['revoked_key'],
    why: 'A leaked key is revoked; the revocation must hold on every route.',
    async make(ctx) {
      const { key, revoked_key } = await reach(ctx, 'revoked_key', {}, 'revoked_key')
      return { bad: { key: revoked_key }, good: { key } }
    },
  },
  {
    id: 'scopes.rotated-key-on-any-route',
    area: 'scopes',
    requirements: ['AUT-006'],
    credentials: [],
    states: ['rotated_key'],
    why: 'A key is rotated so that the old one becomes worthless to anyone who has it.',
    async make(ctx) {
      const { key, old_key } = await reach(ctx, 'rotated_key', {}, 'old_key')
      return { bad: { key: old_key }, good: { key } }
    },
  },
  {
    id: 'tokens.client-token-on-any-route',
    area: 'tokens',
    requirements: ['TOK-009', 'TOK-010', 'TOK-011'],
    credentials: [],
    states: ['client_token'],
    why: 'A client token stays in a browser for weeks, so it must open no backend route.',
    async make(ctx) {
      const { key, client_token, session_id } = await reach(
        ctx,
        'client_token',
        {},
        'client_token',
        'session_id',
      )
      return { bad: { key: client_token }, good: { key }, session: session_id }
    },
  },
  {
    id: 'tokens.publishable-key-on-any-route',
    area: 'tokens',
    requirements: ['KEY-009'],
    credentials: [],
    states: ['publishable_key'],
    why: 'A publishable key is public in the source of a page, so it must open no route of a secret key.',
    async make(ctx) {
      const { key, publishable_key } = await reach(
        ctx,
        'publishable_key',
        { origins: ORIGINS },
        'publishable_key',
      )
      return { bad: { key: publishable_key }, good: { key } }
    },
  },
  {
    id: 'tokens.browser-token-on-any-route',
    area: 'tokens',
    requirements: ['TOK-005', 'AUT-015'],
    credentials: [],
    states: ['open_session'],
    why: 'A browser token can be read in the page, so it must open no backend route.',
    async make(ctx) {
      const { key, browser_token, session_id } = await reach(
        ctx,
        'open_session',
        {},
        'browser_token',
        'session_id',
      )
      return { bad: { key: browser_token }, good: { key }, session: session_id }
    },
  },
]

export const everyRouteChecks: readonly Check[] = [
  ...BAD.map(refusedEverywhere),
  {
    id: 'limits.headers-on-every-route',
    area: 'limits',
    requirements: Object.values(RATE_HEADERS),
    level: 'must',
    // No credentials of the target file: the used budget would be missing in the next run.
    needs: {
      features: ['sessions', 'rate_limits'],
      optionalFeatures: OPTIONAL,
      credentials: [],
      states: ['organization'],
    },
    why: 'Clients read the rate headers of every response with the same code.',
    async run(ctx) {
      const { key } = await reach(ctx, 'organization', {})
      for (const [label, request] of await routesOf(ctx, { key }))
        expectRateHeaders(ctx, label, await ctx.step(label, { ...request, as: { key } }))
    },
  },
]

function refusedEverywhere({
  id,
  area,
  requirements,
  states,
  credentials,
  why,
  code,
  make,
}: Bad): Check {
  return {
    id,
    area,
    requirements,
    level: 'must',
    needs: {
      features: ['sessions'],
      optionalFeatures: OPTIONAL,
      credentials,
      ...(states && { states }),
    },
    why,
    async run(ctx) {
      const { bad, good, session } = await make(ctx)
      for (const [label, request] of await routesOf(ctx, good, session)) {
        const answer = await ctx.step(label, {
          ...request,
          region: ctx.home,
          ...(bad !== undefined && { as: bad }),
        })
        for (const requirement of requirements) {
          ctx.expect(
            requirement,
            `a refusal of "${label}", ${code ? `with the code ${code}` : '4xx'}`,
            isRefused(answer) && (!code || at(answer.json, 'error', 'code') === code),
            statusAndCode(answer),
          )
        }
      }
    },
  }
}

/**
 * Every route that takes a secret key and that the target has: requests that are valid except for
 * the credential.
 * @param own a session whose routes are requested, too
 */
async function routesOf(ctx: Context, good: StepRequest['as'], own?: string): Promise<Route[]> {
  const fields = ctx.sessionFields('home.test')
  const session = await made(ctx, { path: '/v1/sessions', as: good, json: fields })
  const applicant = ctx.has('applicants')
    ? await made(ctx, { path: '/v1/applicants', as: good, json: NAME })
    : undefined
  const template = ctx.has('workflow_templates')
    ? await made(ctx, { path: TEMPLATES, as: good, json: ctx.open.templateFields })
    : undefined
  // A service may be unable to create a record yet; then the routes of such records are skipped.
  const ids: Record<string, string | undefined> = {
    sessions: createdIn(session),
    applicants: createdIn(applicant),
    'workflow-templates': createdIn(template),
  }
  const { as: _as, ...scan } = scanRequest(undefined, scanParts(ctx))
  const routes: Route[] = [
    ['createSession', { method: 'POST', path: '/v1/sessions', json: fields }],
    ['listSessions', { method: 'GET', path: '/v1/sessions' }],
    ['scanIdentityDocument', scan],
    ['createApplicant', { method: 'POST', path: '/v1/applicants', json: NAME }],
    ['listApplicants', { method: 'GET', path: '/v1/applicants' }],
    ['createWorkflowTemplate', { method: 'POST', path: TEMPLATES, json: ctx.open.templateFields }],
    ['listWorkflowTemplates', { method: 'GET', path: TEMPLATES }],
    ['retrieveWallet', { method: 'GET', path: '/v1/wallet' }],
    [
      'createDataSubjectRequest',
      {
        method: 'POST',
        path: '/v1/data_subject_requests',
        json: dataSubjectRequest(ctx.open, applicant),
      },
    ],
    ['listWebhookEvents', { method: 'GET', path: '/v1/webhook-events' }],
    ...ID_OPERATIONS.flatMap((operation): Route[] => {
      const { name, resource } = operation
      const request = (label: string, id: string | undefined): Route[] => {
        const made = id === undefined ? undefined : requestOf(operation, id, ctx.open)
        return made ? [[label, made]] : []
      }
      return [
        ...request(name, ids[resource]),
        ...(resource === 'sessions' ? request(`${name} of its session`, own) : []),
      ]
    }),
  ]
  return routes.filter(([, { path }]) => hasRoute(ctx, path))
}

function made(ctx: Context, request: Pick<StepRequest, 'path' | 'as' | 'json'>): Promise<Answer> {
  return ctx.step(`create ${request.path.slice(4)} for the requests`, {
    method: 'POST',
    ...request,
  })
}

function createdIn(answer: Answer | undefined): string | undefined {
  return answer && answer.status < 300 ? idIn(answer) : undefined
}
