import type { Ports } from '../../ports.ts'
import type { Change } from '../../store/records.ts'
import { DISPATCH, type DispatchRecord } from './events.ts'

const ALL = Number.MAX_SAFE_INTEGER

/** Retries pending deliveries of one subscription now. */
export async function retryNow(
  ports: Ports,
  scope: string,
  subscriptionId: string,
  now: number,
): Promise<void> {
  const dispatches = await ports.records.page(scope, DISPATCH, { limit: ALL })
  const lane = `webhook:${subscriptionId}`
  await ports.records.write(
    dispatches.flatMap(({ id, body }): Change[] => {
      const { state, attempts, subscription_id } = body as DispatchRecord
      if (state !== 'pending' || attempts === 0 || subscription_id !== subscriptionId) return []
      return [
        {
          type: 'schedule',
          job: { id: `deliver:${id}`, lane, due: now, kind: 'deliver', scope, ref: id },
        },
      ]
    }),
  )
  ports.wake(lane)
}
