import type { Check, Context, StepRequest } from '../../check/check.ts'
import { hasRoute, statusAndCode } from '../../check/idioms.ts'
import { exhaustBudget, throwUnused, unusedOf } from '../../check/rate.ts'
import { scanParts, scanRequest } from '../../check/resources/scan.ts'
import { TEMPLATES } from '../../check/resources/templates.ts'
import { reach } from '../../check/states.ts'
import type { JsonObject } from '../../http/json.ts'
import type { RegionName } from '../../target/target.ts'
import { NAME, subjectRequest } from './subject-request.ts'

/** Effects of a used-up budget on the other keys of an organization. */
export const otherPlanesChecks: readonly Check[] = [
  {
    id: 'limits.used-up-in-one-plane',
    area: 'limits',
    requirements: ['LIM-005'],
    level: 'must',
    needs: {
      credentials: [],
      regions: ['other'],
      states: ['organization', 'key'],
      features: ['sessions', 'applicants', 'data_subject_requests', 'rate_limits'],
    },
    why: 'Load tests with a test key must not stop live verifications, nor those of another region.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', {})
      const others = await otherKeys(ctx, organization)
      const create: StepRequest = {
        method: 'POST',
        path: '/v1/sessions',
        json: ctx.sessionFields('home.test'),
      }
      const [{ as: maker }] = others
      await exhaustBudget(ctx, 'create a session', { ...create, as: { key } })
      for (const { label, as } of others)
        await expectAdmitted(ctx, 'create a session', { ...create, as }, label)
      // Data subject requests have the longest window.
      const ask = 'request the data of an applicant'
      await exhaustBudget(ctx, ask, () => subjectRequest(ctx, key, maker.key))
      for (const { label, as } of others.filter(({ as: { region } }) => region === ctx.home))
        await expectAdmitted(ctx, ask, await subjectRequest(ctx, as.key), label)
    },
  },
  {
    id: 'limits.each-class-used-up-in-one-plane',
    area: 'limits',
    long: true,
    requirements: ['LIM-005', 'LIM-007'],
    level: 'must',
    needs: {
      credentials: [],
      regions: ['other'],
      states: ['organization', 'key'],
      features: ['sessions', 'rate_limits'],
      optionalFeatures: ['applicants', 'id_scan', 'workflow_templates'],
    },
    why: 'A nightly job with one key must not stop verifications with another key, mode or region.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', {})
      const others = await otherKeys(ctx, organization)
      const every: readonly [what: string, request: StepRequest][] = [
        ['list sessions', { method: 'GET', path: '/v1/sessions' }],
        ['create an applicant', { method: 'POST', path: '/v1/applicants', json: NAME }],
        ['scan a document', scanRequest({ key }, scanParts(ctx))],
        ['create a template', { method: 'POST', path: TEMPLATES, json: ctx.open.templateFields }],
      ]
      const requests = every.filter(([, { path }]) => hasRoute(ctx, path))
      // Concurrent, because each uses up the budget of a different class.
      const unseen = await Promise.all(
        requests.map(([what, request]) =>
          // The other classes can still be judged.
          exhaustBudget(ctx, what, { ...request, as: { key } }).then(
            () => [],
            (error: unknown) => [unusedOf(error)],
          ),
        ),
      )
      const create = {
        method: 'POST',
        path: '/v1/sessions',
        json: ctx.sessionFields('home.test'),
      } as const
      const answer = await ctx.step('create a session with the used-up key', {
        ...create,
        as: { key },
        keeps429: 'class',
      })
      ctx.expect(
        'LIM-007',
        'no 429 in a class that is not used up',
        answer.status !== 429,
        statusAndCode(answer),
      )
      for (const { label, as } of others)
        for (const [what, request] of [...requests, ['create a session', create] as const])
          await expectAdmitted(ctx, what, { ...request, as }, label)
      throwUnused(unseen.flat())
    },
  },
]

interface OtherKey {
  label: string
  as: { key: string; region: RegionName }
}

/** Creates a key in each plane for an organization: first another one of its own plane. */
async function otherKeys(ctx: Context, organization: string): Promise<[OtherKey, ...OtherKey[]]> {
  const make = async (label: string, region: RegionName, params: JsonObject): Promise<OtherKey> => {
    const { key } = await reach(ctx, 'key', { organization, region, ...params })
    return { label, as: { key, region } }
  }
  return [
    await make('another key', ctx.home, {}),
    await make('a live key', ctx.home, { mode: 'live' }),
    await make('a key of the other region', ctx.other, {}),
    await make('a live key of the other region', ctx.other, { mode: 'live' }),
  ]
}

async function expectAdmitted(
  ctx: Context,
  what: string,
  request: StepRequest,
  label: string,
): Promise<void> {
  const answer = await ctx.step(`${what} with ${label}`, { ...request, keeps429: 'class' })
  ctx.expect(
    'LIM-005',
    `no 429 of ${label}, which is used for the first time to ${what}`,
    answer.status !== 429,
    statusAndCode(answer),
  )
}
