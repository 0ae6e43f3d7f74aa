import type { Check } from '../../check/check.ts'
import { isRefused, nearCredentials, statusAndCode } from '../../check/idioms.ts'
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
  {
    id: 'planes.key-in-its-own-words',
    area: 'planes',
    requirements: ['END-001', 'KEY-009', 'PLN-008', 'PLN-009'],
    level: 'must',
    needs: {
      features: ['sessions'],
      credentials: [],
      regions: ['us', 'eu'],
      states: ['organization'],
    },
    why: 'A key that works under another mode or region opens a plane that its owner never opened.',
    async run(ctx) {
      const mode = 'test'
      for (const region of REGIONS) {
        const { key, organization } = await reach(ctx, 'organization', { region, mode })
        await ctx.setUp(`list sessions with a key of ${region}`, { ...LIST, as: { key, region } })
        const other = region === 'us' ? 'eu' : 'us'
        for (const [requirement, from, to, plane] of [
          ['PLN-008', `_${region}_`, `_${other}_`, { region: other, mode }],
          ['PLN-009', `_${mode}_`, '_live_', { region, mode: 'live' }],
          ['KEY-009', 'ah_sk_', 'ah_pk_', undefined],
        ] as const) {
          const changed = key.replace(from, to)
          // A provider may give both keys of an organization the same secret.
          if (
            plane &&
            (await reach(ctx, 'organization', { ...plane, organization })).key === changed
          )
            continue
          const answer = await ctx.step(`list them with ${to} for ${from} in the key`, {
            ...LIST,
            as: { key: changed, region: plane?.region ?? region },
          })
          ctx.expect(
            requirement,
            `a refusal of a key of ${region} with ${to} for ${from}, 4xx`,
            isRefused(answer),
            statusAndCode(answer),
          )
        }
        for (const [label, changed] of nearCredentials(key)) {
          const answer = await ctx.step(`list them with ${label} in the key`, {
            ...LIST,
            as: { key: changed, region },
          })
          ctx.expect(
            'END-001',
            `a refusal of a key of ${region} with ${label}, 4xx`,
            isRefused(answer),
            statusAndCode(answer),
          )
        }
      }
    },
  },
]
