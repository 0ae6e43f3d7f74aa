/**
 * Webhook receiver that accepts everything after a delay and counts. Its first message sets the
 * delay; it replies with its address, and to each further message with its counts. It ends with the
 * bench.
 */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '../../../fixtures/tls/certificate.ts'

export interface ReceiverOrder {
  /** Response delay. */
  delayMs: number
}

export interface Received {
  /** Total number of answered deliveries. */
  count: number
  /** Epoch ms of the latest one. */
  lastAt: number
}

process.once('message', ({ delayMs }: ReceiverOrder) => {
  serve(delayMs)
})
process.on('disconnect', () => process.exit())

function serve(delayMs: number): void {
  const received: Received = { count: 0, lastAt: 0 }
  const server = createServer(selfSigned('vskit bench', ['127.0.0.1']), (request, response) => {
    const answer = (): void => {
      received.count++
      received.lastAt = Date.now()
      response.writeHead(204).end()
    }
    request.resume().once('end', () => {
      if (delayMs > 0) setTimeout(answer, delayMs)
      else answer()
    })
  })
  server.listen(0, '127.0.0.1', () => {
    process.on('message', () => {
      process.send!(received)
    })
    process.send!({ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` })
  })
}
