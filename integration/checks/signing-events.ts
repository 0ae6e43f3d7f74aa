import type { Check } from '../check.ts'
import { newEventId, type WebhookParts } from '../service/sign.ts'
import { expectNoDecision, isAccepted, seen, someSession } from './idioms.ts'

const SIGNED = 'kyc.session.document_signed'
const DECLINED = 'kyc.session.document_declined'

/** Builds an e-signature event about so many documents. */
function signingEvent(sessionId: string, type: string, count: number): WebhookParts {
  const isSigned = type === SIGNED
  const documents = Array.from({ length: count }, (_, documentOrder) => ({
    documentId: `doc_${documentOrder + 1}`,
    documentOrder,
    ...(isSigned && { finalHash: `${documentOrder + 1}e`.repeat(32) }),
  }))
  return {
    id: newEventId(),
    body: JSON.stringify({
      sessionId,
      envelopeId: 'env_1',
      documents,
      [isSigned ? 'signedAt' : 'declinedAt']: new Date().toISOString(),
      mode: 'test',
      type,
    }),
    headers: { 'X-Webhook-Event-Version': '1' },
  }
}

/** Checks of how a receiver takes e-signature events. */
export const SIGNING_EVENTS: readonly Check[] = [
  {
    id: 'receiver.signing-events',
    area: 'receiver',
    requirements: ['CLI-009', 'CLI-010'],
    level: 'must',
    needs: { webhook: true },
    why: 'An agreement with an annex has two documents, and an applicant may decline. A receiver that fails on either is disabled.',
    async run(ctx) {
      const { sessionId, reference } = await someSession(ctx)
      for (const [requirement, type, count] of [
        ['CLI-010', SIGNED, 1],
        ['CLI-010', SIGNED, 3],
        ['CLI-009', DECLINED, 2],
      ] as const) {
        const label = `${type} with ${count} in documents`
        const answer = await ctx.deliver(`deliver ${label}`, signingEvent(sessionId, type, count))
        ctx.expect(requirement, `2xx for ${label}`, isAccepted(answer), seen(answer))
      }
      if (reference === undefined || !ctx.can('result')) return
      await ctx.settle()
      await expectNoDecision(ctx, 'CLI-009', reference, 'events of signing')
    },
  },
]
