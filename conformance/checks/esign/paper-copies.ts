import type { Check } from '../../check/check.ts'
import { isAccepted } from '../../check/cases.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { post, statusOf, signingSession } from '../../check/resources/signing.ts'

/** Requests for a paper copy before signing, also by a signer who has not consented yet. */
export const paperCopyChecks: readonly Check[] = [
  {
    id: 'esign.paper-changes-nothing-else',
    area: 'esign',
    requirements: ['CER-028', 'CHK-012'],
    level: 'must',
    needs: {
      features: ['document_signing'],
      credentials: [],
      states: ['signing_session'],
    },
    why: 'A signer who asks for paper has withdrawn nothing, and must be able to sign.',
    async run(ctx) {
      for (const stage of ['consented', 'opened'] as const) {
        const session = await signingSession(ctx, stage)
        const { key, session_id: id } = session
        for (const label of ['request a paper copy', 'request it again']) {
          const answer = await post(ctx, label, session, 'paper_copy')
          // The answer to a repeat is left open.
          if (label === 'request a paper copy')
            ctx.expect('CER-028', `2xx, ${stage}`, isAccepted(answer), statusAndCode(answer))
          const status = await statusOf(ctx, key, id)
          ctx.expect(
            'CER-028',
            `a session that has not ended, ${stage}`,
            status !== 'completed' && status !== 'expired',
            status,
          )
        }
        if (stage === 'opened') await post(ctx, 'consent', session, 'consent')
        const signed = await post(ctx, 'sign with the typed name', session, 'sign')
        for (const requirement of ['CER-028', 'CHK-012'])
          ctx.expect(
            requirement,
            `2xx for a signature after the request, ${stage}`,
            isAccepted(signed),
            statusAndCode(signed),
          )
      }
    },
  },
]
