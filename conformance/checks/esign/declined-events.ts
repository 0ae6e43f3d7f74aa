import type { Check } from '../../check/check.ts'
import { expectSignature } from '../../check/resources/events.ts'
import { statusOf } from '../../check/resources/signing.ts'
import { reach, withheldIn } from '../../check/states.ts'
import { isUtcTime, utcTimeOf } from '../../utc-time.ts'
import { at, isObject } from '../../http/json.ts'
import { headerOf } from '../../receiver/receiver.ts'
import {
  DECLINED,
  NEEDS,
  COMMON,
  subscribeToSigning,
  expectBody,
  isOf,
  bodyOf,
} from './event-expectations.ts'

/** A time may have no seconds, and the end may follow the refusal after some. */
const APART_MS = 120_000

export const declinedEventChecks: readonly Check[] = [
  {
    id: 'esign.declined',
    area: 'esign',
    requirements: [
      ...COMMON,
      'EVE-009',
      'EVE-011',
      'EVE-018',
      'EVT-014',
      'EVT-015',
      'EVT-016',
      'EVT-002',
      'HDR-001',
      'HDR-002',
      'STA-017',
      'STA-018',
      'VER-012',
    ],
    level: 'must',
    needs: NEEDS,
    why: 'Applicants may decline; the event must say so without the reason.',
    async run(ctx) {
      const { hook, organization, secret } = await subscribeToSigning(ctx)
      const session = await reach(
        ctx,
        'signing_session',
        { organization, stage: 'declined', documents: 2 },
        'session_id',
      )
      const { session_id: id } = session
      const delivery = await hook.wait(
        (one) => isOf(one, id) && at(bodyOf(one), 'documents') !== undefined,
      )
      const declined = bodyOf(delivery)
      if (delivery) {
        expectSignature(ctx, ['EVT-002'], hook.signature(delivery, secret))
        const version = headerOf(delivery, 'X-Webhook-Event-Version')
        for (const requirement of ['HDR-001', 'HDR-002'])
          ctx.expect(requirement, 'X-Webhook-Event-Version 1', version === '1', version)
      }
      const ended = await hook.wait(
        (one) => isOf(one, id) && (at(bodyOf(one), 'outcome') ?? null) !== null,
      )
      if (ended) expectSignature(ctx, ['EVT-002'], hook.signature(ended, secret))
      const completed = bodyOf(ended)
      for (const requirement of ['EVT-014', 'STA-018', 'VER-012']) {
        ctx.expect(
          requirement,
          `an event ${DECLINED}`,
          at(declined, 'type') === DECLINED,
          at(declined, 'type') ?? 'none',
        )
      }
      for (const requirement of ['STA-017', 'STA-018']) {
        ctx.expect(
          requirement,
          'a completed event with the outcome declined',
          at(completed, 'status') === 'completed' && at(completed, 'outcome') === 'declined',
          completed ?? 'none',
        )
      }
      expectBody(ctx, declined, id, DECLINED, session)
      ctx.expect(
        'EVE-011',
        'declinedAt, a time in UTC (ISO-8601), and no signedAt',
        isUtcTime(at(declined, 'declinedAt')) && at(declined, 'signedAt') === undefined,
        { declinedAt: at(declined, 'declinedAt'), signedAt: at(declined, 'signedAt') },
      )
      const [declinedAt, endedAt] = [at(declined, 'declinedAt'), at(completed, 'occurredAt')]
      if (isUtcTime(declinedAt) && isUtcTime(endedAt))
        ctx.expect(
          'EVE-011',
          `declinedAt at about the time at which the session ended, ${String(endedAt)}`,
          Math.abs(utcTimeOf(declinedAt) - utcTimeOf(endedAt)) <= APART_MS,
          declinedAt,
        )
      for (const requirement of ['EVE-009', 'EVT-015']) {
        ctx.expect(
          requirement,
          'no finalHash',
          isObject(declined) && !JSON.stringify(declined).includes('finalHash'),
          declined,
        )
      }
      const leaked = withheldIn(session).find((text) =>
        JSON.stringify(declined ?? {}).includes(text),
      )
      for (const requirement of ['EVE-018', 'EVT-016']) {
        ctx.expect(
          requirement,
          'no reason',
          isObject(declined) &&
            leaked === undefined &&
            !Object.keys(declined).some((name) => /reason/i.test(name)),
          leaked ?? declined,
        )
      }
      ctx.expect(
        'STA-017',
        'a completed session',
        (await statusOf(ctx, session.key, id)) === 'completed',
        'another status',
      )
    },
  },
]
