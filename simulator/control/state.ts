import { iso } from '../clock/clock.ts'
import type { Ports } from '../ports.ts'
import { json } from '../service/answer.ts'
import type { Handler } from '../service/call.ts'
import { REGIONS } from '../store/world.ts'
import { restoreClock } from './clock.ts'
import type { ControlHost } from './host.ts'
import { organizationOf, wipeRecords } from './organization.ts'
import type { Queue } from './queue.ts'
import { clockView, organizationView, worldCounts } from './views.ts'

interface ResetBody { organization?: string, world?: boolean }

/** How the simulator is, what it holds, and how to wipe it. */
export function stateHandlers(ports: Ports, host: ControlHost, inTurn: Queue): Record<string, Handler> {
  return {
    getHealth: { run: async () => json(200, { data: await health(ports, host) }) },
    getWorld: {
      run: () => {
        const { ip_limit, organizations } = ports.world.file
        const limits = ip_limit === undefined ? {} : { ip_limit }
        return json(200, {
          data: { clock: clockView(ports.clock), ...limits, organizations: organizations.map(organizationView) },
        })
      },
    },
    reset: {
      check: (call) => {
        const { organization, world } = (call.body ?? {}) as ResetBody
        if (organization === undefined || world !== true) return []
        const message = 'The world is brought back as a whole: leave out organization'
        return [{ code: 'custom', path: ['world'], message, param: 'world' }]
      },
      run: async (call) => {
        const { organization, world = false } = (call.body ?? {}) as ResetBody
        await inTurn(() => organization === undefined
          ? resetAll(ports, host, world)
          : resetOne(ports, host, organization))
        return json(200, { data: { organization: organization ?? null, world, counts: worldCounts(ports.world) } })
      },
    },
  }
}

async function health({ clock, records, world }: Ports, host: ControlHost) {
  const urls = host.baseUrls()
  const due = (await records.lanes()).map((lane) => lane.due)
  return {
    status: 'ok',
    version: host.version,
    started_at: iso(host.startedAt),
    clock: clockView(clock),
    regions: Object.fromEntries(REGIONS.filter((one) => urls[one]).map((one) => [one, { base_url: urls[one] }])),
    counts: worldCounts(world),
    next_job_at: due.length === 0 ? null : iso(Math.min(...due)),
  }
}

async function resetOne(ports: Ports, host: ControlHost, id: string): Promise<void> {
  await wipeRecords(ports, organizationOf(ports, id))
  host.resetCounters(id)
}

async function resetAll(ports: Ports, host: ControlHost, world: boolean): Promise<void> {
  if (world) await restoreWorld(ports, host)
  await ports.records.clear()
  host.resetCounters()
}

/** Back to the organizations and the clock of the start; without a given world there were none. */
async function restoreWorld({ clock, world }: Ports, host: ControlHost): Promise<void> {
  const { organizations = [], clock: state = { frozen_at: null, offset_ms: 0 } } = host.seed() ?? {}
  restoreClock(clock, state)
  await world.update((file) => Object.assign(file, { organizations, clock: state }))
  host.scheduler.wake()
}
