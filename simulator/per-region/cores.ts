import type { Core } from '../app/core.ts'
import type { FeedSource } from '../feed.ts'
import type { Hold } from '../http/listener.ts'
import { writeContext } from '../store/postgres/write-context.ts'
import type { Organizations } from '../world/organizations.ts'
import { type ApiKey, type Organization, REGIONS, type Region } from '../world/world.ts'

export type Cores = Readonly<Record<Region, Core>>

/** The organizations of both regions. */
export class AllOrganizations implements Organizations {
  readonly #cores: Cores

  constructor(cores: Cores) {
    this.#cores = cores
  }

  get file(): { organizations: Organization[] } {
    return {
      organizations: REGIONS.flatMap((one) => this.#cores[one].ports.world.file.organizations),
    }
  }

  organization(id: string): Organization | undefined {
    return this.#first(({ ports }) => ports.world.organization(id))
  }

  keyByHash(sha256: string): { organization: Organization; key: ApiKey } | undefined {
    return this.#first(({ ports }) => ports.world.keyByHash(sha256))
  }

  #first<T>(look: (core: Core) => T | undefined): T | undefined {
    return look(this.#cores.us) ?? look(this.#cores.eu)
  }
}

/** Returns a feed of the items of several. */
export function joinedFeed(feeds: readonly FeedSource[]): FeedSource {
  return {
    subscribe: (kinds, listener) => {
      const stops = feeds.map((feed) => feed.subscribe(kinds, listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/**
 * Admits requests of the control API. Each core begins to read the newest state of its database at
 * once, and a call waits for those that it needs. So it works while the other database is lost.
 */
export class Arrivals {
  readonly #cores: Cores
  /** Resolve when the core has the newest state, with an error if it cannot; by headers of the request. */
  readonly #reached = new WeakMap<object, Record<Region, Promise<Error | undefined>>>()

  constructor(cores: Cores) {
    this.#cores = cores
  }

  readonly hold: Hold = (request, enter) => {
    const entered = (region: Region): Promise<Error | undefined> =>
      new Promise((resolve) => this.#cores[region].control.hold(request, resolve))
    this.#reached.set(request.headers, { us: entered('us'), eu: entered('eu') })
    // The conditions of a call of the simulator to itself hold for one of the databases only.
    writeContext.exit(() => enter())
  }

  /** Waits for the newest state of these regions. @throws the error of a region that cannot be read */
  async reach(
    { headers }: { headers: object },
    regions: readonly Region[] = REGIONS,
  ): Promise<void> {
    const reached = this.#reached.get(headers)
    const errors = await Promise.all(regions.map(async (region) => reached?.[region]))
    const error = errors.find(Boolean)
    if (error) throw error
  }
}
