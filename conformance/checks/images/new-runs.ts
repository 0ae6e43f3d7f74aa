import { isDeepStrictEqual } from 'node:util'
import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { sessionPath } from '../../check/idioms.ts'
import { showsRecord } from '../../check/lists.ts'
import { Blocked, Unreachable } from '../../check/outcome.ts'
import { rule } from '../../check/resources/templates.ts'
import { reach } from '../../check/states.ts'
import { readCompleted, statusIn } from '../../check/verdict.ts'
import { at, type JsonObject } from '../../http/json.ts'
import { StateError, StateUnavailable } from '../../target/states.ts'
import { checkResultIn } from './image-access.ts'
import { expectServed } from './images-by-outcome.ts'

const ARTIFACTS = ['portrait', 'front', 'selfie']
const METADATA = { orderId: 'a', Order_Id: 'b', order_ref: 'c', 'order-no': 'd' }

/** Completed verifications whose identity step can be verified again. */
const COMPLETED: readonly [label: string, params: JsonObject][] = [
  ['approved by rules', { outcome: 'approved', decided_by: 'rules' }],
  ['declined by rules', { outcome: 'declined', decided_by: 'rules' }],
  ['approved by a reviewer', { outcome: 'approved', decided_by: 'reviewer' }],
  ['declined by a reviewer', { outcome: 'declined', decided_by: 'reviewer' }],
]

/** Re-verifications of one session, in two uses: more than it allows. */
const AT_ONCE = [12, 12]

/** Requirements on the record of a new run. */
const NEW_RUN = ['STA-024', 'STA-025', 'IDV-003', 'IDV-004', 'IDV-005', 'IDV-025']

/** A re-verification: which sessions allow one, and what it leaves as it was. */
export const newRunChecks: readonly Check[] = [
  {
    id: 'images.reverified-keeps-metadata',
    area: 'images',
    requirements: ['SES-010', 'STA-022', 'STA-024'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['screened_session', 'reverified_session'],
    },
    why: 'Integrators find their own order by the metadata, also after a new photo.',
    async run(ctx) {
      const { key, session_id: id } = await reach(
        ctx,
        'screened_session',
        { screening_rules: [rule()], session_metadata: METADATA },
        'session_id',
      )
      const before = await readCompleted(ctx, 'retrieve the session', { id, key })
      const metadataBefore = at(before.json, 'data', 'metadata')
      ctx.expect(
        'SES-010',
        `the metadata as sent, with a template: ${JSON.stringify(METADATA)}`,
        isDeepStrictEqual(metadataBefore, METADATA),
        metadataBefore,
      )
      for (const [label, times] of [
        ['after a re-verification', 1],
        ['after two more', 2],
      ] as const) {
        await reach(ctx, 'reverified_session', { session_id: id, times })
        const after = await ctx.step(`retrieve it ${label}`, {
          method: 'GET',
          path: sessionPath(id),
          as: { key },
        })
        const metadata = at(after.json, 'data', 'metadata')
        ctx.expect(
          'SES-010',
          `the metadata as sent, ${label}: ${JSON.stringify(METADATA)}`,
          isDeepStrictEqual(metadata, METADATA),
          metadata,
        )
        for (const requirement of ['STA-022', 'STA-024'])
          ctx.expect(
            requirement,
            `the status as before, ${label}: ${statusIn(before)}`,
            statusIn(after) === statusIn(before),
            statusIn(after),
          )
      }
    },
  },
  {
    id: 'images.reverified-after-each-verdict',
    area: 'images',
    requirements: ['STA-022', ...NEW_RUN],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session', 'reverified_session'],
    },
    why: 'A new photo is wanted above all where a verdict was negative or came from a person.',
    async run(ctx) {
      for (const [label, params] of COMPLETED) {
        const { key, session_id: id } = await reach(
          ctx,
          'session',
          { status: 'completed', checks: ['id_verification'], ...params },
          'session_id',
        )
        const { done } = await reach(ctx, 'reverified_session', { session_id: id })
        ctx.expect('STA-022', `a re-verification of a session ${label}`, done !== 0, done)
        await expectNewRun(ctx, `of a session ${label}`, { id, key })
      }
    },
  },
  {
    id: 'images.reverified-after-deletion',
    area: 'images',
    requirements: ['STA-022', ...NEW_RUN],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'deleted_images', 'reverified_session'],
    },
    why: 'The contract names a re-verification as the way to an image that was deleted.',
    async run(ctx) {
      const { key, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      await reach(ctx, 'deleted_images', { session_id: id, by: 'retention' })
      await ctx.setUp('retrieve the session without images', {
        method: 'GET',
        path: sessionPath(id),
        as: { key },
      })
      const { done } = await reach(ctx, 'reverified_session', { session_id: id })
      ctx.expect('STA-022', 'a re-verification of a session without images', done !== 0, done)
      await expectNewRun(ctx, 'after deleted images', { id, key })
    },
  },
  {
    id: 'images.reverified-at-once',
    area: 'images',
    requirements: ['LIM-013', 'STA-023'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'reverified_session'],
    },
    why: 'Two reviewers who press the button at once must not exceed the number that the customer pays for.',
    async run(ctx) {
      const { organization, session_id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const uses = await Promise.all(
        AT_ONCE.map((times) =>
          reach(ctx, 'reverified_session', { organization, session_id, times }),
        ),
      ).catch((error: unknown) => {
        // PROTOCOL.md does not demand that two uses for one session succeed at the same time.
        if (error instanceof StateError || error instanceof StateUnavailable)
          throw new Unreachable(error.message)
        throw error
      })
      const done = uses.map((use) => Number(use['done']))
      if (done.some(Number.isNaN))
        throw new Blocked('reverified_session: expected the binding done as a number')
      for (const requirement of ['LIM-013', 'STA-023'])
        ctx.expect(
          requirement,
          `at most 20 re-verifications, of ${AT_ONCE.join(' and ')} at the same time`,
          done.reduce((sum, one) => sum + one, 0) <= 20,
          done,
        )
    },
  },
  {
    id: 'images.twenty-reverifications',
    area: 'images',
    requirements: ['LIM-013', 'STA-023', ...NEW_RUN],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'reverified_session'],
    },
    why: 'Customers plan with the number: a lower one blocks applicants, a higher one costs money.',
    async run(ctx) {
      const artifacts = ['front']
      const { key, organization, session_id } = await reach(
        ctx,
        'session_with_images',
        { artifacts },
        'session_id',
      )
      const { done } = await reach(ctx, 'reverified_session', { session_id, times: 21 })
      for (const requirement of ['LIM-013', 'STA-023'])
        ctx.expect(requirement, '20 of 21 not refused', done === 20, done)
      await expectNewRun(ctx, 'after a refused re-verification', { id: session_id, key })
      // Each verification has its own number.
      const { session_id: second } = await reach(
        ctx,
        'session_with_images',
        { artifacts, organization },
        'session_id',
      )
      const { done: more } = await reach(ctx, 'reverified_session', { session_id: second })
      for (const requirement of ['LIM-013', 'STA-023'])
        ctx.expect(requirement, 'one of another session not refused', more === 1, more)
    },
  },
]

/** Judges a completed session after a re-verification with an image of the face. */
async function expectNewRun(
  ctx: Context,
  where: string,
  { id, key }: { id: string; key: string },
): Promise<void> {
  const session = await ctx.step(`retrieve the new run ${where}`, {
    method: 'GET',
    path: sessionPath(id),
    as: { key },
  })
  const status = statusIn(session)
  ctx.expect('STA-024', `completed, ${where}`, status === 'completed', status)
  const listed = at(session.json, 'data', 'idv', 'available_images')
  ctx.expect(
    'STA-025',
    `portrait among the images ${where}`,
    Array.isArray(listed) && listed.includes('portrait'),
    listed,
  )
  ctx.expect(
    'IDV-003',
    `${ARTIFACTS.join(', ')} in that order ${where}`,
    isDeepStrictEqual(
      listed,
      ARTIFACTS.filter((one) => Array.isArray(listed) && listed.includes(one)),
    ),
    listed,
  )
  await expectServed(ctx, where, { id, key }, listed)
  const list = await pollUntil(
    () => ctx.setUp('list sessions', { method: 'GET', path: '/v1/sessions', as: { key } }),
    (answer) => showsRecord(answer, id),
  )
  const found = checkResultIn(list)
  ctx.expect('IDV-025', `no idv in the list ${where}`, found === undefined, found ?? 'none')
}
