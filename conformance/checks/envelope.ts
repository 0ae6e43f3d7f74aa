import type { Check } from '../check/check.ts'
import { expectEnvelope } from '../check/envelope.ts'
import { statusAndCode } from '../check/idioms.ts'

export const envelopeChecks: readonly Check[] = [
  {
    id: 'envelope.no-credential',
    area: 'envelope',
    requirements: ['END-001', 'END-002', 'ENV-001', 'ENV-002', 'ENV-003', 'ENV-004'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [] },
    why: 'A client reads the envelope of every refusal with one piece of code; this is the first refusal it meets.',
    async run(ctx) {
      const answer = await ctx.step('list sessions without a credential', {
        method: 'GET',
        path: '/v1/sessions',
      })
      // Which of the two is left open (GAP-WRONG-CREDENTIAL), and so is the code.
      ctx.expect(
        'END-001',
        'a refusal with 401 or 403',
        answer.status === 401 || answer.status === 403,
        statusAndCode(answer),
      )
      const type = answer.header('Content-Type')
      ctx.expect(
        'END-002',
        'a JSON body, called application/json',
        /^application\/([\w.-]+\+)?json\b/i.test(type ?? '') && answer.json !== undefined,
        type,
      )
      expectEnvelope(ctx, answer)
    },
  },
]
