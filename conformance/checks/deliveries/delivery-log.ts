import { blockIfAssumed } from '../../check/advice.ts'
import type { Check, Context } from '../../check/check.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  deliveryOf,
  retriedDelivery,
  sessionOf,
  subscribe,
  type Subscribed,
} from '../../check/events.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { lookUntil } from '../../check/eventually.ts'
import { recordsIn } from '../../check/lists.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject, walk } from '../../http/json.ts'
import type { Delivery } from '../../receiver/receiver.ts'

const LOG = '/v1/webhook-events'
const NEEDS = {
  features: ['webhooks', 'delivery_log', 'sessions'],
  credentials: [],
  webhooks: true,
} as const

/** Milliseconds that the receiver takes to answer: no other number in a row is likely to lie around it. */
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
    why: 'An integrator who misses an event looks here; what the log leaves out, nobody can find out.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { hook, secret, organization, key, subscription_id } = subscribed
      hook.answer({ status: 503, delayMs: SLOW_MS })
      const id = await cancelled(ctx, subscribed)
      const first = await deliveryOf(hook, CANCELLED, about(id))
      await logOnce(ctx, key, id, (rows) => rows.some((row) => holds(row, 503)))
      hook.answer({ status: 200 })
      await retriedDelivery(
        ctx,
        hook,
        { organization, subscription_id },
        (delivery) => delivery !== first && about(id)(delivery),
      )
      const { answer, rows } = await logOnce(
        ctx,
        key,
        id,
        (seen) => seen.length >= 2 && seen.some((row) => holds(row, 200)),
      )
      // A service may have tried again by itself, and the network may have delivered an attempt twice.
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
        received >= 2 && rows.length >= 2 && rows.length <= received,
        `${rows.length} rows`,
      )
      // How the fields are called is left open (GAP-DELIVERY-LOG), so values are looked for.
      const pairs = rows.flatMap((row) => rows.map((other) => [row, other] as const))
      const [failed, taken] = pairs.find(
        ([row, other]) => tell(row, 503, other, 200) && tell(row, 1, other, rows.length),
      ) ??
        pairs.find(([row, other]) => tell(row, 503, other, 200)) ?? [rows.at(-1), rows.at(0)]
      ctx.expect('DLV-003', 'a row with 503 and one with 200', tell(failed, 503, taken, 200), rows)
      const apart = wordsApart(failed, taken)
      ctx.expect(
        'DLV-002',
        'another word for a failed attempt than for one that was taken',
        apart.length > 0,
        rows,
      )
      ctx.expect(
        'DLV-004',
        `a duration of about ${SLOW_MS} ms in the row of the slow one`,
        durations(failed).some(
          (value) => isAbout(value, SLOW_MS) || isAbout(value * 1000, SLOW_MS),
        ),
        failed,
      )
      ctx.expect(
        'DLV-005',
        `attempt 1 and attempt ${rows.length}`,
        tell(failed, 1, taken, rows.length),
        rows,
      )
      // A code that only the failed one has, or a second word beside the status that differs.
      const codes = apart.filter(({ word }) => CODE.test(String(word)))
      ctx.expect(
        'DLV-006',
        'a short code in the row of the failed one, and not in the other',
        codes.some(({ other }) => other === undefined || other === null || other === '') ||
          codes.length > 1,
        failed,
      )
      ctx.expect(
        'DLV-007',
        'no secret',
        !answer.text?.includes(secret) && !answer.text?.includes(secret.replace(/^whsec_/, '')),
        'it is there',
      )
      ctx.expect('DLV-008', 'nothing of the payload', !shows(answer, first), 'it is there')
    },
  },
  {
    id: 'deliveries.filters',
    area: 'deliveries',
    requirements: ['DLV-010', 'DLV-011', 'END-024'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: "One verification is traced, or one endpoint; a filter that is not heeded shows everybody's.",
    async run(ctx) {
      const one = await subscribe(ctx, { events: [CANCELLED] })
      const other = await subscribe(ctx, { organization: one.organization, events: [CANCELLED] })
      const [first, second] = [await cancelled(ctx, one), await cancelled(ctx, one)]
      for (const { hook } of [one, other])
        for (const id of [first, second]) await hook.wait(about(id))
      // Which ids a row shows is left open (GAP-DELIVERY-LOG), so rows are counted; every event has one at least for each
      // of two endpoints.
      const enough = (rows: JsonObject[]) => rows.length >= 2
      const { rows: all } = await logOnce(ctx, one.key, undefined, (rows) => rows.length >= 4)
      const { rows: ofFirst } = await logOnce(ctx, one.key, first, enough)
      const { rows: ofSecond } = await logOnce(ctx, one.key, second, enough)
      ctx.expect(
        'DLV-010',
        `some of ${all.length} rows for one verification, and the others for the other`,
        ofFirst.length > 0 &&
          ofSecond.length > 0 &&
          ofFirst.length + ofSecond.length === all.length &&
          !ofFirst.some((row) => holds(row, second)),
        `${ofFirst.length} and ${ofSecond.length}`,
      )
      const ofOne = recordsIn(await ask(ctx, one.key, { subscription_id: one.subscription_id }))
      const ofOther = recordsIn(await ask(ctx, one.key, { subscription_id: other.subscription_id }))
      for (const requirement of ['DLV-011', 'END-024']) {
        ctx.expect(
          requirement,
          `some of ${all.length} rows for one endpoint, and the others for the other`,
          ofOne.length > 0 &&
            ofOther.length > 0 &&
            ofOne.length + ofOther.length === all.length &&
            !ofOne.some((row) => holds(row, other.subscription_id)),
          `${ofOne.length} and ${ofOther.length}`,
        )
      }
    },
  },
  {
    id: 'deliveries.pages',
    area: 'deliveries',
    requirements: ['DLV-009', 'END-024'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: 'A page that is missed is an event that is missed; one that comes twice is booked twice.',
    async run(ctx) {
      const one = await subscribe(ctx, { events: [CANCELLED] })
      const ids: string[] = []
      for (let i = 0; i < 3; i++) ids.push(await cancelled(ctx, one))
      for (const id of ids) await one.hook.wait(about(id))
      for (const id of ids) await logOnce(ctx, one.key, id, (rows) => rows.length > 0)
      const { rows: all } = await logOnce(
        ctx,
        one.key,
        undefined,
        (rows) => rows.length >= ids.length,
      )
      const { list_limit: limit, list_cursor: cursor, list_next: next } = ctx.open.paging
      const seen: string[] = []
      let from: string | undefined
      let pages = 0
      for (; pages < 3 * all.length; pages++) {
        const answer = await ask(ctx, one.key, {
          [limit]: '1',
          ...(from !== undefined && { [cursor]: from }),
        })
        blockIfAssumed(ctx, 'paging', `read a page by ${limit} and ${cursor}`, answer)
        seen.push(...recordsIn(answer).map((row) => JSON.stringify(row)))
        const following = at(answer.json, ...next.split('.'))
        if (typeof following !== 'string' || following === '') break
        from = following
      }
      const whole = new Set(seen).size === seen.length && seen.length === all.length && pages > 0
      if (!whole && !ctx.open.named.has('paging')) {
        throw new Blocked(
          `the log could not be followed by ${limit}, ${cursor} and ${next}; name yours in open_choices.paging of the target file`,
        )
      }
      for (const requirement of ['DLV-009', 'END-024'])
        ctx.expect(requirement, `each of ${all.length} rows on one page of several`, whole, seen)
    },
  },
]

async function cancelled(ctx: Context, { key, organization }: Subscribed): Promise<string> {
  const id = await sessionOf(ctx, key, {})
  await reach(ctx, 'session', { organization, session_id: id, status: 'cancelled' })
  return id
}

function ask(ctx: Context, key: string, query: Record<string, string>): Promise<Answer> {
  return ctx.step('read the delivery log', {
    method: 'GET',
    path: `${LOG}?${new URLSearchParams(query)}`,
    as: { key },
  })
}

/** The log, of one session if that is named, once it shows what is wanted: a sender may write it down later. */
async function logOnce(
  ctx: Context,
  key: string,
  id: string | undefined,
  isWanted: (rows: JsonObject[]) => boolean,
): Promise<{ answer: Answer; rows: JsonObject[] }> {
  const answer = await lookUntil(
    () => ask(ctx, key, id === undefined ? {} : { session_id: id }),
    (seen) => isWanted(recordsIn(seen)),
  )
  return { answer, rows: recordsIn(answer) }
}

/**
 * Whether the log shows what was delivered: as it was sent, or its values under whatever names. An attempt may begin in
 * the very millisecond of its event, so that one moment alone tells nothing.
 */
function shows(log: Answer, delivery: Delivery): boolean {
  const { body } = delivery
  const payload = body.toString()
  const { status, occurredAt } = bodyOf(delivery)
  return (
    [payload, JSON.stringify(payload).slice(1, -1), body.toString('base64')].some((text) =>
      log.text?.includes(text),
    ) || recordsIn(log).some((row) => holds(row, status) && holds(row, occurredAt))
  )
}

const leaves = (row: JsonObject | undefined): unknown[] => [...walk(row)].map(({ value }) => value)
const holds = (row: JsonObject | undefined, value: unknown): boolean =>
  leaves(row).some((leaf) => String(leaf) === String(value))
/** Whether one and the same field says so in both: a duration of 2 ms is no second attempt. */
const tell = (
  one: JsonObject | undefined,
  its: number,
  other: JsonObject | undefined,
  others: number,
): boolean =>
  walk(one).some(
    ({ value, path }) =>
      String(value) === String(its) && String(at(other, ...path)) === String(others),
  )
const CODE = /^[\w.:/-]{2,64}$/

/** Words that are not the same in two rows, with the other's: neither ids nor times, which are never the same. */
function wordsApart(
  row: JsonObject | undefined,
  than: JsonObject | undefined,
): { word: unknown; other: unknown }[] {
  // A path changes as the walk goes on.
  const apart = walk(row).flatMap(({ value: word, path }) => {
    const other = at(than, ...path)
    const isWord =
      (typeof word === 'string' && word !== '' && Number.isNaN(Date.parse(word))) ||
      typeof word === 'boolean'
    return isWord && word !== other && !/id$/i.test(String(path.at(-1))) ? [{ word, other }] : []
  })
  return [...apart]
}

/** Numbers, alone or before a unit as in `1203 ms`. */
const durations = (row: JsonObject | undefined): number[] =>
  leaves(row).flatMap((leaf) => {
    if (typeof leaf === 'number') return [leaf]
    const number = typeof leaf === 'string' && /^(\d+(?:\.\d+)?) ?m?s$/.exec(leaf)?.[1]
    return number ? [Number(number)] : []
  })
const isAbout = (value: number, wanted: number): boolean =>
  value >= wanted * 0.9 && value <= wanted * 8
