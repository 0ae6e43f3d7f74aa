import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import type { DecisionSource } from '../sessions/rules/lifecycle.ts'
import type { Change } from '../../store/records.ts'
import type { Mode, Organization, WebhookSubscription } from '../../world/world.ts'
import type { SessionRecord } from '../sessions/session-record.ts'

/** An event as emitted: `body` is the exact text that every delivery, retry and replay sends (EVB). */
export interface EventRecord {
  id: string
  type: string
  session_id: string
  body: string
  /** Of the event contract (HDR); null for an unregistered event type (the test ping). */
  version: string | null
  /** Sent as `X-Webhook-Origin`. */
  origin?: string
  created_at: string
}

/** One event queued for one subscription. */
export interface DispatchRecord {
  id: string
  event_id: string
  subscription_id: string
  /** Position of its first attempt in the delivery log: by due time, not by response time. */
  place: number
  attempts: number
  state: 'pending' | 'delivered' | 'failed'
  /** `times_disabled` of the subscription at the time of the event. */
  times_disabled?: number
  /** Whether it became due while the subscription was paused. */
  held?: true
}

/** An event to be emitted. */
export interface EventDraft {
  type: string
  body: string
}

export const EVENT = 'event'
export const DISPATCH = 'dispatch'
/** Origin of the ping that a subscription's owner requests. */
export const TEST_PING = 'test_ping'
const VERSION = '1'

/** The standard body of a session event; `decisionSource` only if a decision exists. */
export function standardBody(
  session: SessionRecord,
  type: string,
  now: number,
  decisionSource?: DecisionSource,
): string {
  return JSON.stringify({
    sessionId: session.id,
    status: session.status,
    outcome: session.outcome,
    occurredAt: iso(now),
    mode: session.mode,
    type,
    ...(decisionSource && { decisionSource }),
  })
}

/**
 * Returns the changes that store an event and schedule its deliveries. They belong to the batch of the transition: a
 * crash loses both or neither.
 */
export async function emit(
  ports: Ports,
  organization: Organization,
  mode: Mode,
  scope: string,
  now: number,
  given: Pick<EventRecord, 'type' | 'session_id' | 'body'>,
): Promise<{ event: EventRecord; changes: Change[]; lanes: string[] }> {
  const event: EventRecord = {
    id: newId(ports.random, 'evt'),
    ...given,
    version: VERSION,
    created_at: iso(now),
  }
  const sent = await Promise.all(
    receiversOf(organization, mode, event.type).map((subscription) =>
      dispatch(ports, scope, event, subscription, now),
    ),
  )
  return {
    event,
    changes: [
      put(scope, EVENT, event.id, event, event.session_id),
      ...sent.flatMap(({ changes }) => changes),
    ],
    lanes: sent.map(({ lane }) => lane),
  }
}

/** Returns the enabled subscriptions to this event type, of the plane that produced it. */
export function receiversOf(
  { webhook_subscriptions = [] }: Organization,
  mode: Mode,
  type: string,
): WebhookSubscription[] {
  return webhook_subscriptions.filter(
    (subscription) =>
      subscription.mode === mode &&
      subscription.status === 'enabled' &&
      subscription.events.includes(type),
  )
}

/** Returns the changes that deliver a stored event to one subscription now. */
export async function dispatch(
  ports: Ports,
  scope: string,
  event: EventRecord,
  subscription: WebhookSubscription,
  now: number,
): Promise<{ changes: Change[]; lane: string }> {
  const id = newId(ports.random, 'dsp')
  const record: DispatchRecord = {
    id,
    event_id: event.id,
    subscription_id: subscription.id,
    place: await ports.records.reserve(),
    attempts: 0,
    state: 'pending',
    ...(subscription.times_disabled && { times_disabled: subscription.times_disabled }),
  }
  const lane = `webhook:${subscription.id}`
  return {
    lane,
    changes: [
      put(scope, DISPATCH, id, record),
      {
        type: 'schedule',
        job: { id: `deliver:${id}`, lane, due: now, kind: 'deliver', scope, ref: id },
      },
    ],
  }
}

/** The first delivery reads both event and dispatch. */
function put(scope: string, kind: string, id: string, body: object, key1?: string): Change {
  const keys = key1 === undefined ? {} : { key1 }
  return { type: 'put', scope, kind, id, body, ifVersion: 0, ...keys, readSoon: true }
}
