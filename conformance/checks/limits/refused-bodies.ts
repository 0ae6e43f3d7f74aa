import type { Check, StepRequest } from '../../check/check.ts'
import { expectRateHeaders, RATE_HEADERS } from '../../check/rate.ts'
import { hasOwnKeys } from '../../check/states.ts'

const TEXT = 'text/plain'
const JSON_TYPE = 'application/json'

/** Rate-limit headers of responses to a body that is refused. */
export const refusedBodyChecks: readonly Check[] = [
  {
    id: 'limits.headers-on-refused-bodies',
    area: 'limits',
    requirements: Object.values(RATE_HEADERS),
    level: 'must',
    needs: {
      features: ['applicants', 'id_scan', 'rate_limits'],
      optionalFeatures: ['data_subject_requests'],
      credentials: ['home.test'],
    },
    why: 'A refused body may count against the budget, so a client has to see what is left.',
    async run(ctx) {
      for (const [label, path, type, text] of [
        ['create an applicant with text', '/v1/applicants', TEXT, 'family_name=Testperson'],
        ['create an applicant with half of a JSON text', '/v1/applicants', JSON_TYPE, '{"family_'],
        ['scan a document that is text', '/v1/id-verification', TEXT, 'family_name=Testperson'],
      ] as const) {
        const request: StepRequest = {
          method: 'POST',
          path,
          headers: { 'Content-Type': type },
          body: Buffer.from(text),
        }
        const without = await ctx.step(`${label}, without a key`, request)
        const answer = await ctx.step(label, { ...request, as: 'home.test' })
        // A service may refuse the body before authentication: such a response is the same for
        // every caller, and not an authenticated one.
        if (without.status !== answer.status) expectRateHeaders(ctx, label, answer)
      }
      // A shared key has few such requests a day.
      if (!ctx.has('data_subject_requests') || !hasOwnKeys(ctx)) return
      // The form of such a request is open (GAP-DSR): an error is likely, and not required.
      const label = 'open a data subject request with an empty object'
      expectRateHeaders(
        ctx,
        label,
        await ctx.step(label, {
          method: 'POST',
          path: '/v1/data_subject_requests',
          as: 'home.test',
          json: {},
        }),
      )
    },
  },
]
