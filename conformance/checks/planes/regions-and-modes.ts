import type { Check } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { REGIONS } from '../../target/target.ts'

const LIST = { method: 'GET', path: '/v1/sessions' } as const

export const regionAndModeChecks: readonly Check[] = [
  {
    id: 'planes.two-regions-two-modes',
    area: 'planes',
    requirements: ['PLN-001', 'PLN-006'],
    level: 'must',
    needs: {
      features: ['sessions'],
      credentials: [],
      regions: ['us', 'eu'],
      states: ['organization'],
    },
    why: 'Residency depends on the region and billing on the mode; there must be no third value.',
    async run(ctx) {
      for (const region of REGIONS) {
        for (const mode of ['test', 'live']) {
          const { key } = await reach(ctx, 'organization', { region, mode })
          const good = await ctx.step(`list sessions with a ${mode} key of ${region}`, {
            ...LIST,
            as: { key, region },
          })
          for (const requirement of ['PLN-001', 'PLN-006'])
            ctx.expect(requirement, '200', good.status === 200, statusAndCode(good))
          // The secret is a good one, so that only the name of the region or mode is wrong.
          for (const [requirement, name, other] of [
            ['PLN-001', `_${region}_`, '_ap_'],
            ['PLN-006', `_${mode}_`, '_demo_'],
          ] as const) {
            const answer = await ctx.step(`list them with ${other} for ${name} in it`, {
              ...LIST,
              as: { key: key.replace(name, other), region },
            })
            ctx.expect(
              requirement,
              `a refusal of a key ${other}, 4xx`,
              answer.status >= 400 && answer.status < 500,
              statusAndCode(answer),
            )
          }
        }
      }
    },
  },
]
