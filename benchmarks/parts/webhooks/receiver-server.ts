/**
 * Webhook receiver that accepts everything after a delay and counts. Its first message sets the
 * delay; it replies with its address, and to each further message with its counts. Such a message can
 * make it hold its responses back, or send them. It ends with the bench.
 */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '../../../fixtures/tls/certificate.ts'

export interface ReceiverOrder {
  /** Response delay. */
  delayMs: number
}

export interface HoldOrder {
  /** Whether responses are held back; omitted: as before. */
  hold?: boolean
}

export interface Received {
  /** Total number of answered deliveries. */
  count: number
  /** Epoch ms of the latest one. */
  lastAt: number
  /** Number of deliveries whose responses are held back. */
  held: number
}

process.once('message', ({ delayMs }: ReceiverOrder) => {
  serve(delayMs)
})
process.on('disconnect', () => process.exit())

function serve(delayMs: number): void {
  const received = { count: 0, lastAt: 0 }
  let held: (() => void)[] | undefined
  const server = createServer(selfSigned('vskit bench', ['127.0.0.1']), (request, response) => {
    const answer = (): void => {
      received.count++
      received.lastAt = Date.now()
      response.writeHead(204).end()
    }
    request.resume().once('end', () => {
      if (held) held.push(answer)
      else if (delayMs > 0) setTimeout(answer, delayMs)
      else answer()
    })
  })
  server.listen(0, '127.0.0.1', () => {
    process.on('message', ({ hold }: HoldOrder) => {
      process.send!({ ...received, held: held?.length ?? 0 } satisfies Received)
      if (hold === true) held ??= []
      if (hold === false) {
        for (const answer of held ?? []) answer()
        held = undefined
      }
    })
    process.send!({ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` })
  })
}
