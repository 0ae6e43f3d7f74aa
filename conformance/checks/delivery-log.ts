import type { Check, Context } from '../check/check.ts'
import { about, bodyOf, CANCELLED, sessionOf, subscribe, type Subscribed } from '../check/events.ts'
import { statusAndCode } from '../check/idioms.ts'
import { lookUntil } from '../check/later.ts'
import { Blocked, Unreachable } from '../check/outcome.ts'
import { reach } from '../check/states.ts'
import type { Answer } from '../http/answer.ts'
import { at, isObject, type JsonObject, walk } from '../http/json.ts'
import type { Delivery } from '../receiver/receiver.ts'

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
      const first = await hook.wait(about(id))
      if (!first) throw new Blocked('no delivery came, so there is nothing to be in the log')
      await rowsOnce(ctx, key, id, 1)
      hook.answer({ status: 200 })
      await reach(ctx, 'retried_deliveries', { organization, subscription_id })
      await hook.wait((delivery) => delivery !== first && about(id)(delivery))
      const { answer, rows } = await rowsOnce(ctx, key, id, 2)
      ctx.expect(
        'END-024',
        '200 with rows',
        answer.status === 200 && rows.length > 0,
        statusAndCode(answer),
      )
      ctx.expect('DLV-001', 'two rows for two attempts', rows.length === 2, rows)
      // How the fields are called is left open (GAP-DELIVERY-LOG), so values are looked for.
      const failed = rows.find((row) => rows.some((other) => tell(row, 503, other, 200)))
      const taken = rows.find((row) => row !== failed)
      ctx.expect('DLV-003', 'a row with 503 and one with 200', tell(failed, 503, taken, 200), rows)
      ctx.expect(
        'DLV-002',
        'other words for a failed attempt than for one that was taken',
        texts(failed).some((text) => !texts(taken).includes(text)) &&
          texts(taken).some((text) => !texts(failed).includes(text)),
        rows,
      )
      ctx.expect(
        'DLV-004',
        `a duration of about ${SLOW_MS} ms in the row of the slow one`,
        numbers(failed).some((value) => isAbout(value, SLOW_MS) || isAbout(value * 1000, SLOW_MS)),
        failed,
      )
      ctx.expect('DLV-005', 'attempt 1 and attempt 2', tell(failed, 1, taken, 2), rows)
      ctx.expect(
        'DLV-006',
        'a short code in the row of the failed one, and not in the other',
        texts(failed).some(
          (text) => /^[a-z][\w.-]{2,63}$/i.test(text) && !texts(taken).includes(text),
        ),
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
      const { rows: bySession } = await rowsOnce(ctx, one.key, first, 2)
      await rowsOnce(ctx, one.key, second, 2)
      ctx.expect(
        'DLV-010',
        'rows of that verification, and of no other',
        bySession.length > 0 && bySession.every((row) => holds(row, first)),
        bySession,
      )
      const answer = await ask(ctx, one.key, { subscription_id: one.subscription_id })
      const rows = rowsIn(answer)
      for (const requirement of ['DLV-011', 'END-024']) {
        ctx.expect(
          requirement,
          'rows of that endpoint, and of no other',
          rows.length > 0 &&
            rows.every((row) => !holds(row, other.subscription_id)) &&
            [first, second].every((id) => rows.some((row) => holds(row, id))),
          rows,
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
      for (const id of ids) await rowsOnce(ctx, one.key, id, 1)
      const { list_limit: limit, list_cursor: cursor, list_next: next } = ctx.open.paging
      const seen: string[] = []
      let from: string | undefined
      for (let page = 0; page < 10; page++) {
        const answer = await ask(ctx, one.key, {
          [limit]: '1',
          ...(from !== undefined && { [cursor]: from }),
        })
        if (answer.status !== 200) {
          const advice = 'name the parameters in open_choices.paging'
          throw new Unreachable(`a page was answered ${statusAndCode(answer)}; ${advice}`)
        }
        seen.push(...rowsIn(answer).map((row) => JSON.stringify(row)))
        const following = at(answer.json, next)
        if (typeof following !== 'string') break
        from = following
      }
      for (const requirement of ['DLV-009', 'END-024']) {
        ctx.expect(
          requirement,
          'each of three rows on one page of several',
          new Set(seen).size === seen.length &&
            seen.length === ids.length &&
            ids.every((id) => seen.some((row) => row.includes(id))),
          seen,
        )
      }
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

/** The log of a session, once it has so many rows: a receiver has answered before the sender has written it down. */
async function rowsOnce(
  ctx: Context,
  key: string,
  id: string,
  count: number,
): Promise<{ answer: Answer; rows: JsonObject[] }> {
  const answer = await lookUntil(
    () => ask(ctx, key, { session_id: id }),
    (seen) => rowsIn(seen).length >= count,
  )
  return { answer, rows: rowsIn(answer) }
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
    ) || rowsIn(log).some((row) => holds(row, status) && holds(row, occurredAt))
  )
}

/** Wrapped or not (GAP-DELIVERY-LOG). */
function rowsIn(answer: Answer): JsonObject[] {
  const list = Array.isArray(answer.json) ? answer.json : at(answer.json, 'data')
  return Array.isArray(list) ? list.filter(isObject) : []
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
const texts = (row: JsonObject | undefined): string[] =>
  leaves(row).filter((leaf) => typeof leaf === 'string')
const numbers = (row: JsonObject | undefined): number[] =>
  leaves(row).filter((leaf) => typeof leaf === 'number')
const isAbout = (value: number, wanted: number): boolean =>
  value >= wanted * 0.9 && value <= wanted * 8
