import { controlOperations } from '../app/control-listener.ts'
import type { Observers } from '../app/observers.ts'
import type { Call, Handler } from '../call/call.ts'
import { validationError } from '../call/errors.ts'
import { faultHandlers } from '../control/faults.ts'
import { feedHandlers } from '../control/feed.ts'
import { journalHandlers, readRequests } from '../control/journal.ts'
import { LOGS, type ReadLog } from '../control/logs.ts'
import { TAKEN_ID } from '../control/organizations.ts'
import { newQueue } from '../control/queue.ts'
import { snapshotHandlers } from '../control/snapshots.ts'
import { afterCommit } from '../store/unavailable.ts'
import { iso } from '../time/clock.ts'
import { REGIONS, type Region } from '../world/world.ts'
import { AllOrganizations, type Arrivals, type Cores, joinedFeed } from './cores.ts'
import { RegionalFaults } from './faults.ts'
import { Finding } from './finding.ts'
import { regionalList } from './lists.ts'
import { RegionalRequestLog } from './request-log.ts'
import { Routes } from './routes.ts'
import { RegionalSnapshots } from './snapshots.ts'
import { counted, joinedHealth, joinedLists, joinedSealKeys, joinedWorld } from './state.ts'

type Handlers = Record<string, Handler>

/** Every operation of the control API, over two databases. */
export function regionalHandlers(
  cores: Cores,
  arrivals: Arrivals,
  { metrics, streams }: Pick<Observers, 'metrics' | 'streams'>,
): Handlers {
  const routes = new Routes(cores, arrivals)
  const world = new AllOrganizations(cores)
  const finding = new Finding(routes)
  const organization = (call: Call, id: unknown) => finding.organization(call, id)
  const anyRegion = (region: unknown): Region => (region === 'eu' ? 'eu' : 'us')

  const handlers: Handlers = {
    ...Object.fromEntries(
      controlOperations.flatMap(({ operationId, path }) => {
        const find = finding.ofPath(path)
        return find ? [[operationId, routes.to(operationId, find)]] : []
      }),
    ),
    getHealth: counting(routes.each('getHealth', joinedHealth)),
    getMetrics: {
      run: () => ({
        status: 200,
        bytes: Buffer.from(metrics.text()),
        contentType: 'text/plain; version=0.0.4; charset=utf-8',
      }),
    },
    getCertificateAuthority: routes.unasked('getCertificateAuthority'),
    getWorkflowVocabulary: routes.unasked('getWorkflowVocabulary'),
    listScopes: routes.unasked('listScopes'),
    listProviderStates: routes.unasked('listProviderStates'),
    getWorld: routes.each('getWorld', joinedWorld),
    reset: counting(
      partOrBoth(
        finding.byBody('reset', ({ organization: id }, call) => organization(call, id)),
        routes.change('reset'),
        (body) => body.organization !== undefined,
      ),
    ),
    createOrganization: creating(),
    listOrganizations: routes.each('listOrganizations', joinedLists),
    reportForwardOutcome: routes.firstFound('reportForwardOutcome'),
    listDisclosures: routes.to('listDisclosures', () => 'us'),
    // Region eu copies the list: after an error between the two, the next one brings both together.
    publishDisclosure: routes.change('publishDisclosure', {
      inEu: () => {
        const { disclosures } = cores.us.ports.world.file
        return cores.eu.ports.world.update((file) => Object.assign(file, { disclosures }))
      },
    }),
    listAllSealKeys: routes.each('listAllSealKeys', joinedSealKeys),
    rotateSealKey: finding.byBody('rotateSealKey', ({ region }) => anyRegion(region)),
    useProviderState: partOrBoth(
      // Not that of the organization, whose name may come with either region.
      finding.byBody('useProviderState', ({ params }) =>
        anyRegion((params as { region?: unknown } | undefined)?.region),
      ),
      routes.each('useProviderState'),
      (body) => body.action !== 'teardown',
    ),
    ...clockHandlers(cores, routes),
    ...regionalFaultHandlers(),
    ...requestLogHandlers(),
    ...logHandlers(),
    ...regionalFeedHandlers(),
    ...regionalSnapshotHandlers(cores, routes, counting),
  }
  return handlers

  function counting(handler: Handler): Handler {
    return { ...handler, run: async (call) => counted(await handler.run(call), world) }
  }

  /** An id names one organization in both regions. */
  function creating(): Handler {
    const create = finding.byBody(
      'createOrganization',
      async ({ id, region }, call) => (await organization(call, id)) ?? anyRegion(region),
    )
    const inTurn = newQueue()
    return {
      ...create,
      run: (call) => {
        const { id, region } = call.body as { id?: string; region: Region }
        if (id === undefined) return create.run(call)
        const other = cores[region === 'us' ? 'eu' : 'us']
        return inTurn(async () => {
          if (other.ports.world.organization(id)) throw validationError([TAKEN_ID])
          const created = await create.run(call)
          // Another replica may have created one there meanwhile; it finds this one, too.
          await afterCommit(() => other.shared!.state.sync())
          if (!other.ports.world.organization(id)) return created
          await cores[region].ports.world.update((file) => {
            file.organizations = file.organizations.filter((one) => one.id !== id)
          })
          throw validationError([TAKEN_ID])
        })
      },
    }
  }

  function regionalFaultHandlers(): Handlers {
    const { createFault, listFaults, deleteFault } = faultHandlers(
      { random: cores.us.ports.random, world },
      { faults: new RegionalFaults(cores) },
    ) as Record<'createFault' | 'listFaults' | 'deleteFault', Handler>
    const reached = async (call: Call): Promise<unknown> => {
      const { organization: id } = (call.body ?? {}) as { organization?: unknown }
      return id === undefined ? arrivals.reach(call) : organization(call, id)
    }
    return {
      createFault: {
        check: (call) => reached(call).then(() => createFault.check!(call)),
        run: (call) => createFault.run(call),
      },
      listFaults: finding.byQuery('listFaults', listFaults),
      deleteFault,
    }
  }

  function requestLogHandlers(): Handlers {
    const log = new RegionalRequestLog(cores)
    const { listRequests, ...settings } = journalHandlers(
      { world },
      {
        journal: { state: () => log.state(), set: (...given) => log.set(...given), page: () => [] },
      },
    )
    const list = regionalList(
      (region, call, page) => readRequests(cores[region].control.host.journal, call, page),
      arrivals,
    )
    return {
      ...routes.reaching(settings),
      listRequests: {
        check: (call) => listRequests!.check!(call),
        run: finding.byQuery('listRequests', { run: list }).run,
      },
    }
  }

  function logHandlers(): Handlers {
    const list = (read: ReadLog): Handler => ({
      run: regionalList((region, call, page) => read(cores[region].ports, call, page), arrivals),
    })
    return Object.fromEntries(
      Object.entries(LOGS).map(([name, read]) => [name, finding.byQuery(name, list(read))]),
    )
  }

  function regionalFeedHandlers(): Handlers {
    const hosts = REGIONS.map((region) => cores[region].control.host)
    const { followFeed } = feedHandlers(
      { world },
      {
        feed: joinedFeed(hosts.map(({ feed }) => feed)),
        streams,
        shared: {
          follow: async (requests) => {
            for (const { shared } of hosts) await shared?.follow(requests)
          },
        },
      },
    ) as Record<'followFeed', Handler>
    return { followFeed: finding.byQuery('followFeed', followFeed) }
  }
}

/** Runs the first handler for bodies that concern one region, the second for others. */
function partOrBoth(
  part: Handler,
  both: Handler,
  isPart: (body: Record<string, unknown>) => boolean,
): Handler {
  const of = (call: Call): Handler =>
    isPart((call.body ?? {}) as Record<string, unknown>) ? part : both
  return {
    check: (call) => of(call).check?.(call) ?? [],
    run: (call) => of(call).run(call),
  }
}

/** Both regions have one time: region eu takes that of region us, which is shown. */
function clockHandlers({ us, eu }: Cores, routes: Routes): Handlers {
  const clock = us.ports.clock
  const inEu =
    (operation: string, bodyOf: () => object) =>
    (call: Call): unknown => {
      call.body = bodyOf()
      return eu.control.handlers[operation]!.run(call)
    }
  const at = (): object => ({ at: iso(clock.now()) })
  return {
    getClock: routes.to('getClock', () => 'us'),
    setClock: routes.change('setClock'),
    resumeClock: routes.change('resumeClock'),
    advanceClock: routes.change('advanceClock', {
      inEu: inEu('advanceClock', () => ({
        seconds: Math.max(0, clock.now() - eu.ports.clock.now()) / 1000,
      })),
      again:
        'Set the time of both (POST /control/v1/clock/set): another advance would move region us twice.',
    }),
    settle: routes.change('settle'),
    freezeClock: routes.change('freezeClock', { inEu: inEu('freezeClock', at) }),
  }
}

function regionalSnapshotHandlers(
  cores: Cores,
  routes: Routes,
  counting: (handler: Handler) => Handler,
): Handlers {
  const { us, eu } = cores
  const snapshots = new RegionalSnapshots({
    us: us.control.host.snapshots,
    eu: eu.control.host.snapshots,
  })
  /** @throws {ApiError} validation_error if a database has no part of the snapshot */
  const demandWhole = async ({ params }: Call): Promise<void> => {
    const missing = await snapshots.missingIn(params.snapshot_id!)
    if (missing.length !== 1) return
    const message = `This snapshot cannot be used: the database of region ${missing[0]} has no part of it. Delete it`
    throw validationError([
      { code: 'custom', path: ['snapshot_id'], message, param: 'snapshot_id' },
    ])
  }
  const whole = (handler: Handler): Handler => ({
    run: async (call) => {
      await demandWhole(call)
      return handler.run(call)
    },
  })
  const handlers = routes.reaching(snapshotHandlers(us.ports, { snapshots }, newQueue()))
  return {
    ...handlers,
    exportSnapshot: whole(handlers.exportSnapshot!),
    restoreSnapshot: whole(counting(routes.change('restoreSnapshot'))),
  }
}
