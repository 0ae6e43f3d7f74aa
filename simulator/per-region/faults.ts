import type { ControlHost } from '../control/host.ts'
import { type Fault, MOST_RECEIPTS, type NewFault, isActive } from '../faults/fault-list.ts'
import { REGIONS, type Region } from '../world/world.ts'
import type { Cores } from './cores.ts'

type List = ControlHost['faults']

/**
 * The faults of both regions. A fault that names neither an organization nor a key is in both lists
 * under one id, and each region counts its uses.
 */
export class RegionalFaults implements List {
  readonly #cores: Cores

  constructor(cores: Cores) {
    this.#cores = cores
  }

  async all(): Promise<Fault[]> {
    return joined(await this.#each((list) => list.all()))
  }

  async add(fault: NewFault): Promise<boolean> {
    const added: Region[] = []
    try {
      for (const region of this.#regionsOf(fault))
        if (await this.#list(region).add(fault)) added.push(region)
        else return await this.#takeBack(added, fault)
    } catch (error) {
      await this.#takeBack(added, fault)
      throw error
    }
    return true
  }

  async remove(which: (fault: Fault) => boolean): Promise<Fault[]> {
    return joined(await this.#each((list) => list.remove(which)))
  }

  #each<T>(task: (list: List) => T | Promise<T>): Promise<T[]> {
    return Promise.all(REGIONS.map(async (region) => task(this.#list(region))))
  }

  #list(region: Region): List {
    return this.#cores[region].control.host.faults
  }

  async #takeBack(regions: readonly Region[], { id }: NewFault): Promise<false> {
    for (const region of regions) await this.#list(region).remove((fault) => fault.id === id)
    return false
  }

  #regionsOf({ organization, match: { key_id } }: NewFault): Region[] {
    if (organization === null && key_id === undefined) return REGIONS
    return REGIONS.filter((region) =>
      this.#cores[region].ports.world.file.organizations.some(
        ({ id, keys }) =>
          (organization === null || id === organization) &&
          (key_id === undefined || keys.some((key) => key.id === key_id)),
      ),
    )
  }
}

/** Returns the faults of both lists in the order of their creation, each once. */
function joined(lists: (readonly Fault[])[]): Fault[] {
  const byId = Map.groupBy(lists.flat(), ({ id }) => id)
  return [...byId.values()]
    .map(([one, other]) => (other ? sum(one!, other) : one!))
    .sort((one, other) => one.created - other.created)
}

function sum(one: Fault, other: Fault): Fault {
  return {
    ...one,
    hits: one.hits + other.hits,
    last: [...one.last, ...other.last].sort((a, b) => b.at - a.at).slice(0, MOST_RECEIPTS),
    active: isActive(one) || isActive(other),
  }
}
