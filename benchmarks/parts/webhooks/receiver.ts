import type { ProcessGroup, Started } from '../../process/process-group.ts'
import type { HoldOrder, Received, ReceiverOrder } from './receiver-server.ts'

export interface Receiver {
  url: string
  process: Started
  counted(): Promise<Received>
  /** Holds responses back, or sends those that were held. @returns the counts before */
  hold(hold: boolean): Promise<Received>
  /**
   * Resolves when `count` deliveries have arrived, with the time of the latest.
   * @throws {Error} if deliveries stop
   */
  reached(count: number): Promise<Received>
}

/** Polling interval; arrival times come from the receiver's clock. */
const ASK_MS = 20
/** Timeout without a delivery. Retries begin after five seconds, so a longer wait brings none. */
const SILENCE_MS = 30_000

export async function startReceiver(
  group: ProcessGroup,
  core: number | undefined,
  order: ReceiverOrder,
): Promise<Receiver> {
  const process = group.start('receiver', group.script('parts/webhooks/receiver-server'), {
    core,
    messages: true,
  })
  const { url } = (await process.ask(order)) as { url: string }
  const ask = async (order: HoldOrder): Promise<Received> => (await process.ask(order)) as Received
  const counted = (): Promise<Received> => ask({})
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
  return { url, process, counted, hold: (hold) => ask({ hold }), reached }
}
