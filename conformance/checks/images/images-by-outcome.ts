import type { Check, Context } from '../../check/check.ts'
import { imageOf, statusAndCode } from '../../check/idioms.ts'
import { pollUntil } from '../../check/eventually.ts'
import { showsRecord } from '../../check/lists.ts'
import { reach } from '../../check/states.ts'
import { readCompleted, readSettled, STATES_OF_VERDICTS } from '../../check/verdict.ts'
import { at, isObject } from '../../http/json.ts'
import { checkResultIn } from './image-access.ts'

const ARTIFACTS = ['portrait', 'front', 'selfie']

/** Outcomes of an identity check, and whether the session waits for a reviewer then. */
const OUTCOMES = [
  ['pass', false],
  ['fail', false],
  ['review', true],
  ['doc_quality', true],
] as const

/** Places of the identity check in a journey. */
const JOURNEYS = [
  ['before another check', { checks: ['id_verification', 'credit_history'] }],
  ['after another check', { checks: ['credit_history', 'id_verification'] }],
  ['with a selfie', { checks: ['id_verification'], face_check: 'selfie' }],
] as const

/** What the run of an uploaded document shows, whatever its outcome. */
export const imagesByOutcomeChecks: readonly Check[] = [
  {
    id: 'images.by-outcome',
    area: 'images',
    requirements: ['SES-007', 'IDV-004', 'IDV-005', 'IDV-011', 'IDV-025'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['open_session', 'submitted_session'],
      optionalStates: STATES_OF_VERDICTS,
    },
    why: 'Reviewers look at the images of doubtful and declined verifications most of all.',
    async run(ctx) {
      for (const [expected_outcome, isParked] of OUTCOMES) {
        const { key, session_id: id } = await reach(
          ctx,
          'open_session',
          { expected_outcome, checks: ['id_verification'] },
          'session_id',
        )
        await reach(ctx, 'submitted_session', { session_id: id, acquisition: 'upload' })
        const read = isParked ? readSettled : readCompleted
        const session = await read(ctx, `retrieve the session with ${expected_outcome}`, {
          id,
          key,
        })
        const idv = at(session.json, 'data', 'idv')
        ctx.expect('SES-007', `idv with ${expected_outcome}`, isObject(idv), idv)
        const acquisition = at(idv, 'capture_acquisition')
        ctx.expect(
          'IDV-011',
          `upload with ${expected_outcome}`,
          acquisition === 'upload',
          acquisition,
        )
        await expectServed(
          ctx,
          `with ${expected_outcome}`,
          { id, key },
          at(idv, 'available_images'),
        )
        const list = await pollUntil(
          () => ctx.setUp('list sessions', { method: 'GET', path: '/v1/sessions', as: { key } }),
          (answer) => showsRecord(answer, id),
        )
        const found = checkResultIn(list)
        ctx.expect(
          'IDV-025',
          `no idv in the list with ${expected_outcome}`,
          found === undefined,
          found ?? 'none',
        )
      }
    },
  },
  {
    id: 'images.upload-beside-other-checks',
    area: 'images',
    requirements: ['SES-007', 'IDV-004', 'IDV-005', 'IDV-011'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['open_session', 'submitted_session'],
    },
    why: 'The run belongs to the identity check, wherever it stands among the checks.',
    async run(ctx) {
      for (const [where, params] of JOURNEYS) {
        const { key, session_id: id } = await reach(ctx, 'open_session', params, 'session_id')
        await reach(ctx, 'submitted_session', { session_id: id, acquisition: 'upload' })
        const session = await readCompleted(ctx, `retrieve the session ${where}`, { id, key })
        const idv = at(session.json, 'data', 'idv')
        ctx.expect('SES-007', `idv ${where}`, isObject(idv), idv)
        const acquisition = at(idv, 'capture_acquisition')
        ctx.expect('IDV-011', `upload ${where}`, acquisition === 'upload', acquisition)
        await expectServed(ctx, where, { id, key }, at(idv, 'available_images'))
      }
    },
  },
]

/**
 * Checks that exactly the listed artifacts are served.
 * @param where completes "listed …"
 */
export async function expectServed(
  ctx: Context,
  where: string,
  { id, key }: { id: string; key: string },
  listed: unknown,
): Promise<void> {
  const isListed = (artifact: string): boolean => Array.isArray(listed) && listed.includes(artifact)
  for (const artifact of ARTIFACTS) {
    const image = await ctx.step(`fetch the ${artifact}`, imageOf(id, artifact, key))
    ctx.expect(
      isListed(artifact) ? 'IDV-005' : 'IDV-004',
      isListed(artifact)
        ? `200 for the ${artifact}, which is listed ${where}`
        : `404 for the ${artifact}, which is not listed ${where}`,
      image.status === (isListed(artifact) ? 200 : 404),
      statusAndCode(image),
    )
  }
}
