import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Behaviour of the network between a replica and its database. `cut`: connections end, new ones are refused.
 * `stall`: no byte passes in either direction. `to-server`, `to-client`: none passes in this direction.
 * Blocked bytes arrive later, because TCP retransmits them. `delay`: each response is 200 ms late
 * by default.
 */
export type NetworkFault = 'cut' | 'stall' | 'to-server' | 'to-client' | 'delay'

const DELAY_MS = 200

interface Teardown {
  teardown(end: () => Promise<unknown>): unknown
}

/** A TCP proxy whose faults are switched on and off. */
export class DatabaseProxy {
  #server: Server
  #sockets = new Set<Socket>()
  #fault: NetworkFault | undefined
  #delayMs = DELAY_MS
  #questions = 0
  /** Connection of the last query. */
  #last: Socket | undefined
  /** Connections whose responses are lost. */
  #mute = new Set<Socket>()
  /** Resolves when bytes pass again. */
  #healed = Promise.withResolvers<void>()

  private constructor(port: number) {
    this.#server = createServer((client) => {
      if (this.#fault === 'cut') return void client.resetAndDestroy()
      const server = connect(port, '127.0.0.1')
      this.#pass(client, server, 'to-server')
      this.#pass(server, client, 'to-client')
    })
  }

  /** @param port of the database on this machine */
  static async start(run: Teardown, port: number): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(port)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    run.teardown(async () => {
      proxy.heal()
      for (const socket of proxy.#sockets) socket.destroy()
      await new Promise((resolve) => proxy.#server.close(resolve))
    })
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Number of messages to the server so far: each is the first half of a round trip. */
  get questions(): number {
    return this.#questions
  }

  break(fault: NetworkFault, delayMs = DELAY_MS): void {
    this.#fault = fault
    this.#delayMs = delayMs
    this.#healed = Promise.withResolvers()
    if (fault === 'cut') for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** Drops all further responses on the connection of the last query; other connections work. */
  loseAnswersOnLast(): void {
    if (this.#last) this.#mute.add(this.#last)
  }

  /** No byte passes any more on the connections so far; new ones work. */
  silenceAll(): void {
    for (const socket of this.#sockets) this.#mute.add(socket)
  }

  heal(): void {
    this.#fault = undefined
    this.#healed.resolve()
  }

  /** Forwards chunks in order; the end of a connection is forwarded after them. */
  #pass(from: Socket, to: Socket, direction: 'to-server' | 'to-client'): void {
    this.#sockets.add(from)
    let last = Promise.resolve()
    const inTurn = (act: () => void): void => {
      const arrived = performance.now()
      last = last.then(() => this.#wait(direction, arrived)).then(act)
    }
    from.on('data', (chunk: Buffer) => {
      if (direction === 'to-server') {
        this.#questions++
        this.#last = from
      }
      inTurn(() => void (to.destroyed || this.#mute.has(to) || to.write(chunk)))
    })
    from.on('end', () => inTurn(() => to.end()))
    from.on('error', () => undefined)
    from.on('close', () => {
      this.#sockets.delete(from)
      inTurn(() => to.destroy())
    })
  }

  async #wait(direction: 'to-server' | 'to-client', arrived: number): Promise<void> {
    while (this.#fault === 'stall' || this.#fault === direction) await this.#healed.promise
    if (this.#fault === 'delay' && direction === 'to-client')
      await sleep(Math.max(0, arrived + this.#delayMs - performance.now()))
  }
}
