import { setTimeout } from 'node:timers/promises'
import type { Check } from '../../check/check.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  deliveryOf,
  sessionOf,
  subscribe,
} from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'
import { utcTimeOf } from '../../utc-time.ts'

/** Age of a session before its cancellation. */
const PAUSE_MS = 3000
/** Tolerated difference of the clocks of the service's own machines. */
const CLOCKS_APART_MS = 1500

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
      const { hook, organization, key } = await subscribe(ctx, { events: [CANCELLED] })
      const timeOfCancellation = async (id: string): Promise<unknown> => {
        await reach(ctx, 'session', { organization, session_id: id, status: 'cancelled' })
        return bodyOf(await deliveryOf(hook, CANCELLED, about(id)))['occurredAt']
      }
      const old = await sessionOf(ctx, key, {})
      await setTimeout(PAUSE_MS)
      const first = await timeOfCancellation(await sessionOf(ctx, key, {}))
      const second = await timeOfCancellation(old)
      ctx.expect(
        'EVB-007',
        'the time of the transition: not before that of an earlier transition of another session',
        utcTimeOf(second) >= utcTimeOf(first) - CLOCKS_APART_MS,
        `${String(first)}, then ${String(second)}`,
      )
    },
  },
]
