import { randomInt } from 'node:crypto'
import type { Check, Context } from '../../check/check.ts'
import {
  about,
  CANCELLED,
  subscribe,
  type Subscribed,
  cancelledSession,
} from '../../check/resources/events.ts'
import { OCCURRENCES } from '../../check/resources/event-types.ts'
import { POLL_INTERVAL_MS } from '../../check/eventually.ts'
import { unknownIdLike } from '../../check/indistinguishable.ts'
import { recordsIn } from '../../check/lists.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { type JsonObject, walk } from '../../http/json.ts'
import { count } from '../../text.ts'
import { sleep } from '../../waiting.ts'
import { followed, rowNames } from './followed-pages.ts'
import { NEEDS, cursorIn, queryLog, logOnce, hasValue, wholeLog } from './log-queries.ts'

/** Maximum number of repeated reads while the pages differ from the whole log. */
const MOST_AGAIN = 8

export const deliveryLogPageChecks: readonly Check[] = [
  {
    id: 'deliveries.rows-of-replays',
    area: 'deliveries',
    requirements: ['DLV-001'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'replayed_events'] },
    why: 'A replay that is not in the log cannot be told from a forged delivery.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { hook, organization, key } = subscribed
      const id = await cancelledSession(ctx, subscribed)
      const first = await hook.wait(about(id))
      await logOnce(ctx, key, id, (rows) => rows.length > 0)
      await reach(ctx, 'replayed_events', { organization, session_id: id })
      const again = await hook.wait((delivery) => delivery !== first && about(id)(delivery))
      if (!first || !again) throw new Blocked('no event was delivered and then replayed')
      const { rows } = await logOnce(ctx, key, id, (seen) => seen.length > 1)
      ctx.expect('DLV-001', 'a row for the replay, too', rows.length > 1, count(rows.length, 'row'))
    },
  },
  {
    id: 'deliveries.filters',
    area: 'deliveries',
    requirements: ['DLV-010', 'DLV-011', 'END-024'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: 'Integrators trace one verification or one endpoint; an ignored filter returns the rows of all.',
    async run(ctx) {
      const one = await subscribe(ctx, { events: [CANCELLED] })
      const other = await subscribe(ctx, { organization: one.organization, events: [CANCELLED] })
      const [first, second] = [await cancelledSession(ctx, one), await cancelledSession(ctx, one)]
      for (const { hook } of [one, other])
        for (const id of [first, second]) await hook.wait(about(id))
      // Rows may arrive late or change during a read, so repeat the read until the log no longer
      // changes.
      let seen = await divided(ctx, [one, other], [first, second])
      for (let again = 0; !seen.isSettled && again < MOST_AGAIN; again++) {
        await sleep(POLL_INTERVAL_MS)
        seen = await divided(ctx, [one, other], [first, second])
      }
      const { all, bySession, byEndpoint } = seen
      expectDivided(ctx, ['DLV-010'], 'verification', all, bySession)
      expectDivided(ctx, ['DLV-011', 'END-024'], 'endpoint', all, byEndpoint)
      ctx.expect(
        'DLV-011',
        `the ${all} rows, each at one endpoint`,
        rowsOf(byEndpoint) === all,
        `${rowsOf(byEndpoint)} rows`,
      )
      await expectBoth(ctx, one, first, [one, other], bySession.rows[0]!.length)
      for (const [filter, id, requirement] of [
        ['session_id', unknownIdLike(first, randomInt), 'DLV-010'],
        ['session_id', first.slice(0, -1), 'DLV-010'],
        ['session_id', `${first}0`, 'DLV-010'],
        ['subscription_id', unknownIdLike(one.subscription_id, randomInt), 'DLV-011'],
      ] as const) {
        // A shorter or longer id may be that of the other session.
        if (id === second) continue
        const none = recordsIn(await queryLog(ctx, one.key, { [filter]: id }))
        ctx.expect(requirement, `no rows for an unknown ${filter}`, none.length === 0, none.length)
      }
    },
  },
  {
    id: 'deliveries.occurrences-of-a-session',
    area: 'deliveries',
    requirements: ['DLV-001', 'DLV-010'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'event'] },
    why: 'An integrator who traces a signature finds no attempt, and believes that none was made.',
    async run(ctx) {
      const { hook, organization, key } = await subscribe(ctx, { events: OCCURRENCES })
      for (const type of OCCURRENCES) {
        const { session_id: id } = await reach(ctx, 'event', { organization, type }, 'session_id')
        if (!(await hook.wait(about(id)))) throw new Blocked(`no ${type} was delivered`)
        const { rows } = await logOnce(ctx, key, id, (seen) => seen.length > 0)
        for (const requirement of ['DLV-001', 'DLV-010'])
          ctx.expect(requirement, `a row of ${type} by its session`, rows.length > 0, 'none')
      }
    },
  },
  {
    id: 'deliveries.pages',
    area: 'deliveries',
    requirements: ['DLV-009', 'DLV-010', 'DLV-011', 'END-024'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: 'A missing page hides events; a repeated one duplicates them.',
    async run(ctx) {
      const one = await subscribe(ctx, { events: [CANCELLED] })
      const ids: string[] = []
      for (let i = 0; i < 2; i++) ids.push(await cancelledSession(ctx, one))
      const other = await subscribe(ctx, { organization: one.organization, events: [CANCELLED] })
      for (let i = 0; i < 2; i++) ids.push(await cancelledSession(ctx, one))
      for (const id of ids) await one.hook.wait(about(id))
      for (const id of ids.slice(2)) await other.hook.wait(about(id))
      for (const id of ids) await logOnce(ctx, one.key, id, (rows) => rows.length > 0)
      const { key, subscription_id } = one
      if (!(await expectFollowed(ctx, ['DLV-009', 'END-024'], key, ids.length + 2, {}))) return
      await expectFollowed(ctx, ['DLV-009', 'DLV-011'], key, ids.length, { subscription_id })
      await expectFollowed(ctx, ['DLV-009', 'DLV-010'], key, 2, { session_id: ids[2]! })
      await expectStable(ctx, one)
    },
  },
]

/** Rows of one verification at least: one for each endpoint. */
const LEAST = 2

/** Names of members that can hold the id of a session or an endpoint, if it is a number. */
const NAMED = {
  verification: /session|verification/i,
  endpoint: /subscription|endpoint|webhook/i,
}

interface Division {
  /** Rows by filter value, in the order of `ids`. */
  rows: JsonObject[][]
  ids: readonly string[]
}

/**
 * Reads the log without a filter, by each session and by each endpoint. Counts rows, because the
 * contract leaves open which ids a row shows (GAP-DELIVERY-LOG).
 */
async function divided(
  ctx: Context,
  endpoints: readonly Subscribed[],
  sessions: readonly string[],
): Promise<{ all: number; bySession: Division; byEndpoint: Division; isSettled: boolean }> {
  const { key } = endpoints[0]!
  const { rows: all } = await logOnce(ctx, key, undefined, (rows) => rows.length >= 4)
  const bySession: Division = { ids: sessions, rows: [] }
  for (const id of sessions)
    bySession.rows.push((await logOnce(ctx, key, id, (rows) => rows.length >= 2)).rows)
  const byEndpoint: Division = { ids: endpoints.map((one) => one.subscription_id), rows: [] }
  for (const subscription_id of byEndpoint.ids)
    byEndpoint.rows.push((await wholeLog(ctx, key, { subscription_id })).rows)
  // A service may log a ping at the creation of an endpoint, which is about no session.
  const isSettled =
    rowsOf(byEndpoint) === all.length &&
    rowsOf(bySession) <= all.length &&
    bySession.rows.every(({ length }) => length >= LEAST)
  return { all: all.length, bySession, byEndpoint, isSettled }
}

function expectDivided(
  ctx: Context,
  requirements: readonly string[],
  what: keyof typeof NAMED,
  all: number,
  { rows, ids }: Division,
): void {
  const holdsOther = rows[0]!.some((row) => hasId(row, ids[1]!, NAMED[what]))
  for (const requirement of requirements) {
    ctx.expect(
      requirement,
      `${all} rows, of which some are about one ${what} and some about the other`,
      rows.every(({ length }) => length >= LEAST && length < all) && !holdsOther,
      rows.map(({ length }) => length).join(' and '),
    )
  }
}

const rowsOf = ({ rows }: Division): number => rows.flat().length

/** Whether a row shows an id. A number could also be another number, so its name must fit. */
function hasId(row: JsonObject, id: string, name: RegExp): boolean {
  if (!/^\d+$/.test(id)) return hasValue(row, id)
  return walk(row).some(({ path, value }) => String(value) === id && name.test(path.join('.')))
}

/**
 * Checks that both filters together select the rows of one verification at one endpoint. A service
 * may refuse the combination.
 */
async function expectBoth(
  ctx: Context,
  { key }: Subscribed,
  session: string,
  endpoints: readonly Subscribed[],
  wanted: number,
): Promise<void> {
  const counts: number[] = []
  for (const { subscription_id } of endpoints) {
    const query = { session_id: session, subscription_id }
    const { answer, rows } = await wholeLog(ctx, key, query)
    if (answer.status !== 200) return
    counts.push(rows.length)
  }
  const sum = counts.reduce((all, count) => all + count, 0)
  for (const requirement of ['DLV-010', 'DLV-011'])
    ctx.expect(
      requirement,
      `the ${wanted} rows of one verification, divided among its endpoints`,
      // Further rows may have been added meanwhile.
      sum >= wanted && sum < 2 * wanted && counts.every((count) => count > 0),
      counts.join(' and '),
    )
}

/** Checks that the pages together have the rows of the log, once each. */
async function expectFollowed(
  ctx: Context,
  requirements: readonly string[],
  key: string,
  least: number,
  filter: Record<string, string>,
): Promise<boolean> {
  // A row may change during the read, when an attempt ends or another one begins.
  let { isWhole, all, seen } = await followed(ctx, key, least, filter)
  const isNamed = ctx.open.named.has('paging')
  // A log of which one page is known is not read again: that would use up the budget of the key.
  const most = isNamed || all >= least ? MOST_AGAIN : 0
  for (let again = 0; !isWhole && again < most; again++) {
    await sleep(POLL_INTERVAL_MS)
    ;({ isWhole, all, seen } = await followed(ctx, key, least, filter))
  }
  if (!isWhole && !isNamed) {
    throw new Blocked(
      `the log could not be followed by ${Object.values(ctx.open.paging).join(', ')}; name yours in open_choices.paging of the target file`,
    )
  }
  const of = Object.keys(filter).map((name) => ` by ${name}`)
  for (const requirement of requirements)
    ctx.expect(requirement, `each of ${all} rows${of.join()} on exactly one page`, isWhole, seen)
  return isWhole
}

/** Checks that a row that is added between two pages repeats none: an offset would. */
async function expectStable(ctx: Context, subscribed: Subscribed): Promise<void> {
  const { key, hook } = subscribed
  const { list_limit: limit, list_cursor: cursor } = ctx.open.paging
  const first = await queryLog(ctx, key, { [limit]: '2' })
  const from = cursorIn(first, ctx.open.paging)
  const id = await cancelledSession(ctx, subscribed)
  await hook.wait(about(id))
  await logOnce(ctx, key, id, ({ length }) => length > 0)
  const second = await queryLog(ctx, key, { [limit]: '2', [cursor]: from ?? '' })
  // Rows that show no id may be equal (GAP-DELIVERY-LOG): only a row that the log has once is judged.
  const { rows } = await wholeLog(ctx, key, {})
  const nameOf = rowNames(rows)
  const all = rows.map(nameOf)
  const shown = recordsIn(first).map(nameOf)
  const isOnce = (name: string): boolean => all.indexOf(name) === all.lastIndexOf(name)
  const again = recordsIn(second).filter((row) => {
    const name = nameOf(row)
    return shown.includes(name) && isOnce(name)
  })
  ctx.expect('DLV-009', 'no row again on the next page after a new row', again.length === 0, again)
}
