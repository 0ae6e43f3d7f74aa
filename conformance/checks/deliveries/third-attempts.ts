import type { Check } from '../../check/check.ts'
import {
  about,
  CANCELLED,
  cancelledSession,
  deliveryOf,
  retriedDelivery,
  subscribe,
} from '../../check/resources/events.ts'
import { at, type JsonObject, walk } from '../../http/json.ts'
import { hasNoExtraRow, hasStatus, isCount, logOnce, NEEDS } from './log-queries.ts'

/** Attempts of one delivery that the check causes. */
const ATTEMPTS = 3

/** The log of a delivery that fails again when it is retried. */
export const thirdAttemptChecks: readonly Check[] = [
  {
    id: 'deliveries.third-attempt',
    area: 'deliveries',
    long: true,
    requirements: ['DLV-001', 'DLV-003', 'DLV-005'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'retried_deliveries'] },
    why: 'An outage lasts for several attempts; a log of the first two shows neither its length nor its end.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { hook, organization, key, subscription_id } = subscribed
      hook.answer({ status: 503 })
      const id = await cancelledSession(ctx, subscribed)
      await deliveryOf(hook, CANCELLED, about(id))
      for (let attempt = 2; attempt <= ATTEMPTS; attempt++) {
        await logOnce(ctx, key, id, (rows) => rows.length >= attempt - 1)
        if (attempt === ATTEMPTS) hook.answer({ status: 200 })
        // The network may deliver an attempt twice: a copy is not a retry.
        const before = new Set(hook.deliveries)
        const retried = await retriedDelivery(
          ctx,
          hook,
          { organization, subscription_id },
          (delivery) => !before.has(delivery) && about(id)(delivery),
        )
        if (retried) continue
        ctx.observe('GAP-RETRIES', `no attempt ${attempt} of a delivery that was refused with 503`)
        return
      }
      const { rows } = await logOnce(
        ctx,
        key,
        id,
        (seen) => seen.length >= ATTEMPTS && seen.some((row) => hasStatus(row, 200)),
      )
      const { length: received } = hook.deliveries.filter(about(id))
      ctx.expect(
        'DLV-001',
        `a row for each of at least ${ATTEMPTS} attempts, of which the receiver saw ${received}`,
        rows.length >= ATTEMPTS && hasNoExtraRow(rows, received),
        `${rows.length} rows`,
      )
      const refused = rows.filter((row) => hasStatus(row, 503))
      ctx.expect(
        'DLV-003',
        `${ATTEMPTS - 1} rows with 503, and one with 200`,
        refused.length >= ATTEMPTS - 1 && rows.some((row) => hasStatus(row, 200)),
        rows,
      )
      ctx.expect(
        'DLV-005',
        `${ATTEMPTS} different attempt counts in one member of the rows`,
        mostCounts(rows, received) >= ATTEMPTS,
        rows,
      )
    },
  },
]

/** Returns the highest number of different counts that one member has in the rows: its name is left open. */
export function mostCounts(rows: readonly JsonObject[], received: number): number {
  const counts = Array.from({ length: received }, (_, i) => i + 1)
  // The walk reuses the path, so it is copied.
  const members = walk(rows[0])
    .map(({ path }) => [...path])
    .toArray()
  return Math.max(
    0,
    ...members.map(
      (path) => counts.filter((n) => rows.some((row) => isCount(at(row, ...path), n))).length,
    ),
  )
}
