import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'
import { type Receiver, receiverFor } from '../../simulator/testing/receiver.ts'
import type { Backend } from '../clients.ts'
import type { Run } from '../run.ts'

/** One delivery at the receiver. */
export interface Arrival {
  /** Lane of the subscription that it was sent to. */
  lane: string
  /** In `performance.now()` time. */
  at: number
  /** Process that sent it; undefined if the operating system cannot report it. */
  pid: number | undefined
}

/** A receiver with several subscriptions, each of which is a lane of jobs. */
export class Webhooks {
  readonly arrivals: Arrival[] = []
  #receiver: Receiver
  /** Lane by path of the URL. */
  #lanes = new Map<string, string>()
  #senders = new WeakMap<Socket, number>()

  private constructor(receiver: Receiver) {
    this.#receiver = receiver
  }

  /**
   * Starts the receiver and subscribes to these events.
   * @param pids returns the processes that may send
   */
  static async start(
    run: Run,
    backend: Backend,
    options: { subscriptions: number; events: string[]; pids: () => number[] },
  ): Promise<Webhooks> {
    const receiver = await receiverFor(run, ({ path }, response) => {
      const socket = response.socket!
      const pid = webhooks.#senders.get(socket) ?? processOf(socket, options.pids())
      if (pid !== undefined) webhooks.#senders.set(socket, pid)
      webhooks.arrivals.push({ lane: webhooks.#lanes.get(path)!, at: performance.now(), pid })
      response.writeHead(200).end()
    })
    const webhooks: Webhooks = new Webhooks(receiver)
    for (let no = 1; no <= options.subscriptions; no++) {
      const url = `${receiver.url}/${no}`
      const { id } = await backend.data<{ id: string }>('POST', '/v1/webhook-subscriptions', {
        url,
        events: options.events,
      })
      webhooks.#lanes.set(new URL(url).pathname, `webhook:${id}`)
    }
    return webhooks
  }

  get lanes(): string[] {
    return [...this.#lanes.values()]
  }

  get deliveries(): Receiver['deliveries'] {
    return this.#receiver.deliveries
  }

  /**
   * Returns the time of the first delivery of a lane after a given time; undefined if there is
   * none.
   */
  firstAfter(lane: string, moment: number): number | undefined {
    return this.arrivals.find((arrival) => arrival.lane === lane && arrival.at > moment)?.at
  }

  /** Returns repeats of a delivery with other bytes. */
  changedRepeats(): string[] {
    const bodies = new Map<string, string>()
    const changed: string[] = []
    for (const { headers, body } of this.deliveries) {
      const id = String(headers['x-webhook-id'])
      if ((bodies.get(id) ?? body) !== body) changed.push(`a repeat of ${id} has another body`)
      bodies.set(id, body)
    }
    return changed
  }

  /** Returns the lanes that received an event of this type, by session. */
  lanesOfEvents(type: string): Map<string, Set<string>> {
    const lanesBySession = new Map<string, Set<string>>()
    for (const { path, body } of this.deliveries) {
      const event = JSON.parse(body) as { type: string; sessionId: string }
      if (event.type !== type) continue
      const lanes = lanesBySession.get(event.sessionId) ?? new Set()
      lanesBySession.set(event.sessionId, lanes.add(this.#lanes.get(path)!))
    }
    return lanesBySession
  }
}

/**
 * Returns the process at the other end of a loopback connection; undefined without `/proc`.
 */
function processOf({ remotePort, localPort }: Socket, pids: readonly number[]): number | undefined {
  // Both ports: a process may use the same one for connections to different servers.
  const ends = ` ${loopback(remotePort!)} ${loopback(localPort!)} `
  try {
    const line = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .find((text) => text.includes(ends))
    const inode = line?.trim().split(/\s+/)[9]
    return pids.find((pid) => holds(pid, `socket:[${inode}]`))
  } catch {
    return undefined
  }
}

/** The address in the kernel's format. */
function loopback(port: number): string {
  return `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
}

function holds(pid: number, socket: string): boolean {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).some((fd) => readlinkSync(`${folder}/${fd}`) === socket)
  } catch {
    // The process has ended.
    return false
  }
}
