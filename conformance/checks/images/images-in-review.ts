import type { Check } from '../../check/check.ts'
import { imageOf, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { Unreachable } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { readSettled, STATES_OF_VERDICTS } from '../../check/verdict.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'

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
  {
    id: 'images.idv-after-a-lapse',
    area: 'images',
    requirements: ['IDV-001', 'SES-007'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session'],
    },
    why: 'An integrator who asks again after a lapse needs what the applicant has shown before.',
    async run(ctx) {
      const idvOf = async (label: string, params: JsonObject): Promise<unknown> => {
        const given = { ...params, checks: ['id_verification'] }
        const { key, session_id: id } = await reach(ctx, 'session', given, 'session_id')
        const request = { method: 'GET', path: sessionPath(id), as: { key } } as const
        return at((await ctx.setUp(label, request)).json, 'data', 'idv')
      }
      const parked = await idvOf('retrieve a session in review', { status: 'awaiting_review' })
      if (!isObject(parked))
        throw new Unreachable('no identity check ran in the session that the provider parked')
      for (const [label, end] of [
        ['lapsed in review', { status: 'expired', from: 'awaiting_review' }],
        ['was declined', { status: 'completed', outcome: 'declined', decided_by: 'rules' }],
      ] as const) {
        const idv = await idvOf(`retrieve a session that ${label}`, end)
        ctx.expect('SES-007', `idv of a session that ${label}`, isObject(idv), idv)
        const listed = at(idv, 'available_images')
        ctx.expect('IDV-001', 'available_images, an array', Array.isArray(listed), listed)
      }
    },
  },
]
