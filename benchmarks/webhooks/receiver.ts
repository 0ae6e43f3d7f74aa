import type { Stage, Started } from '../stage.ts'
import type { Received, ReceiverOrder } from './receiver-server.ts'

export interface Receiver {
  url: string
  process: Started
  counted(): Promise<Received>
  /** Resolves when so many have come, with the moment at which the newest did. @throws {Error} when none comes any more */
  reached(count: number): Promise<Received>
}

/** How often it is asked what it has; its own clock says when that came. */
const ASK_MS = 20
/** Retries begin after five seconds: whoever waits longer for a delivery waits for nothing. */
const SILENCE_MS = 30_000

export async function startReceiver(
  stage: Stage,
  core: number | undefined,
  order: ReceiverOrder,
): Promise<Receiver> {
  const process = stage.start('receiver', stage.script('webhooks/receiver-server'), {
    core,
    messages: true,
  })
  const { url } = (await process.ask(order)) as { url: string }
  const counted = async (): Promise<Received> => (await process.ask({})) as Received
  const reached = async (count: number): Promise<Received> => {
    for (let last = -1, since = performance.now(); ;) {
      const received = await counted()
      if (received.count >= count) return received
      if (received.count > last) since = performance.now()
      last = received.count
      if (performance.now() - since > SILENCE_MS) {
        throw new Error(
          `the receiver got ${received.count} of ${count} deliveries, and no more for ${SILENCE_MS / 1000} s`,
        )
      }
      await new Promise((resolve) => {
        setTimeout(resolve, ASK_MS)
      })
    }
  }
  return { url, process, counted, reached }
}
