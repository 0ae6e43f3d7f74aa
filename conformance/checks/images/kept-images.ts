import type { Check, Context } from '../../check/check.ts'
import { imageOf, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { pollUntil } from '../../check/eventually.ts'
import { Unreachable } from '../../check/outcome.ts'
import { reach, reachIfPossible, startedSession, submissionOf } from '../../check/states.ts'
import { readSettled, statusIn, verdictRepeats } from '../../check/verdict.ts'
import type { Answer } from '../../http/answer.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'
import { expectServed } from './images-by-outcome.ts'

/** Ends of a session whose identity check ran before. */
const ENDS: readonly [label: string, end: JsonObject][] = [
  ['the operator cancelled', { status: 'cancelled' }],
  ['its applicant ended', { status: 'completed', outcome: 'declined', decided_by: 'applicant' }],
  ['lapsed', { status: 'expired', from: 'open' }],
]

/** Ends of a session whose only check sent it to a reviewer. */
const REVIEWED: readonly [label: string, end: JsonObject][] = [
  ['a reviewer approved', { status: 'completed', outcome: 'approved', decided_by: 'reviewer' }],
  ['a reviewer declined', { status: 'completed', outcome: 'declined', decided_by: 'reviewer' }],
  ['lapsed in review', { status: 'expired', from: 'awaiting_review' }],
]

/** Runs and images of earlier submissions. */
export const keptImagesChecks: readonly Check[] = [
  {
    id: 'images.kept-after-an-early-end',
    area: 'images',
    requirements: ['IDV-004', 'IDV-005', 'IDV-009', 'SES-007'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['open_session', 'session'],
    },
    why: 'Integrators look at the images of a verification that was broken off, to learn why.',
    async run(ctx) {
      for (const [label, end] of ENDS) {
        const { key, session_id: id, organization } = await startedSession(ctx)
        const request = { method: 'GET', path: sessionPath(id), as: { key } } as const
        const before = await pollUntil(
          () => ctx.setUp('retrieve the session', request),
          (answer) => isObject(at(answer.json, 'data', 'idv')),
          verdictRepeats(ctx),
        )
        // A service may run the checks once all steps are submitted.
        if (!isObject(at(before.json, 'data', 'idv')) || statusIn(before) === 'completed')
          throw new Unreachable('no identity check ran in a session with an open step')
        await reachIfPossible(ctx, 'session', { organization, session_id: id, ...end })
        // The consequences of an end may follow it.
        const after = await pollUntil(
          () => ctx.setUp(`retrieve the session that ${label}`, request),
          (answer) => isObject(at(answer.json, 'data', 'idv')),
          verdictRepeats(ctx),
        )
        const idv = at(after.json, 'data', 'idv')
        ctx.expect('SES-007', `idv of a session that ${label}`, isObject(idv), idv)
        const acquired = [before, after].map(({ json }) =>
          at(json, 'data', 'idv', 'capture_acquisition'),
        )
        ctx.expect(
          'IDV-009',
          `the capture_acquisition from before in a session that ${label}`,
          acquired[0] === acquired[1],
          acquired,
        )
        const listed = at(idv, 'available_images')
        await expectServed(ctx, `in a session that ${label}`, { id, key }, listed)
      }
    },
  },
  {
    id: 'images.kept-after-a-review',
    area: 'images',
    requirements: ['IDV-004', 'IDV-005', 'IDV-011', 'SES-007'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['open_session', 'submitted_session', 'session'],
    },
    why: 'The images are the reason of a decision, so they are wanted after it.',
    async run(ctx) {
      for (const [label, end] of REVIEWED) {
        const { key, session_id: id } = await reach(
          ctx,
          'open_session',
          { expected_outcome: 'review', checks: ['id_verification'] },
          'session_id',
        )
        await reach(ctx, 'submitted_session', { session_id: id, acquisition: 'upload' })
        await readSettled(ctx, 'retrieve the session in review', { id, key })
        await reachIfPossible(ctx, 'session', { session_id: id, ...end })
        const after = await ctx.step(`retrieve the session that ${label}`, {
          method: 'GET',
          path: sessionPath(id),
          as: { key },
        })
        const idv = at(after.json, 'data', 'idv')
        ctx.expect('SES-007', `idv of a session that ${label}`, isObject(idv), idv)
        const acquisition = at(idv, 'capture_acquisition')
        ctx.expect(
          'IDV-011',
          `upload in a session that ${label}`,
          acquisition === 'upload',
          acquisition,
        )
        await expectServed(
          ctx,
          `in a session that ${label}`,
          { id, key },
          at(idv, 'available_images'),
        )
      }
    },
  },
  {
    id: 'images.acquisition-of-a-new-run',
    area: 'images',
    requirements: ['IDV-013'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'reverified_session'],
    },
    why: 'Old runs have no provenance; a re-verification of today has one.',
    async run(ctx) {
      const old = { artifacts: ['front'], acquisition: 'before_provenance' }
      const { key, session_id: id } = await reach(ctx, 'session_with_images', old, 'session_id')
      const request = { method: 'GET', path: sessionPath(id), as: { key } } as const
      await ctx.setUp('retrieve a session of an old run', request)
      await reach(ctx, 'reverified_session', { session_id: id })
      const after = await ctx.step('retrieve it after a re-verification', request)
      expectAcquisition(ctx, after)
    },
  },
  {
    id: 'images.acquisition-of-a-submission',
    area: 'images',
    requirements: ['IDV-013'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images', 'browser_tokens'],
      credentials: [],
      states: ['open_session'],
    },
    why: 'An integrator takes null for a run from before provenance was recorded.',
    async run(ctx) {
      for (const mode of ['test', 'live']) {
        const params = { mode, checks: ['id_verification'] }
        const open = await reach(ctx, 'open_session', params, 'session_id', 'browser_token')
        const request = submissionOf(ctx, open['submission'], open.browser_token)
        const { acquisition: _acquisition, ...json } = request.json as JsonObject
        await ctx.setUp('submit the identity step without an acquisition', { ...request, json })
        const session = await pollUntil(
          () =>
            ctx.setUp(`retrieve the session in ${mode} mode`, {
              method: 'GET',
              path: sessionPath(open.session_id),
              as: { key: open.key },
            }),
          (answer) => isObject(at(answer.json, 'data', 'idv')),
          verdictRepeats(ctx),
        )
        if (!isObject(at(session.json, 'data', 'idv')))
          throw new Unreachable('no identity check ran after the submission of its step')
        expectAcquisition(ctx, session)
      }
    },
  },
  {
    id: 'images.kept-beside-deleted-ones',
    area: 'images',
    requirements: ['IDV-004', 'IDV-005', 'IMG-010'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'deleted_images'],
    },
    why: 'Where equal images are stored once, the deletion by one customer must not reach another.',
    async run(ctx) {
      const artifacts = ['portrait', 'front', 'selfie']
      for (const by of ['retention', 'erasure']) {
        const kept = await reach(ctx, 'session_with_images', { artifacts }, 'session_id')
        const gone = await reach(ctx, 'session_with_images', { artifacts }, 'session_id')
        await reach(ctx, 'deleted_images', { session_id: gone.session_id, by })
        const where = `in a session beside one whose images ${by} deleted`
        const { json } = await ctx.step('retrieve a session of another organization', {
          method: 'GET',
          path: sessionPath(kept.session_id),
          as: { key: kept.key },
        })
        const listed = at(json, 'data', 'idv', 'available_images')
        ctx.expect(
          'IDV-004',
          `the stored images ${artifacts.join(', ')} ${where}`,
          JSON.stringify(listed) === JSON.stringify(artifacts),
          listed,
        )
        for (const artifact of artifacts) {
          const image = imageOf(kept.session_id, artifact, kept.key)
          const answer = await ctx.step(`fetch its ${artifact}`, image)
          for (const requirement of ['IDV-005', 'IMG-010'])
            ctx.expect(
              requirement,
              `200 for the ${artifact} ${where}`,
              answer.status === 200,
              statusAndCode(answer),
            )
        }
      }
    },
  },
]

function expectAcquisition(ctx: Context, session: Answer): void {
  const value = at(session.json, 'data', 'idv', 'capture_acquisition')
  ctx.expect(
    'IDV-013',
    'camera or upload of a run of today',
    value === 'camera' || value === 'upload',
    value,
  )
}
