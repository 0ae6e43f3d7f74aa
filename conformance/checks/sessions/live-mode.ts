import type { Check } from '../../check/check.ts'
import { newSession, sessionPath } from '../../check/idioms.ts'
import { scanParts, scanRequest } from '../../check/resources/scan.ts'
import { at } from '../../http/json.ts'

const METADATA = { orderId: 'A-1007', 'Crm-Ref': ' x ' }

/** Rules that hold in live mode as in test mode. */
export const liveModeChecks: readonly Check[] = [
  {
    id: 'sessions.live-metadata',
    area: 'sessions',
    requirements: ['END-007', 'SES-009', 'SES-010'],
    level: 'must',
    needs: { features: ['sessions'], credentials: ['home.live'] },
    why: 'Backends find their order by metadata; a lost key blocks a customer.',
    async run(ctx) {
      const { id } = await newSession(ctx, 'home.live', { metadata: METADATA })
      const answer = await ctx.setUp('retrieve it', {
        method: 'GET',
        path: sessionPath(id),
        as: 'home.live',
      })
      const got = at(answer.json, 'data', 'metadata')
      for (const requirement of ['END-007', 'SES-009', 'SES-010']) {
        ctx.expect(
          requirement,
          `the metadata that was sent: ${JSON.stringify(METADATA)}`,
          Object.entries(METADATA).every(([key, value]) => at(got, key) === value),
          got,
        )
      }
    },
  },
  {
    id: 'id-scan.live',
    area: 'id-scan',
    requirements: ['SCN-015'],
    level: 'must',
    needs: { features: ['id_scan'], credentials: ['home.live'] },
    why: 'A client that stores a scan must know whether it is live or a test.',
    async run(ctx) {
      const label = 'scan a specimen'
      const request = scanRequest('home.live', scanParts(ctx))
      const answer = await ctx.step(label, request)
      // A service with real extraction may find a specimen unreadable. id-scan.blank-images judges
      // refusals.
      if (at(answer.json, 'error', 'code') === 'document_unreadable')
        return ctx.observe('GAP-UPLOAD-REFUSALS', 'a specimen is unreadable in live mode')
      if (answer.status !== 200) throw ctx.unusable(label, request, answer)
      const mode = at(answer.json, 'data', 'mode')
      ctx.expect('SCN-015', 'data.mode live', mode === 'live', mode)
    },
  },
]
