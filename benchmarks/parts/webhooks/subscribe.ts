import { type RunningSimulator, callJson } from '../../process/simulator.ts'
import { callOnce } from '../../measure/recording.ts'
import { BENCH_ORGANIZATION } from '../../process/world.ts'

const SUBSCRIPTIONS = `/organizations/${BENCH_ORGANIZATION}/webhook_subscriptions`

/**
 * Subscribes a receiver to every event of the loaded organization.
 * @returns the id of the subscription
 */
export async function subscribe({ control }: RunningSimulator, url: string): Promise<string> {
  const { data } = (await callJson(control, {
    method: 'POST',
    path: SUBSCRIPTIONS,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'test', url }),
  })) as { data: { id: string } }
  return data.id
}

/** Deletes the subscription; deliveries in flight then fail. */
export async function unsubscribe({ control }: RunningSimulator, id: string): Promise<void> {
  const { status } = await callOnce(control, {
    method: 'DELETE',
    path: `${SUBSCRIPTIONS}/${id}`,
    headers: {},
  })
  if (status > 299) throw new Error(`the subscription could not be deleted: ${status}`)
}
