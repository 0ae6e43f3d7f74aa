import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Certificate, selfSigned } from '../../fixtures/tls/certificate.ts'

/** A received webhook. */
export interface Delivery {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The raw body, which the signature covers. */
  body: string
}

/**
 * The response: a status, or a function that handles the response (one that does nothing lets the
 * sender wait).
 */
export type Behaviour = number | ((delivery: Delivery, response: ServerResponse) => void)

export interface Receiver {
  url: string
  port: number
  deliveries: Delivery[]
  /** May be changed at any time. */
  behaviour: Behaviour
  /** Resolves when `count` deliveries have arrived. @throws {Error} after ten seconds */
  until(count: number): Promise<Delivery[]>
  close(): Promise<void>
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}

let certificate: Certificate | undefined

/** Starts an HTTPS receiver on loopback with a self-signed certificate. Responds 200 by default. */
export async function receiverFor(t: Teardown, behaviour: Behaviour = 200): Promise<Receiver> {
  certificate ??= selfSigned('localhost', ['localhost'])
  const waiting = new Set<() => void>()
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const delivery = { method, path, headers, body: Buffer.concat(chunks).toString() }
      receiver.deliveries.push(delivery)
      for (const look of waiting) look()
      const { behaviour } = receiver
      if (typeof behaviour === 'number') response.writeHead(behaviour).end()
      else behaviour(delivery, response)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `https://127.0.0.1:${port}/hooks`,
    port,
    deliveries: [],
    behaviour,
    until: (count) =>
      new Promise((resolve, reject) => {
        const deadline = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`expected ${count} deliveries, got ${receiver.deliveries.length}`))
        }, 10_000)
        const look = (): void => {
          if (receiver.deliveries.length < count) return
          clearTimeout(deadline)
          waiting.delete(look)
          resolve(receiver.deliveries)
        }
        waiting.add(look)
        look()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  t.teardown(() => receiver.close())
  return receiver
}

/** Verifies a delivery's signature: an independent implementation of the receiver's side. */
export function signedWith(
  secret: string,
  { headers, body }: Pick<Delivery, 'headers' | 'body'>,
): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(body, 'utf8').digest()
  return String(headers['x-webhook-signature'])
    .split(' ')
    .some((value) => {
      const given = /^v1=([0-9a-f]{64})$/.exec(value)
      return given !== null && timingSafeEqual(Buffer.from(given[1]!, 'hex'), expected)
    })
}
