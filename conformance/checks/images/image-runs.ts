import type { Check } from '../../check/check.ts'
import { imageOf, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { openImageUrl } from '../../check/resources/image-address.ts'
import { expectJpeg } from '../../check/resources/jpeg.ts'
import { reach } from '../../check/states.ts'
import { readCompleted, readSettled, STATES_OF_VERDICTS, statusIn } from '../../check/verdict.ts'
import { at, type JsonObject } from '../../http/json.ts'

const ALL = ['portrait', 'front', 'selfie']
const WITHOUT_PORTRAIT = ['front', 'selfie']

/** Capture of a document, and the acquisition that is shown. */
type Acquisition = readonly [acquisition: string, shown: string | null, requirements: string[]]
const ACQUISITIONS: readonly Acquisition[] = [
  ['camera', 'camera', ['IDV-010', 'IDV-015']],
  ['upload', 'upload', ['IDV-011', 'IDV-015']],
  ['undeclared', 'camera', ['IDV-023']],
  ['before_provenance', null, ['IDV-013']],
]

export const imageRunChecks: readonly Check[] = [
  {
    id: 'images.all-three',
    area: 'images',
    requirements: [
      'END-015',
      'GEN-012',
      'IMG-002',
      'IMG-007',
      'IMG-010',
      'IMG-011',
      'IMG-012',
      'IMG-013',
      'IMG-014',
      'IMG-015',
      'IDV-002',
      'IDV-003',
      'IDV-004',
      'IDV-006',
      'VER-007',
    ],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images'],
    },
    why: 'Clients display the first image of the list, and expect it to be the portrait.',
    async run(ctx) {
      const { key, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ALL },
        'session_id',
      )
      const session = await ctx.setUp('retrieve the session', {
        method: 'GET',
        path: sessionPath(id),
        as: { key },
      })
      const listed = at(session.json, 'data', 'idv', 'available_images')
      ctx.expect(
        'VER-007',
        'idv on retrieve',
        listed !== undefined,
        at(session.json, 'data', 'idv'),
      )
      for (const requirement of ['IMG-007', 'IDV-002', 'IDV-003', 'IDV-004', 'IDV-006']) {
        ctx.expect(
          requirement,
          `${ALL.join(', ')} and nothing else, in that order`,
          JSON.stringify(listed) === JSON.stringify(ALL),
          listed,
        )
      }
      const { session_id: second, key: owner } = await reach(
        ctx,
        'session_with_images',
        { artifacts: WITHOUT_PORTRAIT },
        'session_id',
      )
      const without = await ctx.setUp('retrieve a session without a portrait', {
        method: 'GET',
        path: sessionPath(second),
        as: { key: owner },
      })
      const shorter = at(without.json, 'data', 'idv', 'available_images')
      for (const requirement of ['IDV-003', 'IDV-004']) {
        ctx.expect(
          requirement,
          `${WITHOUT_PORTRAIT.join(', ')} and nothing else, in that order`,
          JSON.stringify(shorter) === JSON.stringify(WITHOUT_PORTRAIT),
          shorter,
        )
      }
      const address = await openImageUrl(ctx, session.json)
      ctx.expect(
        'IMG-014',
        'no URL in the record by which a caller without a key gets an image',
        address === undefined,
        address ?? 'none',
      )
      const sizes: { pixels: number; bytes: number }[] = []
      for (const artifact of ALL) {
        const answer = await ctx.step(`fetch the ${artifact}`, imageOf(id, artifact, key))
        ctx.expect(
          'IMG-015',
          'the bytes without a redirect',
          answer.header('Location') === undefined && !(answer.status >= 300 && answer.status < 400),
          statusAndCode(answer),
        )
        if (!ctx.expect('IMG-010', '200', answer.status === 200, statusAndCode(answer))) continue
        const type = answer.header('Content-Type')
        ctx.expect('IMG-011', 'image/jpeg', /^image\/jpeg\s*(;|$)/i.test(type ?? ''), type)
        const cache = (answer.header('Cache-Control') ?? '').toLowerCase().replaceAll(' ', '')
        ctx.expect(
          'IMG-013',
          `Cache-Control: no-store, private on the ${artifact}`,
          cache.split(',').toSorted().join() === 'no-store,private',
          cache,
        )
        const area = expectJpeg(ctx, ['IMG-012', 'END-015', 'GEN-012'], artifact, answer.body)
        if (area !== undefined) sizes.push({ pixels: area, bytes: answer.body.byteLength })
      }
      // An image without a size is a finding of its own.
      if (sizes.length < ALL.length) return
      // The contract does not name the measure of its size (GAP-IMAGE-SIZE).
      const [portrait, ...others] = sizes
      ctx.expect(
        'IMG-002',
        'a portrait with fewer pixels or fewer bytes than front and selfie',
        (['pixels', 'bytes'] as const).some((measure) =>
          others.every((one) => one[measure] > portrait![measure]),
        ),
        sizes,
      )
    },
  },
  ...ACQUISITIONS.map(acquisitionCheck),
  {
    id: 'images.upload-is-judged-alike',
    area: 'images',
    requirements: ['IDV-016', 'IDV-017', 'IDV-018'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['open_session', 'submitted_session'],
      optionalStates: STATES_OF_VERDICTS,
    },
    why: 'The declaration of a browser can be forged, so it must not change the result.',
    async run(ctx) {
      for (const [expected_outcome, requirements] of [
        ['pass', ['IDV-016', 'IDV-018']],
        ['review', ['IDV-016', 'IDV-017']],
        ['doc_quality', ['IDV-016', 'IDV-017']],
      ] as const) {
        const statuses: unknown[] = []
        for (const acquisition of ['camera', 'upload']) {
          const { key, session_id } = await reach(
            ctx,
            'open_session',
            { expected_outcome },
            'session_id',
          )
          await reach(ctx, 'submitted_session', { session_id, acquisition })
          const read = expected_outcome === 'pass' ? readCompleted : readSettled
          const label = `retrieve the session by ${acquisition}`
          statuses.push(statusIn(await read(ctx, label, { id: session_id, key })))
        }
        const [camera, upload] = statuses
        for (const requirement of requirements) {
          ctx.expect(
            requirement,
            expected_outcome === 'pass' ? 'completed, both times' : 'the same, and not completed',
            camera === upload && (camera === 'completed') === (expected_outcome === 'pass'),
            `${camera}, ${upload}`,
          )
        }
      }
    },
  },
  {
    id: 'images.reverified',
    area: 'images',
    requirements: ['END-015', 'IMG-032', 'STA-022', 'STA-024', 'STA-025', 'SES-002'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'reverified_session'],
    },
    why: 'A missing portrait can be added later without a new verification.',
    async run(ctx) {
      const { key, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['front'] },
        'session_id',
      )
      const before = await ctx.setUp('retrieve the session', {
        method: 'GET',
        path: sessionPath(id),
        as: { key },
      })
      // A service that caches the response to this request serves no portrait afterwards.
      await ctx.step('request the portrait that is missing', imageOf(id, 'portrait', key))
      await reach(ctx, 'reverified_session', { session_id: id })
      const after = await ctx.step('retrieve it again', {
        method: 'GET',
        path: sessionPath(id),
        as: { key },
      })
      const [{ status, id: same }, was] = [
        (at(after.json, 'data') as JsonObject) ?? {},
        at(before.json, 'data', 'status'),
      ]
      for (const requirement of ['STA-022', 'STA-024', 'SES-002']) {
        ctx.expect(
          requirement,
          `the same session, still ${was as string}`,
          same === id && status === was,
          { id: same, status },
        )
      }
      const listed = at(after.json, 'data', 'idv', 'available_images')
      ctx.expect(
        'STA-025',
        'portrait among the images',
        Array.isArray(listed) && listed.includes('portrait'),
        listed,
      )
      const portrait = await ctx.step('fetch the portrait', imageOf(id, 'portrait', key))
      for (const requirement of ['IMG-032', 'END-015'])
        ctx.expect(requirement, '200', portrait.status === 200, statusAndCode(portrait))
    },
  },
]

function acquisitionCheck([
  acquisition,
  shown,
  requirements,
]: (typeof ACQUISITIONS)[number]): Check {
  return {
    id: `images.acquisition-${acquisition.replace('_', '-')}`,
    area: 'images',
    requirements: [...requirements, 'IDV-009'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images'],
    },
    why: 'Reviewers rely on how a document was captured; a wrong value misleads them.',
    async run(ctx) {
      for (const mode of ['test', 'live']) {
        const { key, session_id: id } = await reach(
          ctx,
          'session_with_images',
          { mode, artifacts: ['portrait', 'front'], acquisition },
          'session_id',
        )
        const session = await ctx.setUp(`retrieve the session in ${mode} mode`, {
          method: 'GET',
          path: sessionPath(id),
          as: { key },
        })
        const value = at(session.json, 'data', 'idv', 'capture_acquisition')
        for (const requirement of [...requirements, 'IDV-009'])
          ctx.expect(requirement, `${shown} in ${mode} mode`, value === shown, value)
      }
    },
  }
}
