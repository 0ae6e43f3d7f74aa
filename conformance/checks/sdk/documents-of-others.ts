import { createHash } from 'node:crypto'
import type { Check } from '../../check/check.ts'
import { documentsOf } from '../../check/resources/signing.ts'
import { reach } from '../../check/states.ts'

/** A document to sign is served only to its signer. */
export const documentsOfOthersChecks: readonly Check[] = [
  {
    id: 'sdk.documents-of-another-session',
    area: 'sdk',
    requirements: ['AUT-014', 'TOK-004'],
    level: 'must',
    needs: {
      features: ['document_signing', 'browser_tokens'],
      credentials: [],
      states: ['signing_session'],
    },
    why: 'A document to sign names people; no other applicant may read it.',
    async run(ctx) {
      const [one, other] = [
        await reach(ctx, 'signing_session', { stage: 'opened' }, 'browser_token'),
        await reach(ctx, 'signing_session', { stage: 'opened' }, 'browser_token'),
      ]
      for (const [label, reader, owner] of [
        ['the second session', one, other],
        ['the first session', other, one],
      ] as const) {
        const { path } = documentsOf(owner)[0]!
        const own = await ctx.setUp(`read the document of ${label} as its signer`, {
          method: 'GET',
          path,
          as: { key: owner.browser_token },
        })
        const foreign = await ctx.step(`read the document of ${label} with the other token`, {
          method: 'GET',
          path,
          as: { key: reader.browser_token },
        })
        // If the path names no session, a correct service returns the reader's own document.
        const isSame = hashOf(foreign.body) === hashOf(own.body)
        for (const requirement of ['AUT-014', 'TOK-004'])
          ctx.expect(requirement, `not the document of ${label}`, !isSame, foreign.status)
      }
    },
  },
]

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
