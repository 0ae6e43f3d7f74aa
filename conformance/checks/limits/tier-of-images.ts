import type { Check } from '../../check/check.ts'
import { expectRefusal, imageOf } from '../../check/idioms.ts'
import { exhaustBudget } from '../../check/rate.ts'
import { reach } from '../../check/states.ts'
import { at } from '../../http/json.ts'

const BUDGET = 120

export const tierOfImagesChecks: readonly Check[] = [
  {
    id: 'limits.images-on-higher-tiers',
    area: 'limits',
    long: true,
    requirements: ['ERR-024', 'LIM-014', 'LIM-020', 'LIM-027', 'LIM-030'],
    level: 'must',
    needs: {
      credentials: [],
      states: ['organization', 'session_with_images'],
      features: ['evidence_images', 'rate_limits'],
    },
    why: 'A flat class has one budget, and its refusal still names the tier of the organization.',
    async run(ctx) {
      for (const tier of ['enterprise', 'custom']) {
        const { organization } = await reach(ctx, 'organization', { tier })
        const { key, session_id: id } = await reach(
          ctx,
          'session_with_images',
          { organization, artifacts: ['portrait', 'front'] },
          'session_id',
        )
        const { refusal } = await exhaustBudget(
          ctx,
          `request an image on ${tier}`,
          imageOf(id, 'portrait', key),
        )
        expectRefusal(ctx, refusal, {
          status: 429,
          code: 'rate_limit_exceeded',
          requirements: ['ERR-024'],
        })
        const [limit, got] = ['limit', 'tier'].map((name) =>
          at(refusal.json, 'error', 'details', name),
        )
        for (const requirement of ['LIM-020', 'LIM-027'])
          ctx.expect(
            requirement,
            `details.limit ${BUDGET} on ${tier}`,
            limit === BUDGET,
            JSON.stringify(limit),
          )
        for (const requirement of ['LIM-014', 'LIM-030'])
          ctx.expect(requirement, `details.tier ${tier}`, got === tier, got)
      }
    },
  },
]
