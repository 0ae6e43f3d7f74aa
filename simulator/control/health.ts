import { iso } from '../time/clock.ts'
import type { Ports } from '../ports.ts'
import { json } from '../call/answer.ts'
import { ApiError } from '../call/errors.ts'
import { afterCommit } from '../store/unavailable.ts'
import type { Handler } from '../call/call.ts'
import { type Mode, REGIONS } from '../world/world.ts'
import { removeFaults } from './faults.ts'
import type { ControlHost } from './host.ts'
import { organizationOf, wipeRecords } from './access/organization.ts'
import type { Queue } from './queue.ts'
import { clockView, organizationView, worldCounts } from './views.ts'

interface ResetBody {
  organization?: string
  mode?: Mode
  world?: boolean
}

/** Health, record counts and reset of the simulator. */
export function stateHandlers(
  ports: Ports,
  host: ControlHost,
  inTurn: Queue,
): Record<string, Handler> {
  return {
    getHealth: { run: async () => json(200, { data: await health(ports, host) }) },
    getMetrics: {
      run: () => ({
        status: 200,
        bytes: Buffer.from(host.metrics.text()),
        contentType: 'text/plain; version=0.0.4; charset=utf-8',
      }),
    },
    getCertificateAuthority: {
      run: () => {
        if (host.ca === undefined)
          throw new ApiError(
            'resource_not_found',
            {},
            'This simulator speaks plain HTTP and has no certificate authority. Start it with --https.',
          )
        return {
          status: 200,
          bytes: Buffer.from(host.ca),
          contentType: 'application/pem-certificate-chain',
        }
      },
    },
    getWorld: {
      run: () => {
        const { ip_limit, organizations } = ports.world.file
        const limits = ip_limit === undefined ? {} : { ip_limit }
        return json(200, {
          data: {
            clock: clockView(ports.clock),
            loopback_receivers: ports.receiverWarning?.('https://127.0.0.1/') === undefined,
            ...limits,
            organizations: organizations.map(organizationView),
          },
        })
      },
    },
    reset: {
      patient: true,
      check: (call) => {
        const { organization, mode, world } = (call.body ?? {}) as ResetBody
        if (world !== true || (organization === undefined && mode === undefined)) return []
        const message = 'The world is reset as a whole: leave out organization and mode'
        return [{ code: 'custom', path: ['world'], message, param: 'world' }]
      },
      run: async (call) => {
        const body = (call.body ?? {}) as ResetBody
        await inTurn(() => reset(ports, host, body))
        const { organization = null, mode = null, world = false } = body
        return json(200, { data: { organization, mode, world, counts: worldCounts(ports.world) } })
      },
    },
  }
}

async function health({ clock, origins, records, world }: Ports, host: ControlHost) {
  const urls = host.baseUrls()
  const problems = await host.writeProblems()
  const due = (await records.lanes()).map((lane) => lane.due)
  return {
    status: problems.length === 0 ? 'ok' : 'failing',
    ...(problems.length > 0 && { problems }),
    version: host.version,
    started_at: iso(host.startedAt),
    clock: clockView(clock),
    regions: Object.fromEntries(
      REGIONS.filter((one) => urls[one]).map((one) => [
        one,
        { base_url: urls[one], public_url: origins[one] ?? urls[one] },
      ]),
    ),
    counts: worldCounts(world),
    next_job_at: due.length === 0 ? null : iso(Math.min(...due)),
    ...(await host.shared?.health()),
  }
}

async function reset(
  ports: Ports,
  host: ControlHost,
  { world, ...which }: ResetBody,
): Promise<void> {
  if (!world) return wipeData(ports, host, which)
  await restoreWorld(ports, host)
  await afterCommit(() => wipeData(ports, host, which))
}

async function wipeData(
  ports: Ports,
  host: ControlHost,
  { organization, mode }: Omit<ResetBody, 'world'>,
): Promise<void> {
  if (organization === undefined && mode === undefined) {
    await ports.records.clear()
    await afterCommit(() => ports.erased())
  } else {
    const wiped =
      organization === undefined
        ? ports.world.file.organizations
        : [organizationOf(ports, organization)]
    for (const one of wiped) await wipeRecords(ports, one, mode && [mode])
  }
  await afterCommit(async () => {
    await host.resetCounters(organization)
    await removeFaults(host, organization, mode)
  })
}

/** Restores the world of the start; without a given one there were no organizations. */
async function restoreWorld({ clock, world }: Ports, host: ControlHost): Promise<void> {
  const {
    organizations = [],
    disclosures = [],
    clock: state = { frozen_at: null, offset_ms: 0 },
    ip_limit,
  } = host.seed() ?? {}
  await world.update((file) => {
    Object.assign(file, { organizations, disclosures, clock: state })
    // A restored snapshot may have set one.
    if (ip_limit === undefined) delete file.ip_limit
    else file.ip_limit = ip_limit
  })
  clock.restore(state)
  await afterCommit(() => host.forwarders.synchronize())
  host.scheduler.wake()
}
