import type { Ports } from '../../ports.ts'
import { retryOnConflict } from '../../store/conflict.ts'
import type { Change, Document, Put } from '../../store/records.ts'
import { DISPATCH, type DispatchRecord } from './events.ts'

const ALL = Number.MAX_SAFE_INTEGER

/** Look-up key of the deliveries that became due while their subscription was paused. */
function keyOf(subscriptionId: string): string {
  return `held:${subscriptionId}`
}

/** Holds a delivery that became due during a pause until `resume` (GAP-RETRIES). */
export function holdDelivery({ scope, id, version, body }: Document<DispatchRecord>): Put {
  return {
    type: 'put',
    scope,
    kind: DISPATCH,
    id,
    body: { ...body, held: true },
    ifVersion: version,
    key1: keyOf(body.subscription_id),
  }
}

/**
 * Sends the deliveries that became due while the subscription was paused. Retries that are not yet due keep their time.
 */
export async function resumeDeliveries(
  ports: Ports,
  scope: string,
  subscriptionId: string,
  now: number,
): Promise<void> {
  const lane = `webhook:${subscriptionId}`
  await retryOnConflict(() => sendHeld(ports, scope, subscriptionId, lane, now))
  ports.wake(lane)
}

async function sendHeld(
  { records }: Ports,
  scope: string,
  subscriptionId: string,
  lane: string,
  now: number,
): Promise<void> {
  const dispatches = (await records.page(scope, DISPATCH, {
    key1: keyOf(subscriptionId),
    limit: ALL,
  })) as Document<DispatchRecord>[]
  await records.write(
    dispatches.flatMap(({ id, version, body: { held, ...body } }): Change[] => {
      if (!held || body.state !== 'pending') return []
      return [
        { type: 'put', scope, kind: DISPATCH, id, body, ifVersion: version },
        {
          type: 'schedule',
          job: { id: `deliver:${id}`, lane, due: now, kind: 'deliver', scope, ref: id },
        },
      ]
    }),
  )
}
