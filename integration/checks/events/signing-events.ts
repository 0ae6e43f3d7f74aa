import type { Check } from '../../check.ts'
import { newEventId, type WebhookParts } from '../../service/sign.ts'
import { deliverAccepted, expectNoDecision, expectNoEffects, someSession } from '../idioms.ts'
import { givenUp } from '../sessions.ts'

export const SIGNED = 'kyc.session.document_signed'
export const DECLINED = 'kyc.session.document_declined'
/** Number of documents of a large event; its body has more than 4 KiB. */
const MANY = 40

/** Builds an e-signature event about so many documents. */
export function signingEvent(sessionId: string, type: string, count: number): WebhookParts {
  const isSigned = type === SIGNED
  const documents = Array.from({ length: count }, (_, documentOrder) => ({
    documentId: `doc_${documentOrder + 1}`,
    documentOrder,
    ...(isSigned && {
      finalHash: String(documentOrder + 1)
        .padStart(2, '0')
        .repeat(32),
    }),
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
    requirements: ['CLI-009', 'CLI-010', 'CLI-011'],
    level: 'must',
    needs: { webhook: true },
    why: 'An agreement with an annex has two documents, and an applicant may decline. A receiver that fails on either is disabled.',
    async run(ctx) {
      const { sessionId, reference } = await someSession(ctx)
      // The contract sets no limit: many documents do not fit into a small body or column.
      for (const count of [1, 3, MANY]) {
        const label = `${SIGNED} with ${count} in documents`
        await deliverAccepted(ctx, 'CLI-010', label, signingEvent(sessionId, SIGNED, count))
      }
      // A refusal to sign completes the session as declined.
      const refused = await givenUp(ctx)
      const refusalOf = (id: string): WebhookParts => signingEvent(id, DECLINED, 2)
      const refusal = `${DECLINED} with 2 in documents`
      await deliverAccepted(ctx, 'CLI-009', refusal, refusalOf(refused.sessionId))
      // The service sends both at the same time.
      const declined = await givenUp(ctx)
      await deliverAccepted(ctx, 'CLI-009', refusal, refusalOf(declined.sessionId))
      const what = `the completion of the session, after ${DECLINED}`
      await deliverAccepted(ctx, 'CLI-011', what, declined.webhook)
      if (reference === undefined || !ctx.can('result')) return
      await ctx.settle()
      // The verification goes on after the signature.
      await expectNoDecision(ctx, 'CLI-011', reference, SIGNED)
      const { outcome, effects } = await ctx.resultThat(
        declined.reference!,
        (one) => one.outcome !== null,
      )
      ctx.expect('CLI-011', `declined, from ${what}`, outcome === 'declined', outcome ?? 'none')
      const alone = await ctx.result(refused.reference!)
      const approved = [outcome, alone.outcome].includes('approved')
      ctx.expect('CLI-009', 'no approval after a refusal to sign', !approved, alone.outcome)
      expectNoEffects(ctx, 'CLI-009', effects, 'a refusal to sign')
      expectNoEffects(ctx, 'CLI-009', alone.effects, 'a refusal to sign')
    },
  },
]
