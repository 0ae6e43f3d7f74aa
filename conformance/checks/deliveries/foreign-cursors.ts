import type { Check } from '../../check/check.ts'
import { about, CANCELLED, cancelledSession, subscribe } from '../../check/resources/events.ts'
import { recordsIn } from '../../check/lists.ts'
import { reach } from '../../check/states.ts'
import { cursorIn, logOnce, NEEDS, queryLog } from './log-queries.ts'

/** Owners of the log and keys without access to it, in the mode of the check or in the other one. */
const STRANGERS = [
  ['another organization', 'own', 'own', 'ERR-006'],
  ['live mode, with a test key', 'live', 'test', 'PLN-007'],
  ['test mode, with a live key', 'test', 'live', 'AUT-004'],
] as const

/** A cursor names a place in one log: it must not open that log to others. */
export const foreignCursorChecks: readonly Check[] = [
  {
    id: 'deliveries.cursor-of-another-log',
    area: 'deliveries',
    requirements: STRANGERS.map(([, , , requirement]) => requirement),
    level: 'must',
    needs: { ...NEEDS, states: ['organization', 'key', 'webhook_subscription', 'session'] },
    why: 'Cursors end up in links and logs; one that carries its owner shows the log of that owner to anyone.',
    async run(ctx) {
      const { list_limit: limit, list_cursor: cursor } = ctx.open.paging
      for (const [label, of, by, requirement] of STRANGERS) {
        const modeOf = (mode: typeof of) => (mode === 'own' ? ctx.mode : mode)
        const owner = await subscribe(ctx, { mode: modeOf(of), events: [CANCELLED] })
        for (let i = 0; i < 2; i++) {
          const { organization, hook, key } = owner
          const id =
            modeOf(of) === ctx.mode
              ? await cancelledSession(ctx, owner)
              : (
                  await reach(
                    ctx,
                    'session',
                    { organization, mode: modeOf(of), status: 'cancelled' },
                    'session_id',
                  )
                ).session_id
          await hook.wait(about(id))
          await logOnce(ctx, key, id, ({ length }) => length > 0)
        }
        const from = cursorIn(await queryLog(ctx, owner.key, { [limit]: '1' }), ctx.open.paging)
        if (from === undefined) {
          ctx.observe('GAP-DELIVERY-LOG', `no cursor was found by ${limit} and ${cursor}`)
          return
        }
        const asker = await (of === 'own'
          ? reach(ctx, 'organization', {})
          : reach(ctx, 'key', { organization: owner.organization, mode: modeOf(by) }))
        const answer = await queryLog(ctx, asker.key, { [limit]: '1', [cursor]: from })
        const rows = recordsIn(answer).length
        ctx.expect(requirement, `no row with a cursor of ${label}`, rows === 0, `${rows} rows`)
      }
    },
  },
]
