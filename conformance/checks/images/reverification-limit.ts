import type { Check } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'

const LIMIT = 20

/** The number of re-verifications of one session, counted across changes of its images. */
export const reverificationLimitChecks: readonly Check[] = [
  {
    id: 'images.reverification-limit-after-deletion',
    area: 'images',
    requirements: ['LIM-013', 'STA-023'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'deleted_images', 'reverified_session'],
    },
    why: 'A count that is kept with the images is lost with them, and the customer pays for more runs.',
    async run(ctx) {
      const { session_id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const reverified = async (times: number): Promise<number> => {
        const { done } = await reach(ctx, 'reverified_session', { session_id, times })
        if (typeof done !== 'number')
          throw new Blocked('reverified_session: expected the binding done as a number')
        return done
      }
      const before = await reverified(LIMIT)
      await reach(ctx, 'deleted_images', { session_id, by: 'retention' })
      const after = await reverified(2)
      for (const requirement of ['LIM-013', 'STA-023'])
        ctx.expect(
          requirement,
          `at most ${LIMIT} re-verifications, of ${LIMIT} before the images were deleted and 2 after it`,
          before + after <= LIMIT,
          `${before} and ${after}`,
        )
    },
  },
]
