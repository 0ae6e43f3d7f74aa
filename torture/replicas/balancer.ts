import { Agent, type IncomingMessage, type Server, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpClient } from '../http/client.ts'
import type { Run } from '../run.ts'

/** Time for which an unreachable target is skipped: `fail_timeout` in docs/replicas.md. */
const LEFT_OUT_MS = 1000
/** Idle connections to each target: `keepalive` there. */
const IDLE_CONNECTIONS = 64
/** nginx's default for connections of clients. Node's, 5 s, would close some that a slow client still uses. */
const KEEP_ALIVE_MS = 75_000
/** Methods that are retried when a connection breaks before the response, as in nginx. */
const REPEATED = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])
/** Headers of one connection, which are not passed on. */
const OF_CONNECTION = new Set(['connection', 'keep-alive'])

/**
 * Distributes requests to replicas like nginx with the configuration of docs/replicas.md: round
 * robin and keep-alive connections. A target that refuses a connection is skipped for a while. If a connection breaks,
 * the request is sent to the next target if its method may be repeated, and gets 502 otherwise.
 */
export class Balancer {
  /** Client of the replicas through the balancer. */
  client!: HttpClient
  #targets: { url: URL; outUntil: number }[]
  #next = 0
  #agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: IDLE_CONNECTIONS })
  #server: Server

  private constructor(targets: readonly string[]) {
    this.#targets = targets.map((url) => ({ url: new URL(url), outUntil: 0 }))
    this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        this.#forward(incoming, Buffer.concat(chunks)).then(
          (answer) => {
            outgoing.writeHead(answer.statusCode!, passedOn(answer))
            answer.on('error', () => outgoing.destroy())
            answer.pipe(outgoing)
          },
          (error: Error) => outgoing.writeHead(502).end(`balancer: ${error.message}`),
        )
      })
    })
  }

  /** @param targets base URLs of one region at each replica */
  static async start(run: Run, targets: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(targets)
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve))
    balancer.client = new HttpClient(balancer.url)
    run.teardown(() => balancer.#close())
    return balancer
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #forward(incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    let problem = new Error('no target')
    for (let tries = 0; tries < this.#targets.length; tries++) {
      const target = this.#choose()
      try {
        return await this.#send(target.url, incoming, body)
      } catch (error) {
        problem = error as Error
        const refused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
        if (refused) target.outUntil = performance.now() + LEFT_OUT_MS
        if (!refused && !REPEATED.has(incoming.method!)) break
      }
    }
    throw problem
  }

  #choose(): { url: URL; outUntil: number } {
    const now = performance.now()
    for (let tries = 0; tries < this.#targets.length; tries++) {
      const target = this.#targets[this.#next++ % this.#targets.length]!
      if (target.outUntil <= now) return target
    }
    return this.#targets[this.#next++ % this.#targets.length]!
  }

  #send(
    { hostname, port }: URL,
    incoming: IncomingMessage,
    body: Buffer,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { method, url: path } = incoming
      const headers = passedOn(incoming)
      const sent = request({ agent: this.#agent, hostname, port, method, path, headers }, resolve)
      sent.on('error', reject)
      sent.end(body)
    })
  }

  async #close(): Promise<void> {
    this.client.close()
    this.#agent.destroy()
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }
}

/** Returns names and values, alternating. */
function passedOn({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, i) => !OF_CONNECTION.has(rawHeaders[i - (i % 2)]!.toLowerCase()))
}
