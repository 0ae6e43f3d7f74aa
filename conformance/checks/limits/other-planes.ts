import type { Check, StepRequest } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { exhaustBudget } from '../../check/rate.ts'
import { reach } from '../../check/states.ts'
import { subjectRequest } from './subject-request.ts'

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
      const others = []
      for (const [label, params] of [
        ['another key', {}],
        ['a live key', { mode: 'live' }],
        ['a key of the other region', { region: ctx.other }],
        ['a live key of the other region', { region: ctx.other, mode: 'live' }],
      ] as const) {
        const { key: other } = await reach(ctx, 'key', { organization, ...params })
        const region = 'region' in params ? params.region : ctx.home
        others.push({ label, as: { key: other, region } })
      }
      const create: StepRequest = {
        method: 'POST',
        path: '/v1/sessions',
        json: ctx.sessionFields('home.test'),
      }
      const [{ as: maker }] = others as [(typeof others)[number]]
      const expectAdmitted = async (what: string, request: StepRequest, label: string) => {
        const answer = await ctx.step(`${what} with ${label}`, { ...request, keeps429: 'class' })
        ctx.expect(
          'LIM-005',
          `no 429 of ${label}, which is used for the first time to ${what}`,
          answer.status !== 429,
          statusAndCode(answer),
        )
      }
      await exhaustBudget(ctx, 'create a session', { ...create, as: { key } })
      for (const { label, as } of others)
        await expectAdmitted('create a session', { ...create, as }, label)
      // Data subject requests have the longest window.
      const ask = 'request the data of an applicant'
      await exhaustBudget(ctx, ask, () => subjectRequest(ctx, key, maker.key))
      for (const { label, as } of others.filter(({ as: { region } }) => region === ctx.home))
        await expectAdmitted(ask, await subjectRequest(ctx, as.key), label)
    },
  },
]
