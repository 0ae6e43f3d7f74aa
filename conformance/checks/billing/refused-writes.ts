import { isAccepted } from '../../check/cases.ts'
import type { Check, Context, StepRequest } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import {
  createdId,
  expectRefusal,
  resourceOf,
  sessionIdIn,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import { sessionIdsIn } from '../../check/lists.ts'
import { expectRateHeaders, RATE_HEADERS } from '../../check/rate.ts'
import { scanParts, scanRequest } from '../../check/resources/scan.ts'
import { reach } from '../../check/states.ts'
import { TEMPLATES, templatePath } from '../../check/resources/templates.ts'
import { at, type JsonObject } from '../../http/json.ts'
import { Records } from '../hiding/working-routes.ts'
import { subjectRequest, subjectRequestOf } from '../limits/subject-request.ts'
import { CAUSES } from './billing.ts'

/** Features whose writes are requested where the target has them. */
export const OPTIONAL = ['data_subject_requests', 'id_scan', 'workflow_templates'] as const

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** Routes with a body are rejected like the others. */
export const refusedWriteChecks: readonly Check[] = [
  {
    id: 'billing.every-write-refused',
    area: 'billing',
    requirements: ['BIL-008', 'END-003', ...Object.values(RATE_HEADERS)],
    level: 'must',
    needs: {
      features: ['applicants', 'billing', 'rate_limits', 'sessions'],
      optionalFeatures: OPTIONAL,
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
  {
    id: 'billing.refused-write-saves-nothing',
    area: 'billing',
    requirements: ['BIL-008', 'ERR-012'],
    level: 'must',
    needs: {
      features: ['applicants', 'billing', 'sessions'],
      credentials: [],
      states: ['organization', 'account', 'key'],
    },
    why: 'A client repeats a refused request later: what the first one saved would be there twice.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', { mode: 'live' })
      const { key: reader } = await reach(ctx, 'key', {
        mode: 'live',
        organization,
        scopes: ['sessions:read'],
      })
      const create = {
        method: 'POST',
        path: '/v1/sessions',
        json: ctx.sessionFields('home.live'),
      } as const
      const person = { method: 'POST', path: '/v1/applicants', as: { key }, json: NAME } as const
      const id = createdId(await ctx.setUp('create an applicant', person), 'END-020')
      const change = (json: JsonObject) =>
        ({
          method: 'PATCH',
          path: `/v1/applicants/${encodeURIComponent(id)}`,
          as: { key },
          json,
        }) as const
      const unscoped = await ctx.step('create a session with a key that may only read', {
        ...create,
        as: { key: reader },
      })
      expectRefusal(ctx, unscoped, {
        status: 403,
        code: 'insufficient_scope',
        requirements: ['ERR-012'],
      })
      const good = { mode: 'live', organization, wallet: 'ok', subscription: 'active' }
      for (const account of [{ wallet: 'locked' }, { subscription: 'canceled' }]) {
        await reach(ctx, 'account', { ...good, ...account })
        const refused = [
          await ctx.step('create a session while the account cannot spend', {
            ...create,
            as: { key },
          }),
          await ctx.step(
            'change an applicant while the account cannot spend',
            change({ family_name: 'Okafor' }),
          ),
        ]
        for (const answer of refused)
          ctx.expect(
            'BIL-008',
            `a refusal while the account has ${JSON.stringify(account)}, 402 or 403`,
            [402, 403].includes(answer.status),
            statusAndCode(answer),
          )
      }
      await reach(ctx, 'account', good)
      const answer = await ctx.setUp('change something else', change({ name_suffix: 'Jr.' }))
      const name = resourceOf(ctx, answer)?.['family_name']
      ctx.expect(
        'BIL-008',
        'the name as before the refused change',
        name === NAME.family_name,
        name,
      )
      // Once a later session is listed, a refused one would be listed too (GAP-LISTS).
      const later = sessionIdIn(await ctx.setUp('create a session', { ...create, as: { key } }))
      const list = await pollUntil(
        () => ctx.setUp('list sessions', { method: 'GET', path: '/v1/sessions', as: { key } }),
        (seen) => sessionIdsIn(seen).includes(later),
      )
      const strange = sessionIdsIn(list).filter((one) => one !== later)
      for (const requirement of ['BIL-008', 'ERR-012'])
        ctx.expect(requirement, 'no session of a refused creation', strange.length === 0, strange)
    },
  },
  {
    id: 'billing.refused-action-changes-nothing',
    area: 'billing',
    requirements: ['BIL-008'],
    level: 'must',
    needs: {
      features: ['applicants', 'billing', 'sessions'],
      optionalFeatures: ['data_subject_requests'],
      credentials: [],
      states: ['organization', 'account'],
    },
    why: 'A cancellation or deletion that is refused and still carried out cannot be undone.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', { mode: 'live' })
      const as = { key }
      const records = new Records(ctx, as, 'home.live')
      const session = await records.create('sessions')
      const applicant = await records.create('applicants')
      const actions = await records.openRequests({ sessions: session, applicants: applicant })
      const subject = ctx.has('data_subject_requests')
        ? await subjectRequestOf(ctx, key)
        : undefined
      const retrieve = { method: 'GET', path: sessionPath(session), as } as const
      const before = at((await ctx.setUp('retrieve the session', retrieve)).json, 'data', 'status')
      const good = { mode: 'live', organization, wallet: 'ok', subscription: 'active' }
      for (const account of [{ wallet: 'locked' }, { subscription: 'canceled' }]) {
        await reach(ctx, 'account', { ...good, ...account })
        for (const [action, request] of actions) {
          const answer = await ctx.step(`${action} while the account cannot spend`, request)
          ctx.expect(
            'BIL-008',
            `a refusal of ${action} while the account has ${JSON.stringify(account)}, 402 or 403`,
            [402, 403].includes(answer.status),
            statusAndCode(answer),
          )
        }
      }
      // Once: a refused request may count (GAP-WINDOW-ALIGNMENT), and the budget is low. `every-write-refused`
      // judges the refusal itself.
      const asked =
        subject && (await ctx.step('make a data subject request meanwhile', subject.request))
      const spared = asked && [402, 403].includes(asked.status) ? subject?.applicant : undefined
      await reach(ctx, 'account', good)
      const after = at((await ctx.setUp('retrieve it again', retrieve)).json, 'data', 'status')
      ctx.expect(
        'BIL-008',
        `the session still ${String(before)} after actions that were refused`,
        after === before,
        after,
      )
      for (const [id, refused] of [
        [applicant, 'deletion'],
        [spared, 'data subject request'],
      ] as const) {
        if (id === undefined) continue
        const changed = await ctx.step('change the applicant', {
          method: 'PATCH',
          path: `/v1/applicants/${encodeURIComponent(id)}`,
          as,
          json: { name_suffix: 'Jr.' },
        })
        ctx.expect(
          'BIL-008',
          `2xx to a change of the applicant, whose ${refused} was refused`,
          isAccepted(changed),
          statusAndCode(changed),
        )
        const name = resourceOf(ctx, changed)?.['family_name']
        if (isAccepted(changed))
          ctx.expect(
            'BIL-008',
            `the name of the applicant, whose ${refused} was refused`,
            name === NAME.family_name,
            name,
          )
      }
    },
  },
]

export type Write = [what: string, request: StepRequest]

/** Valid requests, about records that were made while the account was in good standing. */
export async function writesOf(
  ctx: Context,
  key: string,
  mode: 'home.test' | 'home.live' = 'home.live',
): Promise<Write[]> {
  const as = { key }
  const scan: Write = ['scan a document', scanRequest(as, scanParts(ctx))]
  const records = new Records(ctx, as, mode)
  const applicant = await records.create('applicants')
  const template = await records.createIfPresent('workflow-templates')
  const ids = {
    sessions: await records.create('sessions'),
    applicants: applicant,
    ...(template !== undefined && { 'workflow-templates': template }),
  }
  return [
    [
      'change an applicant',
      { method: 'PATCH', path: `/v1/applicants/${encodeURIComponent(applicant)}`, as, json: NAME },
    ],
    ...(template === undefined ? [] : templateWrites(ctx, as, template)),
    ...(ctx.has('id_scan') ? [scan] : []),
    ...(ctx.has('data_subject_requests')
      ? ([['make a data subject request', await subjectRequest(ctx, key)]] as Write[])
      : []),
    ...(await records.openRequests(ids)),
  ]
}

function templateWrites(ctx: Context, as: StepRequest['as'], id: string): Write[] {
  return [
    ['create a template', { method: 'POST', path: TEMPLATES, as, json: ctx.open.templateFields }],
    [
      'change a template',
      { method: 'PATCH', path: templatePath(id), as, json: { screening_rules: [] } },
    ],
  ]
}
