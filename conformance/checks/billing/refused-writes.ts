import type { Check, Context, StepRequest } from '../../check/check.ts'
import { expectRefusal } from '../../check/idioms.ts'
import { expectRateHeaders, RATE_HEADERS } from '../../check/rate.ts'
import { scanParts, scanRequest } from '../../check/resources/scan.ts'
import { reach } from '../../check/states.ts'
import { TEMPLATES, templatePath } from '../../check/resources/templates.ts'
import { Records } from '../hiding/working-routes.ts'
import { subjectRequest } from '../limits/subject-request.ts'
import { CAUSES } from './billing.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** Routes with a body are rejected like the others. */
export const refusedWriteChecks: readonly Check[] = [
  {
    id: 'billing.every-write-refused',
    area: 'billing',
    requirements: ['BIL-008', 'END-003', ...Object.values(RATE_HEADERS)],
    level: 'must',
    needs: {
      features: [
        'applicants',
        'billing',
        'data_subject_requests',
        'id_scan',
        'rate_limits',
        'sessions',
        'workflow_templates',
      ],
      credentials: [],
      states: ['organization', 'account'],
    },
    why: 'If an account that cannot spend can write, its work is never paid for.',
    async run(ctx) {
      for (const { account, refusal } of CAUSES) {
        // A refused request may count (GAP-WINDOW-ALIGNMENT), and the budget of data subject requests is low.
        const { organization, key } = await reach(ctx, 'organization', { mode: 'live' })
        const writes = await writesOf(ctx, key)
        await reach(ctx, 'account', {
          mode: 'live',
          organization,
          wallet: 'ok',
          subscription: 'active',
          ...account,
        })
        for (const [what, request] of writes) {
          const label = `${what} while the account has ${JSON.stringify(account)}`
          const answer = await ctx.step(label, request)
          expectRefusal(ctx, answer, { ...refusal, requirements: ['BIL-008', 'END-003'] })
          expectRateHeaders(ctx, label, answer)
        }
      }
    },
  },
]

/** Valid requests, about records that were made while the account was in good standing. */
async function writesOf(ctx: Context, key: string): Promise<[string, StepRequest][]> {
  const as = { key }
  const records = new Records(ctx, as, 'home.live')
  const ids = {
    sessions: await records.create('sessions'),
    applicants: await records.create('applicants'),
    'workflow-templates': await records.create('workflow-templates'),
  }
  const { applicants: applicant, 'workflow-templates': template } = ids
  return [
    [
      'change an applicant',
      { method: 'PATCH', path: `/v1/applicants/${encodeURIComponent(applicant)}`, as, json: NAME },
    ],
    ['create a template', { method: 'POST', path: TEMPLATES, as, json: ctx.open.templateFields }],
    [
      'change a template',
      { method: 'PATCH', path: templatePath(template), as, json: { screening_rules: [] } },
    ],
    ['scan a document', scanRequest(as, scanParts(ctx))],
    ['make a data subject request', await subjectRequest(ctx, key)],
    ...(await records.openRequests(ids)),
  ]
}
