import type { Check } from '../../check/check.ts'
import {
  about,
  CANCELLED,
  deliveryOf,
  retriedDelivery,
  subscribe,
  cancelledSession,
} from '../../check/resources/events.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { showsSecret } from '../../check/resources/shown-secret.ts'
import { at, type JsonObject, walk } from '../../http/json.ts'
import { hasErrorCode, hasOwnStatus } from './error-codes.ts'
import {
  NEEDS,
  hasNoExtraRow,
  hasStatus,
  isCount,
  isStatus,
  leavesOf,
  logOnce,
  showsPayload,
  wholeLog,
} from './log-queries.ts'

/** Delay of the receiver in milliseconds: no other number in a row is likely to be close to it. */
const SLOW_MS = 1200

export const deliveryLogChecks: readonly Check[] = [
  {
    id: 'deliveries.a-row-for-each-attempt',
    area: 'deliveries',
    long: true,
    requirements: [
      'DLV-001',
      'DLV-002',
      'DLV-003',
      'DLV-004',
      'DLV-005',
      'DLV-006',
      'DLV-007',
      'DLV-008',
      'END-024',
    ],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'retried_deliveries'] },
    why: 'Integrators look here for missing events; an incomplete log makes them impossible to find.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { hook, secret, organization, key, subscription_id } = subscribed
      hook.answer({ status: 503, delayMs: SLOW_MS })
      const id = await cancelledSession(ctx, subscribed)
      const first = await deliveryOf(hook, CANCELLED, about(id))
      await logOnce(ctx, key, id, (rows) => rows.some((row) => hasStatus(row, 503)))
      hook.answer({ status: 200 })
      // The network may have delivered the first attempt twice: a copy is not a retry.
      const before = new Set(hook.deliveries)
      await retriedDelivery(
        ctx,
        hook,
        { organization, subscription_id },
        (delivery) => !before.has(delivery) && about(id)(delivery),
      )
      const { answer, rows } = await logOnce(
        ctx,
        key,
        id,
        (seen) => seen.length >= 2 && seen.some((row) => hasStatus(row, 200)),
      )
      // A service may have retried by itself, and the network may have delivered an attempt twice.
      const { length: received } = hook.deliveries.filter(about(id))
      ctx.expect(
        'END-024',
        '200 with rows',
        answer.status === 200 && rows.length > 0,
        statusAndCode(answer),
      )
      ctx.expect(
        'DLV-001',
        `a row for each attempt, of which the receiver saw ${received}`,
        received >= 2 && rows.length >= 2 && hasNoExtraRow(rows, received),
        `${rows.length} rows`,
      )
      // The contract leaves the names of fields open (GAP-DELIVERY-LOG), so values are searched.
      const pairs = rows.flatMap((row) => rows.map((other) => [row, other] as const))
      // An attempt under way has no row yet, and two senders may count each for itself.
      const countsOn = (row: JsonObject | undefined, other: JsonObject | undefined): boolean =>
        Array.from({ length: received - 1 }, (_, i) => i + 2).some((count) =>
          distinguishes(row, 1, other, count, isCount),
        )
      const [failed, taken] = pairs.find(
        ([row, other]) => distinguishes(row, 503, other, 200, isStatus) && countsOn(row, other),
      ) ??
        pairs.find(([row, other]) => distinguishes(row, 503, other, 200, isStatus)) ?? [
          rows.at(-1),
          rows.at(0),
        ]
      ctx.expect(
        'DLV-003',
        'a row with 503 and one with 200',
        distinguishes(failed, 503, taken, 200, isStatus),
        rows,
      )
      ctx.expect(
        'DLV-002',
        'different values for a failed and an accepted attempt, in the same member',
        hasOwnStatus(failed, taken),
        rows,
      )
      ctx.expect(
        'DLV-004',
        `a duration of about ${SLOW_MS} ms in the row of the slow attempt`,
        durations(failed).some(
          (value) => isAbout(value, SLOW_MS) || isAbout(value * 1000, SLOW_MS),
        ),
        failed,
      )
      ctx.expect(
        'DLV-005',
        `attempt 1 and a later one of ${received}`,
        countsOn(failed, taken),
        rows,
      )
      ctx.expect(
        'DLV-006',
        'a short code in the row of the failed attempt only',
        hasErrorCode(failed, taken, hook.url),
        failed,
      )
      ctx.expect('DLV-007', 'no secret', !showsSecret(answer.text, secret), 'it is there')
      ctx.expect('DLV-008', 'no part of the payload', !showsPayload(answer, first), 'it is there')
    },
  },
  {
    id: 'deliveries.attempt-without-response',
    area: 'deliveries',
    requirements: ['DLV-001', 'DLV-002', 'DLV-006'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: 'Integrators whose receiver fails find the reason in the log, and only there.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { hook, key } = subscribed
      const other = await cancelledSession(ctx, subscribed)
      await deliveryOf(hook, CANCELLED, about(other))
      const accepted = await logOnce(ctx, key, other, ({ length }) => length > 0)
      const taken = accepted.rows.find((row) => hasStatus(row, 200))
      hook.answer({ reset: true })
      const id = await cancelledSession(ctx, subscribed)
      await deliveryOf(hook, CANCELLED, about(id))
      const hasCode = (row: JsonObject): boolean => hasErrorCode(row, taken, hook.url)
      // A service may add the error to the row of an attempt that it recorded at its begin.
      const { rows } = await logOnce(ctx, key, id, (seen) => seen.some(hasCode))
      ctx.expect('DLV-001', 'a row for an attempt without a response', rows.length > 0, rows)
      if (rows.length === 0 || taken === undefined) return
      ctx.expect(
        'DLV-006',
        'a short code in the row of an attempt without a response',
        rows.some(hasCode),
        rows,
      )
      ctx.expect(
        'DLV-002',
        'another value than that of an accepted attempt, in the same member',
        rows.some((row) => hasOwnStatus(row, taken)),
        rows,
      )
    },
  },
  {
    id: 'deliveries.code-as-received',
    area: 'deliveries',
    requirements: ['DLV-003', 'DLV-011'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: 'The code leads to the part of a receiver that responded.',
    async run(ctx) {
      for (const status of [202, 404]) {
        const subscribed = await subscribe(ctx, { events: [CANCELLED] })
        const { hook, key, subscription_id } = subscribed
        hook.answer({ status })
        const id = await cancelledSession(ctx, subscribed)
        await deliveryOf(hook, CANCELLED, about(id))
        const { rows } = await logOnce(ctx, key, id, (seen) =>
          seen.some((row) => hasStatus(row, status)),
        )
        ctx.expect(
          'DLV-003',
          `a row with ${status}, the code of the receiver`,
          rows.some((row) => hasStatus(row, status)),
          rows,
        )
        const ofEndpoint = await wholeLog(ctx, key, { subscription_id })
        ctx.expect(
          'DLV-011',
          `the row with ${status} among those of the endpoint`,
          ofEndpoint.rows.some((row) => hasStatus(row, status)),
          ofEndpoint.rows,
        )
      }
    },
  },
]

/** Whether the same field has the value in both rows: a duration of 2 ms is not a second attempt. */
const distinguishes = (
  one: JsonObject | undefined,
  its: number,
  other: JsonObject | undefined,
  others: number,
  isIt: (leaf: unknown, value: number) => boolean,
): boolean =>
  walk(one).some(({ value, path }) => isIt(value, its) && isIt(at(other, ...path), others))

/** Numbers, alone or before a unit as in `1203 ms`, `1203ms`, `1.203 s` and `PT1.203S`. */
const durations = (row: JsonObject | undefined): number[] =>
  leavesOf(row).flatMap((leaf) => {
    if (typeof leaf === 'number') return [leaf]
    const number = typeof leaf === 'string' && /^(?:PT)?(\d+(?:\.\d+)?)(?: ?m?s)?$/i.exec(leaf)?.[1]
    return number ? [Number(number)] : []
  })
const isAbout = (value: number, wanted: number): boolean =>
  value >= wanted * 0.9 && value <= wanted * 8
