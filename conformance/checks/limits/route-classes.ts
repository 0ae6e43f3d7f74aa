import type { Check, Context, StepRequest } from '../../check/check.ts'
import { createdId, hasRoute, newSession, sessionPath } from '../../check/idioms.ts'
import {
  type ReferenceRequests,
  type ClassifiedRoute,
  expectClasses,
  type RouteClass,
} from '../../check/route-class.ts'
import { documentImage, scanRequest, scanParts } from '../../check/resources/scan.ts'
import { TEMPLATES, newTemplate, templatePath } from '../../check/resources/templates.ts'
import type { OpenRoute } from '../../target/open-choices.ts'
import { NAME, COUNTER_REQUIREMENTS } from './subject-request.ts'

const WHY =
  "A backend divides its key by these classes; a class that uses another's budget stops unrelated requests."

/** Routes with open paths, and their route classes. */
const OPEN: readonly [OpenRoute, RouteClass, requirements: string[]][] = [
  ['cancel_session', 'global', ['RLC-016', 'RLC-017']],
  ['resend_session', 'global', ['RLC-016', 'RLC-018']],
  ['add_session_note', 'global', ['RLC-016', 'RLC-019']],
  ['skip_session_step', 'global', ['RLC-016', 'RLC-020']],
  ['mint_client_token', 'global', ['RLC-016', 'RLC-021']],
  ['retrieve_applicant', 'reads', ['RLC-013']],
  ['retrieve_workflow_template', 'reads', ['RLC-014']],
  ['delete_applicant', 'applicants:create', ['RLC-009']],
]

export const routeClassChecks: readonly Check[] = [
  {
    id: 'limits.route-classes',
    area: 'limits',
    requirements: [
      ...COUNTER_REQUIREMENTS,
      'RLC-001',
      'RLC-006',
      'RLC-007',
      'RLC-008',
      'RLC-012',
      'RLC-013',
      'RLC-014',
      'RLC-015',
      'RLC-016',
      'RLC-021',
      'RLC-022',
      'SCN-018',
    ],
    level: 'must',
    needs: {
      credentials: ['home.test'],
      features: ['sessions', 'applicants', 'browser_tokens', 'rate_limits'],
      optionalFeatures: ['id_scan', 'billing', 'workflow_templates'],
    },
    // Every request with the same key counts.
    alone: 'shared key',
    why: WHY,
    async run(ctx) {
      const { session, applicant, anchors } = await setUpRoutes(ctx)
      const as = 'home.test'
      const read = (label: string, path: string, requirement: string): ClassifiedRoute => ({
        label,
        routeClass: 'reads',
        requirements: [requirement],
        request: { method: 'GET', path, as },
      })
      const write = (
        label: string,
        routeClass: RouteClass,
        requirements: string[],
        request: Omit<StepRequest, 'as'>,
      ): ClassifiedRoute => ({ label, routeClass, requirements, request: { ...request, as } })
      const scanAnchor = ctx.has('id_scan') && { 'idv:create': scanRequest(as, scanParts(ctx)) }
      const routes: ClassifiedRoute[] = [
        {
          label: 'create a session',
          routeClass: 'sessions:create',
          requirements: ['RLC-001'],
          request: anchors['sessions:create']!,
        },
        {
          label: 'scan a document',
          routeClass: 'idv:create',
          requirements: ['RLC-006', 'SCN-018'],
          request: scanRequest(as, scanParts(ctx, undefined, documentImage())),
        },
        {
          label: 'create an applicant',
          routeClass: 'applicants:create',
          requirements: ['RLC-007'],
          request: anchors['applicants:create']!,
        },
        write('update an applicant', 'applicants:create', ['RLC-008'], {
          method: 'PATCH',
          path: applicantPath(applicant),
          json: { given_names: ['Una', 'Maria'] },
        }),
        read('list sessions', '/v1/sessions', 'RLC-012'),
        read('retrieve a session', sessionPath(session), 'RLC-012'),
        read('list applicants', '/v1/applicants', 'RLC-013'),
        read('list workflow templates', TEMPLATES, 'RLC-014'),
        read('read the wallet', '/v1/wallet', 'RLC-015'),
        write('mint a browser token', 'global', ['RLC-016', 'RLC-021'], {
          method: 'POST',
          path: `${sessionPath(session)}/browser_token`,
        }),
        write('create a workflow template', 'global', ['RLC-016', 'RLC-022'], {
          method: 'POST',
          path: TEMPLATES,
          json: ctx.open.templateFields,
        }),
        ...(ctx.has('workflow_templates')
          ? [
              write('change a workflow template', 'global', ['RLC-016', 'RLC-022'], {
                method: 'PATCH',
                path: templatePath(await newTemplate(ctx)),
                json: { screening_rules: [] },
              }),
            ]
          : []),
      ]
      await expectClasses(
        ctx,
        { ...anchors, ...scanAnchor },
        routes.filter(({ request }) => hasRoute(ctx, request.path)),
      )
    },
  },
  ...OPEN.map(([name, routeClass, requirements]): Check => ({
    id: `limits.class-of-${name.replaceAll('_', '-')}`,
    area: 'limits',
    requirements: [...COUNTER_REQUIREMENTS, ...requirements],
    level: 'must',
    needs: {
      credentials: ['home.test'],
      routes: [name],
      features: [
        'sessions',
        'applicants',
        'browser_tokens',
        'rate_limits',
        ...(name.includes('template') ? (['workflow_templates'] as const) : []),
      ],
    },
    alone: 'shared key',
    why: WHY,
    async run(ctx) {
      const { anchors, applicant } = await setUpRoutes(ctx)
      const { id: session } = await newSession(ctx, 'home.test', { applicant: NAME })
      const id = name.includes('applicant')
        ? applicant
        : name.includes('template')
          ? await newTemplate(ctx)
          : session
      await expectClasses(ctx, anchors, [
        {
          label: name.replaceAll('_', ' '),
          routeClass,
          requirements,
          request: { ...ctx.route(name, id), as: 'home.test' },
        },
      ])
    },
  })),
]

/** Creates a session and an applicant for the routes, and returns one request of each class. */
async function setUpRoutes(
  ctx: Context,
): Promise<{ session: string; applicant: string; anchors: ReferenceRequests }> {
  const as = 'home.test'
  const { id: session } = await newSession(ctx, as)
  const create: StepRequest = { method: 'POST', path: '/v1/applicants', as, json: NAME }
  const made = await ctx.setUp('create an applicant to work with', create)
  const applicant = createdId(made, 'END-020')
  return {
    session,
    applicant,
    anchors: {
      'sessions:create': { method: 'POST', path: '/v1/sessions', as, json: ctx.sessionFields(as) },
      'applicants:create': create,
      reads: { method: 'GET', path: '/v1/sessions', as },
      global: { method: 'POST', path: `${sessionPath(session)}/browser_token`, as },
    },
  }
}

function applicantPath(id: string): string {
  return `/v1/applicants/${encodeURIComponent(id)}`
}
