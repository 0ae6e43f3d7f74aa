import type { Check } from '../../check/check.ts'
import { isAccepted } from '../../check/cases.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { Blocked } from '../../check/outcome.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  deliveryOf,
  subscribe,
  cancelledSession,
} from '../../check/resources/events.ts'
import { documentsOf, post, statusOf, signingSession } from '../../check/resources/signing.ts'
import { pollUntil } from '../../check/eventually.ts'
import { verdictRepeats } from '../../check/verdict.ts'
import { utcTimeOf } from '../../utc-time.ts'
import { verify } from '../verify/verify-request.ts'
import { at } from '../../http/json.ts'
import { SIGNED } from './event-expectations.ts'

/** A time may have no seconds. */
const APART_MS = 120_000

export const signingTimeChecks: readonly Check[] = [
  {
    id: 'esign.time-of-the-signature',
    area: 'esign',
    requirements: ['EVE-010'],
    level: 'must',
    needs: {
      features: ['document_signing', 'webhooks', 'sessions'],
      credentials: [],
      states: ['webhook_subscription', 'signing_session', 'session'],
      webhooks: true,
    },
    why: 'The time of a signature is evidence; a local time or a date is not that time.',
    async run(ctx) {
      const { hook, organization, key } = await subscribe(ctx, { events: [SIGNED, CANCELLED] })
      // The clock of the service may differ from that of the suite, so its other events are the measure.
      const timeOfCancellation = async (): Promise<unknown> => {
        const id = await cancelledSession(ctx, { key, organization })
        return bodyOf(await deliveryOf(hook, CANCELLED, about(id)))['occurredAt']
      }
      const session = await signingSession(ctx, 'consented', { organization })
      const before = await timeOfCancellation()
      const answer = await post(ctx, 'sign with the typed name', session, 'sign')
      if (!isAccepted(answer)) throw new Blocked(`signing returned ${statusAndCode(answer)}`)
      const event = bodyOf(await deliveryOf(hook, SIGNED, about(session.session_id)))
      const after = await timeOfCancellation()
      const time = utcTimeOf(event['signedAt'])
      ctx.expect(
        'EVE-010',
        `signedAt between the events before and after it, ${String(before)} and ${String(after)}`,
        time >= utcTimeOf(before) - APART_MS && time <= utcTimeOf(after) + APART_MS,
        event['signedAt'],
      )
    },
  },
  {
    id: 'esign.declined-after-consent',
    area: 'esign',
    requirements: ['STA-017', 'SES-005'],
    level: 'must',
    needs: {
      features: ['document_signing', 'document_verification'],
      credentials: [],
      states: ['signing_session'],
    },
    why: 'A signer who accepts electronic records has not yet signed, and may still decline.',
    async run(ctx) {
      const session = await signingSession(ctx, 'consented')
      const { key, session_id: id } = session
      const answer = await post(ctx, 'decline after the consent', session, 'decline')
      ctx.expect('STA-017', '2xx for declining', isAccepted(answer), statusAndCode(answer))
      const status = await pollUntil(
        () => statusOf(ctx, key, id),
        (now) => now === 'completed',
        verdictRepeats(ctx),
      )
      ctx.expect('STA-017', 'a completed session', status === 'completed', status)
      const { json } = await verify(ctx, documentsOf(session)[0]!.sha256)
      const found = at(json, 'status')
      ctx.expect(
        'SES-005',
        'an unsigned document',
        found === 'not_signed' || found === 'not_found',
        found,
      )
    },
  },
]
