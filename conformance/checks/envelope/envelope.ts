import type { Check, Context } from '../../check/check.ts'
import { expectEnvelope } from '../../check/error-body.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'

export const envelopeChecks: readonly Check[] = [
  {
    id: 'envelope.no-credential',
    area: 'envelope',
    requirements: ['END-001', 'END-002', 'ENV-001', 'ENV-002', 'ENV-003', 'ENV-004'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [] },
    why: 'Clients parse every error body with the same code; this is the first one that they receive.',
    async run(ctx) {
      const answer = await ctx.step('list sessions without a credential', {
        method: 'GET',
        path: '/v1/sessions',
      })
      // Status and code are left open (GAP-WRONG-CREDENTIAL).
      ctx.expect('END-001', 'a refusal, 4xx', isRefused(answer), statusAndCode(answer))
      expectJson(ctx, answer, '')
      expectEnvelope(ctx, answer)
      // Some frameworks describe errors to browsers in HTML.
      const opened = await ctx.step('open the list of sessions as a browser does', {
        method: 'GET',
        path: '/v1/sessions',
        headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
      })
      expectJson(ctx, opened, ', also for a browser')
      // Proxies and tracing libraries add such headers.
      const headers = { 'X-Request-Id': 'client-17', 'X-Correlation-Id': 'client-17' }
      const named = await ctx.step('list sessions with a request id of the client', {
        method: 'GET',
        path: '/v1/sessions',
        headers,
      })
      expectEnvelope(ctx, named, { requestId: 'ENV-004' })
    },
  },
]

function expectJson(ctx: Context, answer: Answer, also: string): void {
  const type = answer.header('Content-Type')
  ctx.expect(
    'END-002',
    `a JSON body with the type application/json${also}`,
    /^application\/([\w.-]+\+)?json\b/i.test(type ?? '') && answer.json !== undefined,
    type,
  )
}
