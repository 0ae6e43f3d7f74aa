import type { Check } from '../check/check.ts'
import { expectRefusal, resourceIn, statusAndCode } from '../check/idioms.ts'
import { Blocked } from '../check/outcome.ts'
import { reach } from '../check/states.ts'
import { REGIONS } from '../target/target.ts'

const LIST = { method: 'GET', path: '/v1/sessions' } as const

export const regionAndModeChecks: readonly Check[] = [
  {
    id: 'planes.two-regions-two-modes',
    area: 'planes',
    requirements: ['PLN-001', 'PLN-006'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [], regions: ['us', 'eu'], states: ['organization'] },
    why: 'Data is pinned by the name of a region and money by that of a mode; a third name is a place without rules.',
    async run(ctx) {
      for (const region of REGIONS) {
        for (const mode of ['test', 'live']) {
          const { key } = await reach(ctx, 'organization', { region, mode })
          const good = await ctx.step(`list sessions with a ${mode} key of ${region}`, { ...LIST, as: { key, region } })
          for (const requirement of ['PLN-001', 'PLN-006']) ctx.expect(requirement, '200', good.status === 200, statusAndCode(good))
          // The secret is a good one, so that only the name of the region or mode is wrong.
          for (const [requirement, name, other] of [['PLN-001', `_${region}_`, '_ap_'], ['PLN-006', `_${mode}_`, '_demo_']] as const) {
            const answer = await ctx.step(`list them with ${other} for ${name} in it`,
              { ...LIST, as: { key: key.replace(name, other), region } })
            ctx.expect(requirement, `a refusal of a key ${other}, 4xx`, answer.status >= 400 && answer.status < 500, statusAndCode(answer))
          }
        }
      }
    },
  },
  {
    id: 'planes.applicants-stay-in-their-region',
    area: 'planes',
    requirements: ['PLN-013'],
    level: 'must',
    needs: { features: ['applicants'], credentials: [], regions: ['us', 'eu'], states: ['organization'] },
    why: 'A customer promised a person that the data stays in one region.',
    async run(ctx) {
      const home = await reach(ctx, 'organization', {})
      const away = await reach(ctx, 'organization', { region: ctx.other })
      const here = { key: home.key, region: ctx.home }
      const there = { key: away.key, region: ctx.other }
      const made = await ctx.setUp('create an applicant',
        { method: 'POST', path: '/v1/applicants', as: here, json: { family_name: 'Testperson', given_names: ['Una'] } })
      const id = resourceIn(made)?.['id']
      if (typeof id !== 'string') throw new Blocked('the created applicant came back without an id')
      const change = { method: 'PATCH', path: `/v1/applicants/${encodeURIComponent(id)}`, json: { given_names: ['Ida'] } } as const
      await ctx.setUp('change it where it is', { ...change, as: here })
      expectRefusal(ctx, await ctx.step('change it in the other region', { ...change, as: there }),
        { status: 404, code: 'resource_not_found', requirements: ['PLN-013'] })
      const list = await ctx.step('list applicants there', { method: 'GET', path: '/v1/applicants', as: there })
      ctx.expect('PLN-013', 'a list without it', list.status === 200 && !list.text?.includes(id), statusAndCode(list))
    },
  },
]
