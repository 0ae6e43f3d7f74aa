import type { Check } from '../../check/check.ts'
import { expectRefusal, newSession, sessionPath } from '../../check/idioms.ts'

export const scopeChecks: readonly Check[] = [
  {
    id: 'scopes.image-needs-read-report',
    area: 'scopes',
    requirements: ['IDV-008', 'IMG-008', 'IMG-009', 'SCO-001', 'ERR-012', 'ERR-013'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: ['home.test', 'home.test_read_only'],
    },
    why: 'A leaked key without the scope must not open images.',
    async run(ctx) {
      const { id } = await newSession(ctx, 'home.test')
      const seen = await ctx.step('retrieve it with a key with only sessions:read', {
        method: 'GET',
        path: sessionPath(id),
        as: 'home.test_read_only',
      })
      if (!ctx.expect('SCO-001', '200 with only sessions:read', seen.status === 200, seen.status))
        return
      // No image is stored, but only an authorized caller may learn that.
      const answer = await ctx.step('request its front with that key', {
        method: 'GET',
        path: `${sessionPath(id)}/idv-image/front`,
        as: 'home.test_read_only',
      })
      expectRefusal(ctx, answer, {
        status: 403,
        code: 'insufficient_scope',
        requirements: ['IMG-009', 'IMG-008', 'IDV-008', 'ERR-012', 'ERR-013'],
      })
    },
  },
]
