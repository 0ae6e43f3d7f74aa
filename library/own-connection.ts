import type { Attempt, Connection, EventLine, OpenForwarder, Outcome } from './connection.ts'
import { SimulatorError, closedError } from './errors.ts'
import { HttpClient } from './http-client.ts'
import type { Mode } from '../spec/generated/wire.ts'
import type { Reply } from '../simulator/control/host.ts'
import { eventView } from '../simulator/control/logs.ts'
import { selfCall } from '../simulator/self-call.ts'
import type { RunningSimulator } from '../simulator/server.ts'

/** Calls a simulator in this process without opening a socket. */
export class OwnConnection implements Connection {
  readonly controlUrl: string
  readonly http: HttpClient
  readonly #simulator: RunningSimulator
  readonly #close: (() => void)[] = []
  /** Calls without a response yet. */
  readonly #waiting = new Set<(error: Error) => void>()
  #isClosed = false

  constructor(simulator: RunningSimulator) {
    this.#simulator = simulator
    this.http = new HttpClient(simulator.ca)
    this.controlUrl = `${simulator.control_url}/control/v1`
  }

  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown }> {
    this.http.checkOpen()
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    this.#waiting.add(reject)
    const call = selfCall(
      this.#simulator.control,
      method as 'GET',
      `/control/v1${path}`,
      headers,
      body,
    )
    call.then(resolve, reject).finally(() => this.#waiting.delete(reject))
    const { status, json } = await promise
    return { status, body: json }
  }

  async followEvents(listener: (line: EventLine) => void): Promise<() => void> {
    const stop = this.#simulator.feed.subscribe(['event'], (item) => {
      if (item.kind === 'event') listener(eventView(item.scope, item.event) as EventLine)
    })
    this.#close.push(stop)
    return stop
  }

  async forward(
    organizationId: string,
    mode: Mode,
    events: readonly string[] | undefined,
    take: (attempt: Attempt) => Promise<Outcome>,
  ): Promise<OpenForwarder> {
    this.http.checkOpen()
    const { forwarders, ports } = this.#simulator
    const organization = ports.world.organization(organizationId)
    if (!organization)
      throw new SimulatorError(`There is no organization '${organizationId}' to listen to.`)
    const forwarder = await forwarders.open(organization, mode, events, take)
    const { subscription_id, secret, close } = forwarder
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#close.push(resolve)
    void forwarder.ended.then(resolve)
    return {
      subscription_id,
      secret,
      ended,
      close: async () => {
        // After the simulator has closed, another one may have the data folder.
        if (!this.#isClosed) await close()
      },
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const close of this.#close) close()
    this.http.close()
    await this.#simulator.close()
    // A delivery that the close has aborted has no result: calls that wait for it never end.
    for (const reject of this.#waiting) reject(closedError())
  }
}
