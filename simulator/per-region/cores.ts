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
 * Admits requests of the control API when each core has the newest state of its database. A request
 * that needs one region works while the database of the other cannot be reached.
 */
export class Arrivals {
  readonly #cores: Cores
  /** Regions whose database could not be read, by the headers of the request. */
  readonly #lost = new WeakMap<object, Partial<Record<Region, Error>>>()

  constructor(cores: Cores) {
    this.#cores = cores
  }

  readonly hold: Hold = (request, enter) => {
    const lost: Partial<Record<Region, Error>> = {}
    this.#lost.set(request.headers, lost)
    const entered = REGIONS.map(
      (region) =>
        new Promise<void>((resolve) => {
          this.#cores[region].control.hold(request, (error) => {
            if (error) lost[region] = error
            resolve()
          })
        }),
    )
    // The conditions of a call of the simulator to itself hold for one of the databases only.
    void Promise.all(entered).then(() => writeContext.exit(() => enter()))
  }

  /** @throws the error with which the database of one of the regions could not be read */
  demand({ headers }: { headers: object }, regions: readonly Region[] = REGIONS): void {
    const lost = this.#lost.get(headers)
    const error = regions.map((region) => lost?.[region]).find(Boolean)
    if (error) throw error
  }
}
