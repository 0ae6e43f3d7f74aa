import { type RunningSimulator, callJson } from '../simulator.ts'
import { callOnce } from '../recording.ts'
import { BENCH_ORGANIZATION } from '../world.ts'

const SUBSCRIPTIONS = `/organizations/${BENCH_ORGANIZATION}/webhook_subscriptions`

/** Has every event of the loaded organization delivered there. @returns the id of the subscription */
export async function subscribe({ control }: RunningSimulator, url: string): Promise<string> {
  const { data } = (await callJson(control, {
    method: 'POST',
    path: SUBSCRIPTIONS,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'test', url }),
  })) as { data: { id: string } }
  return data.id
}

/** What is on its way to it then finds nobody. */
export async function unsubscribe({ control }: RunningSimulator, id: string): Promise<void> {
  const { status } = await callOnce(control, {
    method: 'DELETE',
    path: `${SUBSCRIPTIONS}/${id}`,
    headers: {},
  })
  if (status > 299) throw new Error(`a subscription could not be taken away: ${status}`)
}
