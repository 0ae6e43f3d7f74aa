import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import type { WebhookSubscription } from '../../world/world.ts'
import { EVENT, type EventRecord, TEST_PING, dispatch } from './events.ts'

/**
 * Sends a ping to one subscription, independent of its events. Its event type is not registered, so it has no version;
 * it is recognized by its origin, not by its `mode` (HDR, GAP-TEST-PING).
 * @returns the id of the event
 */
export async function sendPing(
  ports: Ports,
  scope: string,
  subscription: WebhookSubscription,
  now: number,
): Promise<string> {
  const type = 'webhook.test_ping'
  const event: EventRecord = {
    id: newId(ports.random, 'evt'),
    type,
    session_id: '',
    body: JSON.stringify({ type, test: true, mode: subscription.mode, occurredAt: iso(now) }),
    version: null,
    origin: TEST_PING,
    created_at: iso(now),
  }
  const { changes, lane } = await dispatch(ports, scope, event, subscription, now)
  await ports.records.write([
    { type: 'put', scope, kind: EVENT, id: event.id, body: event, ifVersion: 0 },
    ...changes,
  ])
  ports.wake(lane)
  return event.id
}
