import type { Check, Context } from '../../check/check.ts'
import {
  about,
  deliveryOf,
  expectSignature,
  SECONDS_OF_SILENCE,
  subscribe,
} from '../../check/resources/events.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { Blocked, Unreachable } from '../../check/outcome.ts'
import { post, statusOf, signingSession } from '../../check/resources/signing.ts'
import { reach } from '../../check/states.ts'
import { headerOf } from '../../receiver/receiver.ts'

export const signingStatusChecks: readonly Check[] = [
  {
    id: 'esign.signing-moves-no-status',
    area: 'esign',
    requirements: ['EVT-002', 'HDR-001', 'HDR-002', 'STA-020'],
    level: 'must',
    needs: {
      features: ['document_signing', 'webhooks'],
      credentials: [],
      states: ['webhook_subscription', 'signing_session'],
      optionalStates: ['session'],
      webhooks: true,
    },
    why: 'A signature must not change the status of the verification, or backends count one step twice.',
    async run(ctx) {
      const { hook, organization, secret } = await subscribe(ctx, {
        events: ['kyc.session.document_signed'],
      })
      const session = await signingSession(ctx, 'consented', { organization })
      const { session_id: id, key } = session
      const before = await statusOf(ctx, key, id)
      const signed = await post(ctx, 'sign with the typed name', session, 'sign')
      if (signed.status >= 300) throw new Blocked(`signing returned ${statusAndCode(signed)}`)
      const delivery = await deliveryOf(hook, 'kyc.session.document_signed', about(id))
      expectSignature(ctx, ['EVT-002'], hook.signature(delivery, secret))
      const version = headerOf(delivery, 'X-Webhook-Event-Version')
      for (const requirement of ['HDR-001', 'HDR-002'])
        ctx.expect(requirement, 'X-Webhook-Event-Version 1', version === '1', version)
      const after = await statusOf(ctx, key, id)
      // The first submission may move a session from open to in progress, and a signature is one.
      const begun = after === before ? before : await statusInProgress(ctx)
      const expected =
        begun === before
          ? `the status ${String(before)}, unchanged`
          : `the status ${String(before)}, or ${String(begun)} as of each session in progress`
      ctx.expect('STA-020', expected, after === before || after === begun, after)
    },
  },
  {
    id: 'esign.no-decline-after-signing',
    area: 'esign',
    requirements: ['STA-017', 'EVT-014'],
    level: 'must',
    needs: {
      features: ['document_signing', 'webhooks'],
      credentials: [],
      states: ['webhook_subscription', 'signing_session'],
      webhooks: true,
    },
    why: 'A document that is both signed and declined leaves the parties in dispute.',
    async run(ctx) {
      const declined = 'kyc.session.document_declined'
      const { hook, organization } = await subscribe(ctx, { events: [declined] })
      const session = await signingSession(ctx, 'signed', { organization })
      const { session_id: id, key } = session
      const before = await statusOf(ctx, key, id)
      const answer = await post(ctx, 'decline after signing', session, 'decline')
      // A service may answer a late request like the first one, as long as it has no effect.
      const wait = isRefused(answer) ? SECONDS_OF_SILENCE : undefined
      const event = await hook.wait(about(id), wait)
      ctx.expect('EVT-014', `no ${declined} of a signed document`, event === undefined, 'one came')
      await post(ctx, 'withdraw the consent after signing', session, 'withdraw')
      const later = await hook.wait(about(id), SECONDS_OF_SILENCE)
      ctx.expect(
        'EVT-014',
        `no ${declined} when the consent to a signed document is withdrawn`,
        later === undefined,
        'one came',
      )
      const after = await statusOf(ctx, key, id)
      ctx.expect(
        'STA-017',
        `the status ${String(before)}, as the applicant has signed`,
        after === before,
        `${String(after)} after ${statusAndCode(answer)}`,
      )
    },
  },
]

/** Returns the name of the status of a session in progress. @throws {Unreachable} if no state shows it */
async function statusInProgress(ctx: Context): Promise<unknown> {
  if (!ctx.offers('session'))
    throw new Unreachable('the status changed; the state session would show if it is in progress')
  const { key, session_id: id } = await reach(
    ctx,
    'session',
    { status: 'in_progress' },
    'session_id',
  )
  return await statusOf(ctx, key, id)
}
