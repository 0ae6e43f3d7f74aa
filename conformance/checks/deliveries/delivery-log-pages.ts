import { blockIfAssumed } from '../../check/advice.ts'
import type { Check } from '../../check/check.ts'
import { about, CANCELLED, subscribe } from '../../check/events.ts'
import { recordsIn } from '../../check/lists.ts'
import { Blocked } from '../../check/outcome.ts'
import { at, type JsonObject } from '../../http/json.ts'
import { NEEDS, cancelled, ask, logOnce, holds } from './log-queries.ts'

export const deliveryLogPageChecks: readonly Check[] = [
  {
    id: 'deliveries.filters',
    area: 'deliveries',
    requirements: ['DLV-010', 'DLV-011', 'END-024'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: 'Integrators trace one verification or one endpoint; an ignored filter shows all of them.',
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
      const ofOne = recordsIn(await ask(ctx, one.key, { subscription_id: one.subscription_id }))
      const ofOther = recordsIn(await ask(ctx, one.key, { subscription_id: other.subscription_id }))
      // A sender may have tried once more in the meantime.
      const most = recordsIn(await ask(ctx, one.key, {})).length
      const divide = (some: JsonObject[], others: JsonObject[]): boolean =>
        some.length > 0 &&
        others.length > 0 &&
        some.length + others.length >= all.length &&
        some.length + others.length <= most
      ctx.expect(
        'DLV-010',
        `some of ${all.length} rows for one verification, and the others for the other`,
        divide(ofFirst, ofSecond) && !ofFirst.some((row) => holds(row, second)),
        `${ofFirst.length} and ${ofSecond.length}`,
      )
      for (const requirement of ['DLV-011', 'END-024']) {
        ctx.expect(
          requirement,
          `some of ${all.length} rows for one endpoint, and the others for the other`,
          divide(ofOne, ofOther) && !ofOne.some((row) => holds(row, other.subscription_id)),
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
    why: 'A missing page hides events; a repeated one duplicates them.',
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
      // Rows that show no id may be equal: they are counted (GAP-DELIVERY-LOG).
      const wanted = all.map((row) => JSON.stringify(row))
      // A sender may have tried once more in the meantime.
      const later = recordsIn(await ask(ctx, one.key, {})).map((row) => JSON.stringify(row))
      const whole = (isSame(seen, wanted) || isSame(seen, later)) && pages > 0
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

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted())
}
