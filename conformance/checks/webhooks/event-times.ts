import type { Check } from '../../check/check.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  COMPLETED,
  deliveryOf,
  REVIEW,
  sessionOf,
  subscribe,
} from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'
import type { JsonObject } from '../../http/json.ts'
import { utcTimeOf } from '../../utc-time.ts'
import { sleep } from '../../waiting.ts'

/** Age of a session before its cancellation. */
const PAUSE_MS = 3000
/** Tolerated difference of the clocks of the service's own machines. */
const CLOCKS_APART_MS = 1500

/** Events without an earlier event of their session, and the ends that they announce. */
const ENDS: Readonly<Record<string, JsonObject>> = {
  [CANCELLED]: { status: 'cancelled' },
  [COMPLETED]: { status: 'completed', outcome: 'approved', decided_by: 'rules' },
  [REVIEW]: { status: 'awaiting_review' },
}

/** `occurredAt` compared with the events of other sessions. */
export const eventTimeChecks: readonly Check[] = [
  {
    id: 'webhooks.time-of-the-transition',
    area: 'webhooks',
    requirements: ['EVB-007'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      states: ['webhook_subscription', 'session'],
      webhooks: true,
    },
    long: true,
    why: 'Events arrive in any order, so receivers sort them by the time at which they occurred.',
    async run(ctx) {
      const { hook, organization, key } = await subscribe(ctx, { events: Object.keys(ENDS) })
      const timeOf = async (type: string, id: string): Promise<unknown> => {
        await reach(ctx, 'session', { organization, session_id: id, ...ENDS[type] })
        return bodyOf(await deliveryOf(hook, type, about(id)))['occurredAt']
      }
      const old = new Map<string, string>()
      for (const type of Object.keys(ENDS)) {
        const fields = type === REVIEW ? { expected_outcome: 'review' } : {}
        old.set(type, await sessionOf(ctx, key, fields))
      }
      await sleep(PAUSE_MS)
      const first = await timeOf(CANCELLED, await sessionOf(ctx, key, {}))
      for (const [type, id] of old) {
        const later = await timeOf(type, id)
        ctx.expect(
          'EVB-007',
          `the time of the transition in ${type}: not before that of an earlier transition of another session`,
          utcTimeOf(later) >= utcTimeOf(first) - CLOCKS_APART_MS,
          `${String(first)}, then ${String(later)}`,
        )
      }
    },
  },
]
