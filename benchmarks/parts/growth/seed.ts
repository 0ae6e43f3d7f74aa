import { manyCalls } from '../../load/many-calls.ts'
import { createCall } from '../../load/paths.ts'
import type { RunningSimulator } from '../../process/simulator.ts'
import type { Receiver } from '../webhooks/receiver.ts'

const BATCH = 1000

/**
 * Fills a simulator with completed sessions through the public API: every step submitted, images
 * stored, the event delivered.
 * @returns the ids of the sessions
 */
export async function seed(
  { baseUrl, control, key }: RunningSimulator,
  receiver: Receiver,
  count: number,
  progress: (done: number) => void,
): Promise<string[]> {
  const ids: string[] = []
  const before = (await receiver.counted()).count
  for (let done = 0; done < count;) {
    const batch = Math.min(BATCH, count - done)
    await manyCalls(
      baseUrl,
      batch,
      () => createCall(key),
      (text) => {
        ids.push((JSON.parse(text) as { data: { id: string } }).data.id)
      },
    )
    const made = ids.slice(done)
    await manyCalls(control, batch, (i) => ({
      method: 'POST',
      path: `/sessions/${made[i]}/journey`,
      headers: { 'content-type': 'application/json' },
      body: '{"action":"submit"}',
    }))
    done += batch
    progress(done)
  }
  await receiver.reached(before + count)
  return ids
}
