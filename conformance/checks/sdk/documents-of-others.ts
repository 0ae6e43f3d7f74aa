import { createHash } from 'node:crypto'
import type { Check } from '../../check/check.ts'
import { documentsOf, signingSession } from '../../check/resources/signing.ts'

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
      const one = await signingSession(ctx, 'opened')
      const other = await signingSession(ctx, 'opened')
      const { organization } = one
      // A sealed file is unlike any other.
      const colleague = await signingSession(ctx, 'signed', { organization })
      for (const [label, reader, owner] of [
        ['the second session', one, other],
        ['the first session', other, one],
        ['a session of the same organization', one, colleague],
      ] as const) {
        const { path } = documentsOf(owner)[0]!
        const own = await ctx.setUp(`read the document of ${label} as its signer`, {
          method: 'GET',
          path,
          as: { key: owner.browser_token },
        })
        const readers = await ctx.setUp('read the own document of the reader', {
          method: 'GET',
          path: documentsOf(reader)[0]!.path,
          as: { key: reader.browser_token },
        })
        // Two documents of one organization may have the same bytes.
        if (hashOf(readers.body) === hashOf(own.body)) continue
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
