import type { ControlHost } from '../control/host.ts'
import type { JournalState } from '../request-log/entries.ts'
import { REGIONS, type Region } from '../world/world.ts'
import type { Cores } from './cores.ts'
import { afterFirst } from './routes.ts'

type Log = ControlHost['journal']

/** The settings of both request logs. */
export class RegionalRequestLog implements Pick<Log, 'state' | 'set'> {
  readonly #cores: Cores

  constructor(cores: Cores) {
    this.#cores = cores
  }

  /** @param only records the requests of this organization; the log of the other region ends then */
  async set(on: boolean, only: string | undefined): Promise<void> {
    const wanted = (region: Region): boolean =>
      on && (only === undefined || this.#cores[region].ports.world.organization(only) !== undefined)
    await this.#log('us').set(wanted('us'), only)
    await afterFirst(() => this.#log('eu').set(wanted('eu'), only))
  }

  async state(): Promise<JournalState> {
    const [us, eu] = await Promise.all(REGIONS.map(async (region) => this.#log(region).state()))
    const all = us!.enabled && eu!.enabled
    return {
      enabled: us!.enabled || eu!.enabled,
      organization: all ? null : (us!.organization ?? eu!.organization),
      count: us!.count + eu!.count,
    }
  }

  #log(region: Region): Log {
    return this.#cores[region].control.host.journal
  }
}
