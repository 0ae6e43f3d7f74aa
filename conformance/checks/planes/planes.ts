import type { Check } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { at } from '../../http/json.ts'
import type { RegionName } from '../../target/target.ts'

export const planeChecks: readonly Check[] = [
  keyElsewhere('us', 'eu', 'PLN-011'),
  keyElsewhere('eu', 'us', 'PLN-012'),
]

/** The contract states the code of the refusal, and leaves its status open (GAP-ERROR-STATUSES). */
function keyElsewhere(from: RegionName, to: RegionName, requirement: string): Check {
  return {
    id: `planes.${from}-key-at-${to}`,
    area: 'planes',
    requirements: [requirement, 'PLN-005', 'ERR-030'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [`${from}.test`], regions: [to] },
    why: 'Without this code, the owner of a key looks for a typing error instead of the other endpoint.',
    async run(ctx) {
      await ctx.setUp(`list sessions at ${from}, where the key belongs`, {
        method: 'GET',
        path: '/v1/sessions',
        as: `${from}.test`,
      })
      const answer = await ctx.step(`list sessions at ${to} with a key of ${from}`, {
        method: 'GET',
        path: '/v1/sessions',
        as: `${from}.test`,
        region: to,
      })
      ctx.expect(
        'PLN-005',
        'a refusal, 4xx',
        answer.status >= 400 && answer.status < 500,
        statusAndCode(answer),
      )
      for (const id of [requirement, 'ERR-030']) {
        ctx.expect(
          id,
          'the code region_mismatch',
          at(answer.json, 'error', 'code') === 'region_mismatch',
          statusAndCode(answer),
        )
      }
    },
  }
}
