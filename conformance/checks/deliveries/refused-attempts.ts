import type { Check, Context } from '../../check/check.ts'
import {
  about,
  CANCELLED,
  cancelledSession,
  deliveryOf,
  subscribe,
} from '../../check/resources/events.ts'
import type { JsonObject } from '../../http/json.ts'
import type { ReceiverAnswer } from '../../receiver/receiver.ts'
import { hasErrorCode, hasOwnStatus, sharesWord } from './error-codes.ts'
import { hasStatus, logOnce, NEEDS } from './log-queries.ts'

/** An error of the receiver; a check of another status compares its row with this one. */
const SERVER_ERROR = 500
/** 410 and 429 are the statuses that senders commonly treat in a special way. */
const CLIENT_ERRORS = [400, 404, 410, 429]
const REDIRECT = 302

interface Attempt {
  /** The row of the attempt; undefined if the log has none with this status. */
  row: JsonObject | undefined
  /** The row of an accepted attempt of the same subscription. */
  accepted: JsonObject | undefined
  hasCode: boolean
}

/** Error codes of the attempts that the receiver answered with an error. */
export const refusedAttemptChecks: readonly Check[] = [
  {
    id: 'deliveries.refused-attempts',
    area: 'deliveries',
    requirements: ['DLV-002', 'DLV-006'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: 'An integrator groups failed deliveries by their code: without one, a wrong address looks like an accepted event.',
    async run(ctx) {
      const failed = await attemptOf(ctx, { status: SERVER_ERROR })
      if (failed.row === undefined || failed.accepted === undefined) {
        ctx.observe('GAP-DELIVERY-LOG', `no row with ${SERVER_ERROR}, or none of an accepted event`)
        return
      }
      ctx.expect(
        'DLV-006',
        `a short code in the row of an attempt that the receiver answered with ${SERVER_ERROR}`,
        failed.hasCode,
        failed.row,
      )
      ctx.expect(
        'DLV-002',
        `another value than that of an accepted attempt, in the same member, for ${SERVER_ERROR}`,
        hasOwnStatus(failed.row, failed.accepted),
        failed.row,
      )
      const elsewhere = ctx.receiver().url
      for (const answer of [
        ...CLIENT_ERRORS.map((status) => ({ status })),
        { status: REDIRECT, redirect: elsewhere },
      ]) {
        const { row, accepted, hasCode } = await attemptOf(ctx, answer)
        // A sender may follow a redirect, and may accept other statuses as well.
        if (row === undefined || !sharesWord(row, failed.row, accepted)) {
          ctx.observe('GAP-RETRIES', `${answer.status} is not logged like ${SERVER_ERROR}`)
          continue
        }
        ctx.expect(
          'DLV-006',
          `a short code in the row of a failed attempt that the receiver answered with ${answer.status}`,
          hasCode,
          row,
        )
      }
    },
  },
]

/** Delivers an event that is accepted and one that gets an answer, to an endpoint of their own: a sender may disable it. */
async function attemptOf(
  ctx: Context,
  answer: ReceiverAnswer & { status: number },
): Promise<Attempt> {
  const { status } = answer
  const subscribed = await subscribe(ctx, { events: [CANCELLED] })
  const { hook, key } = subscribed
  const first = await cancelledSession(ctx, subscribed)
  await deliveryOf(hook, CANCELLED, about(first))
  const before = await logOnce(ctx, key, first, (rows) => rows.some((row) => hasStatus(row, 200)))
  const accepted = before.rows.find((row) => hasStatus(row, 200))
  hook.answer(answer)
  const id = await cancelledSession(ctx, subscribed)
  await deliveryOf(hook, CANCELLED, about(id))
  const ofAttempt = (rows: JsonObject[]): JsonObject | undefined =>
    rows.find((row) => hasStatus(row, status))
  const isCoded = (row: JsonObject | undefined): boolean =>
    row !== undefined && hasErrorCode(row, accepted, hook.url)
  // A service may add the error to the row of an attempt that it recorded at its begin.
  const { rows } = await logOnce(ctx, key, id, (seen) => isCoded(ofAttempt(seen)))
  const row = ofAttempt(rows)
  return { row, accepted, hasCode: isCoded(row) }
}
