import { iso } from '../../time/clock.ts'
import { newId, seededRandom, idPrefix } from '../../ids/random.ts'
import { DISABLED_AFTER_MS, delayAfter } from './sending/retry.ts'
import type { Attempt, Send } from './sending/send.ts'
import { signature } from './sending/sign.ts'
import type { Ports } from '../../ports.ts'
import {
  type Change,
  type Document,
  type Job,
  type Put,
  VersionConflict,
} from '../../store/records.ts'
import type { WebhookSubscription } from '../../world/world.ts'
import { holdDelivery, resumeDeliveries } from './paused.ts'
import { DISPATCH, EVENT, TEST_PING, type DispatchRecord, type EventRecord } from './events.ts'

/** One row of the delivery log: one attempt; never the secret, never the payload (DLV). */
export interface DeliveryRow {
  id: string
  subscription_id: string
  session_id: string | null
  event_type: string
  status: 'delivered' | 'failed'
  http_code: number | null
  latency_ms: number
  attempt: number
  error_code: string | null
  created_at: string
}

export const DELIVERY = 'delivery'

/** The job of one attempt: sends the stored bytes, logs the row, and plans the next attempt, in one batch. */
export async function deliver(ports: Ports, send: Send, job: Job, now: number): Promise<void> {
  const drop: Change = { type: 'unschedule', id: job.id }
  const dispatch = (await ports.records.read(job.scope, DISPATCH, job.ref)) as
    | Document<DispatchRecord>
    | undefined
  const event =
    dispatch &&
    ((await ports.records.read(job.scope, EVENT, dispatch.body.event_id)) as
      | Document<EventRecord>
      | undefined)
  const subscription = dispatch && findSubscription(ports, job.scope, dispatch.body.subscription_id)
  const waits = dispatch?.body.state === 'pending' && event && event.body.origin !== TEST_PING
  if (waits && subscription?.disabled_reason === 'paused') {
    await ports.records.write([drop, holdDelivery(dispatch)])
    // Another replica may have ended the pause before this one held the delivery.
    await ports.world.refresh()
    if (findSubscription(ports, job.scope, subscription.id)?.status === 'enabled')
      await resumeDeliveries(ports, job.scope, subscription.id, now)
    return
  }
  // A job that outlived its last attempt (the world could not be written after it) has nothing left to send.
  const over =
    dispatch?.body.state !== 'pending' ||
    !event ||
    subscription?.status !== 'enabled' ||
    // Dropped when failures disabled the subscription, which was restored since (GAP-RETRIES).
    dispatch.body.times_disabled !== subscription.times_disabled
  if (over) return ports.records.write([drop])

  // Orders the log by the start of attempts, independent of the receivers' speed.
  const { attempts: before, place } = dispatch.body
  const seq = before === 0 ? place : await ports.records.reserve()
  const { url } = subscription
  const attempt = await send(url, event.body.body, attemptHeaders(event.body, subscription, now))
  const attempts = before + 1
  // A ping tests the receiver at this moment: a response hours later would not help.
  const final = attempt.ok || attempt.httpCode === 410 || event.body.origin === TEST_PING
  const delay = final ? undefined : delayAfter(attempts)
  const state = attempt.ok ? 'delivered' : delay === undefined ? 'failed' : 'pending'
  try {
    await ports.records.write([
      {
        type: 'put',
        scope: job.scope,
        kind: DISPATCH,
        id: dispatch.id,
        body: { ...dispatch.body, attempts, state },
        ifVersion: dispatch.version,
      },
      { ...rowOf(job.scope, dispatch.id, event.body, subscription, attempt, attempts, now), seq },
      delay === undefined ? drop : { type: 'schedule', job: { ...job, due: now + delay } },
    ])
  } catch (error) {
    // Wiped while the receiver was responding, together with the job.
    if (error instanceof VersionConflict) return
    throw error
  }
  // The response of an address that was replaced in the meantime says nothing about the new one.
  if (subscription.url === url) await judgeSubscription(ports, subscription, attempt, now)
}

/** The headers that every delivery of an event carries (HDR). */
export function eventHeaders(event: EventRecord): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'vskit-webhooks/1',
    'X-Webhook-Id': event.id,
    ...(event.version !== null && { 'X-Webhook-Event-Version': event.version }),
    ...(event.origin !== undefined && { 'X-Webhook-Origin': event.origin }),
  }
}

/** Headers of one attempt at one receiver. */
function attemptHeaders(
  event: EventRecord,
  subscription: WebhookSubscription,
  now: number,
): Record<string, string> {
  const honoured = subscription.secrets.filter(
    ({ expires_at }) => expires_at === undefined || Date.parse(expires_at) > now,
  )
  return {
    ...eventHeaders(event),
    'X-Webhook-Timestamp': String(Math.floor(now / 1000)),
    'X-Webhook-Signature': signature(
      event.body,
      honoured.map(({ secret }) => secret),
    ),
  }
}

function rowOf(
  scope: string,
  dispatchId: string,
  event: EventRecord,
  subscription: WebhookSubscription,
  attempt: Attempt,
  attempts: number,
  now: number,
): Put {
  const row: DeliveryRow = {
    // Not from the shared random stream: the time of a receiver's response must not decide the next id (--seed).
    id: newId(seededRandom(`${dispatchId} ${attempts}`), 'dlv', idPrefix(dispatchId)),
    subscription_id: subscription.id,
    session_id: event.session_id === '' ? null : event.session_id,
    event_type: event.type,
    status: attempt.ok ? 'delivered' : 'failed',
    http_code: attempt.httpCode,
    latency_ms: attempt.latencyMs,
    attempt: attempts,
    error_code: attempt.errorCode,
    created_at: iso(now),
  }
  return {
    type: 'put',
    scope,
    kind: DELIVERY,
    id: row.id,
    body: row,
    ifVersion: 0,
    ...(event.session_id !== '' && { key1: event.session_id }),
    key2: subscription.id,
  }
}

/** Disables a receiver that is gone (410) or has failed for days; one success resets its failures. */
async function judgeSubscription(
  ports: Ports,
  subscription: WebhookSubscription,
  attempt: Attempt,
  now: number,
): Promise<void> {
  if (attempt.ok) {
    if (subscription.failing_since !== undefined)
      await ports.world.update(() => {
        delete subscription.failing_since
      })
    return
  }
  const since =
    subscription.failing_since === undefined ? now : Date.parse(subscription.failing_since)
  const reason =
    attempt.httpCode === 410
      ? 'receiver_gone'
      : now - since >= DISABLED_AFTER_MS
        ? 'failing'
        : undefined
  if (subscription.failing_since !== undefined && !reason) return
  await ports.world.update(() => {
    subscription.failing_since ??= iso(now)
    if (reason)
      Object.assign(subscription, {
        status: 'disabled',
        disabled_reason: reason,
        disabled_at: iso(now),
        times_disabled: (subscription.times_disabled ?? 0) + 1,
      })
  })
}

function findSubscription(
  ports: Ports,
  scope: string,
  id: string,
): WebhookSubscription | undefined {
  const organization = ports.world.organization(scope.split('/')[2]!)
  return organization?.webhook_subscriptions?.find((subscription) => subscription.id === id)
}
