import type { Check } from '../../check/check.ts'
import { imageOf, statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { readSettled, STATES_OF_VERDICTS } from '../../check/verdict.ts'
import { at } from '../../http/json.ts'

/** Images of sessions that a reviewer has not decided yet. */
export const imagesInReviewChecks: readonly Check[] = [
  {
    id: 'images.before-the-decision',
    area: 'images',
    requirements: ['IDV-001', 'IDV-005', 'IMG-010'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['open_session', 'submitted_session'],
      optionalStates: STATES_OF_VERDICTS,
    },
    why: 'Integrators show the images to their own reviewers while a verification waits for a decision.',
    async run(ctx) {
      const params = { expected_outcome: 'review' }
      const { key, session_id: id } = await reach(ctx, 'open_session', params, 'session_id')
      await reach(ctx, 'submitted_session', { session_id: id })
      const session = await readSettled(ctx, 'retrieve the session in review', { id, key })
      const listed = at(session.json, 'data', 'idv', 'available_images')
      const artifacts = Array.isArray(listed) ? listed.map(String) : []
      ctx.expect('IDV-001', 'available_images, an array', Array.isArray(listed), listed)
      for (const artifact of artifacts) {
        const image = await ctx.step(`fetch the ${artifact}`, imageOf(id, artifact, key))
        for (const requirement of ['IDV-005', 'IMG-010'])
          ctx.expect(
            requirement,
            `200 for the ${artifact}, which the session in review lists`,
            image.status === 200,
            statusAndCode(image),
          )
      }
    },
  },
]
