import type { Gate } from '../http/auth/gate.ts'
import { IpLimit } from '../http/auth/ip-limit.ts'
import { KeyRing } from '../http/auth/key-ring.ts'
import { PublishableKeys } from '../http/auth/publishable-keys.ts'
import type { Ports } from '../ports.ts'
import type { Shared } from '../replicas/shared.ts'
import { REGIONS, type Region } from '../world/world.ts'

/** Requests before authentication that an address may make in a window, unless the world says otherwise. */
const IP_BUDGET = 600

export type Gates = Record<Region, Gate>

/** Builds the gate of each region: address limit, secret keys and publishable keys. */
export function newGates(ports: Ports, shared: Shared | undefined): Gates {
  const { clock, world } = ports
  const budget = (): number => world.file.ip_limit ?? IP_BUDGET
  const newGate = (region: Region): Gate => ({
    clock,
    keys: new KeyRing(world, region),
    ipLimit: shared?.requests.ipLimit(region, budget) ?? new IpLimit(budget),
    ...(shared && { take: shared.requests.take }),
    pages: { region, ports, keys: new PublishableKeys(world, region) },
  })
  return Object.fromEntries(REGIONS.map((region) => [region, newGate(region)])) as Gates
}

/** Resets the counters of an organization's keys in this process; without an id all counters. */
export function resetCounters(gates: Gates, organization?: string): void {
  for (const region of REGIONS) {
    gates[region].keys.reset(organization)
    if (organization === undefined) void gates[region].ipLimit.reset()
  }
}

/** Resets the counters of addresses only. */
export async function resetAddressLimits(gates: Gates): Promise<void> {
  for (const region of REGIONS) await gates[region].ipLimit.reset()
}
