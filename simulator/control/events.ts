import { iso } from '../time/clock.ts'
import {
  EVENT,
  type EventRecord,
  TEST_PING,
  dispatch,
  emit,
  receiversOf,
} from '../features/webhooks/events.ts'
import type { Ports } from '../ports.ts'
import { type Answer, json } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { ApiError, validationError } from '../call/errors.ts'
import type { Mode } from '../world/world.ts'
import { eventView } from './logs.ts'
import { organizationOf } from './access/organization.ts'
import { anySession } from './access/session.ts'

/** Replays events and creates events of an older format (EVB, HDR). */
export function eventHandlers(ports: Ports): Record<string, Handler> {
  return {
    replayEvent: { run: (call) => replay(ports, call) },
    emitLegacyEvent: { run: (call) => emitLegacy(ports, call) },
  }
}

async function replay(ports: Ports, call: Call): Promise<Answer> {
  const { subscription_id } = (call.body ?? {}) as { subscription_id?: string }
  const stored = await ports.records.find(EVENT, call.params.event_id!)
  if (!stored) throw new ApiError('resource_not_found')
  const event = stored.body as EventRecord
  if (event.origin === TEST_PING && subscription_id === undefined) {
    const message = 'Subscriptions do not select test pings. Name the subscription to send it to.'
    throw validationError([
      { code: 'invalid_type', path: ['subscription_id'], message, param: 'subscription_id' },
    ])
  }
  const [, mode, organization] = stored.scope.split('/') as [string, Mode, string]
  const { webhook_subscriptions = [] } = organizationOf(ports, organization)
  const receivers =
    subscription_id === undefined
      ? receiversOf(organizationOf(ports, organization), mode, event.type)
      : webhook_subscriptions.filter(
          ({ id, mode: own, status }) =>
            id === subscription_id && own === mode && status === 'enabled',
        )
  if (subscription_id !== undefined && receivers.length === 0) {
    throw validationError([
      {
        code: 'custom',
        path: ['subscription_id'],
        param: 'subscription_id',
        message: "No enabled subscription of the event's organization and mode has that id",
      },
    ])
  }
  const sent = await Promise.all(
    receivers.map((subscription) => dispatch(ports, stored.scope, event, subscription, call.now)),
  )
  await ports.records.write(sent.flatMap(({ changes }) => changes))
  for (const { lane } of sent) ports.wake(lane)
  return json(200, { data: { event_id: event.id, deliveries: sent.length } })
}

async function emitLegacy(ports: Ports, call: Call): Promise<Answer> {
  const { type } = call.body as { type: string }
  const { scope, body: session } = await anySession(ports, call.params.id!)
  const body = JSON.stringify({
    sessionId: session.id,
    status: session.status,
    outcome: session.outcome,
    occurredAt: iso(call.now),
  })
  const { event, changes, lanes } = await emit(
    ports,
    organizationOf(ports, scope.split('/')[2]!),
    session.mode,
    scope,
    call.now,
    { type, session_id: session.id, body },
  )
  await ports.records.write(changes)
  for (const lane of lanes) ports.wake(lane)
  return json(201, { data: eventView(scope, event) })
}
