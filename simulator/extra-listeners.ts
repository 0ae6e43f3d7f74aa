import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Region } from './world/world.ts'

/** Opens and closes additional listeners of a region. */
export class ExtraListeners {
  readonly #open = new Set<FastifyInstance>()
  readonly #newListener: (region: Region, ipBudget: number) => FastifyInstance
  readonly #baseUrls: Partial<Record<Region, string>>

  /** @param baseUrls base URLs of the regions: extra listeners use the same host */
  constructor(
    newListener: (region: Region, ipBudget: number) => FastifyInstance,
    baseUrls: Partial<Record<Region, string>>,
  ) {
    this.#newListener = newListener
    this.#baseUrls = baseUrls
  }

  async open(
    region: Region,
    ipBudget: number,
  ): Promise<{ base_url: string; close: () => Promise<void> }> {
    const url = new URL(this.#baseUrls[region]!)
    const listener = this.#newListener(region, ipBudget)
    await listener.listen({ port: 0, host: url.hostname.replaceAll(/[[\]]/g, '') })
    this.#open.add(listener)
    url.port = String((listener.server.address() as AddressInfo).port)
    return { base_url: url.origin, close: () => this.#close(listener) }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((listener) => this.#close(listener)))
  }

  async #close(listener: FastifyInstance): Promise<void> {
    if (!this.#open.delete(listener)) return
    // Close keep-alive connections of this listener.
    listener.server.closeAllConnections()
    await listener.close()
  }
}
