import type { Check } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { at } from '../../http/json.ts'
import { REGIONS } from '../../target/target.ts'

const LIST = { method: 'GET', path: '/v1/sessions' } as const

export const regionAndModeChecks: readonly Check[] = [
  {
    id: 'planes.two-regions-two-modes',
    area: 'planes',
    requirements: ['PLN-001', 'PLN-005', 'PLN-006', 'ERR-030'],
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
          const elsewhere = await ctx.step(`list them in the other region, ${mode}`, {
            ...LIST,
            as: { key, region },
            region: region === 'us' ? 'eu' : 'us',
          })
          for (const requirement of ['PLN-005', 'ERR-030'])
            ctx.expect(
              requirement,
              `a refusal of a ${mode} key of ${region}, with the code region_mismatch`,
              isRefused(elsewhere) && at(elsewhere.json, 'error', 'code') === 'region_mismatch',
              statusAndCode(elsewhere),
            )
          // The secret is valid, so that only the region or mode in the key is wrong.
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
