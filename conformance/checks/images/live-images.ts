import type { Check } from '../../check/check.ts'
import { imageOf, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { expectJpeg } from '../../check/resources/jpeg.ts'
import { reach } from '../../check/states.ts'
import { at } from '../../http/json.ts'

const ALL = ['portrait', 'front', 'selfie']

export const liveImageChecks: readonly Check[] = [
  {
    id: 'images.live-mode',
    area: 'images',
    requirements: ['IDV-004', 'IMG-010', 'IMG-012', 'IMG-013'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images'],
    },
    why: 'Caches must never store images of real people.',
    async run(ctx) {
      const { key, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { mode: 'live', artifacts: ALL },
        'session_id',
      )
      const session = await ctx.setUp('retrieve the session', {
        method: 'GET',
        path: sessionPath(id),
        as: { key },
      })
      const listed = at(session.json, 'data', 'idv', 'available_images')
      ctx.expect('IDV-004', ALL.join(', '), JSON.stringify(listed) === JSON.stringify(ALL), listed)
      for (const artifact of ALL) {
        const answer = await ctx.step(`fetch the ${artifact}`, imageOf(id, artifact, key))
        if (!ctx.expect('IMG-010', '200', answer.status === 200, statusAndCode(answer))) continue
        expectJpeg(ctx, ['IMG-012'], artifact, answer.body)
        const cache = (answer.header('Cache-Control') ?? '').toLowerCase().replaceAll(' ', '')
        ctx.expect(
          'IMG-013',
          `Cache-Control: no-store, private on the ${artifact}`,
          cache.split(',').toSorted().join() === 'no-store,private',
          cache,
        )
      }
    },
  },
]
