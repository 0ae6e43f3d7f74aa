import { controlOperations } from '../app/control-listener.ts'
import type { Observers } from '../app/observers.ts'
import type { Call, Handler } from '../call/call.ts'
import { validationError } from '../call/errors.ts'
import { faultHandlers } from '../control/faults.ts'
import { feedHandlers } from '../control/feed.ts'
import { journalHandlers, readRequests } from '../control/journal.ts'
import { LOGS } from '../control/logs.ts'
import { newQueue } from '../control/queue.ts'
import { snapshotHandlers } from '../control/snapshots.ts'
import { SESSION } from '../features/sessions/session-record.ts'
import { ENVELOPE } from '../features/signing/envelope-record.ts'
import { DOCUMENT_TEMPLATE } from '../features/signing/document-templates.ts'
import { allKeys } from '../features/signing/seal-keys.ts'
import { EVENT } from '../features/webhooks/events.ts'
import { iso } from '../time/clock.ts'
import { REGIONS, type Region } from '../world/world.ts'
import { AllOrganizations, type Arrivals, type Cores, joinedFeed } from './cores.ts'
import { RegionalFaults } from './faults.ts'
import { regionalList } from './lists.ts'
import { RegionalRequestLog } from './request-log.ts'
import { type Find, Routes } from './routes.ts'
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
  const regionOf = (id: unknown): Region | undefined =>
    typeof id === 'string' ? world.organization(id)?.region : undefined
  const record =
    (kind: string, param: string): Find =>
    (call) =>
      routes.regionWhere(({ ports }) => ports.records.find(kind, call.params[param]!))
  /** Where the things are that a path names by its parameters. */
  const byPath: [prefix: string, find: Find][] = [
    ['/organizations/{id}', (call) => regionOf(call.params.id)],
    ['/sessions/{id}', record(SESSION, 'id')],
    ['/envelopes/{envelope_id}', record(ENVELOPE, 'envelope_id')],
    ['/document_templates/{template_id}', record(DOCUMENT_TEMPLATE, 'template_id')],
    ['/events/{event_id}', record(EVENT, 'event_id')],
    [
      '/seal_keys/{kid}',
      (call) =>
        routes.regionWhere(({ ports }, region) =>
          allKeys(ports).some(
            ({ place, key }) => place.region === region && key.kid === call.params.kid,
          ),
        ),
    ],
  ]
  const byOrganization = (name: string, otherwise: Handler['run']): Handler => {
    const one = routes.to(name, (call) => regionOf(call.query.organization))
    const isOne = (call: Call): boolean => call.query.organization !== undefined
    return {
      check: (call) => one.check!(call),
      run: (call) => (isOne(call) ? one.run(call) : otherwise(call)),
    }
  }
  const byBody = (name: string, find: (body: Record<string, unknown>) => Region | undefined) =>
    routes.to(name, (call) => find((call.body ?? {}) as Record<string, unknown>))
  const fromUs = (name: string): Handler => routes.to(name, () => 'us')
  const anyRegion = (region: unknown): Region => (region === 'eu' ? 'eu' : 'us')

  const handlers: Handlers = {
    ...Object.fromEntries(
      controlOperations.flatMap(({ operationId, path }) => {
        const found = byPath.find(([prefix]) => path.startsWith(`/control/v1${prefix}`))
        return found ? [[operationId, routes.to(operationId, found[1])]] : []
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
    getCertificateAuthority: fromUs('getCertificateAuthority'),
    getWorkflowVocabulary: fromUs('getWorkflowVocabulary'),
    listScopes: fromUs('listScopes'),
    listProviderStates: fromUs('listProviderStates'),
    getWorld: routes.each('getWorld', joinedWorld),
    reset: counting(
      partOrBoth(
        byBody('reset', ({ organization }) => regionOf(organization)),
        routes.change('reset'),
        (body) => body.organization !== undefined,
      ),
    ),
    // An id that the other region has is refused there.
    createOrganization: byBody(
      'createOrganization',
      ({ id, region }) => regionOf(id) ?? anyRegion(region),
    ),
    listOrganizations: routes.each('listOrganizations', joinedLists),
    reportForwardOutcome: routes.firstFound('reportForwardOutcome'),
    listDisclosures: fromUs('listDisclosures'),
    publishDisclosure: routes.change('publishDisclosure'),
    listAllSealKeys: routes.each('listAllSealKeys', joinedSealKeys),
    rotateSealKey: byBody('rotateSealKey', ({ region }) => anyRegion(region)),
    useProviderState: partOrBoth(
      byBody('useProviderState', ({ params }) => {
        const { organization, region } = (params ?? {}) as Record<string, unknown>
        return regionOf(organization) ?? anyRegion(region)
      }),
      routes.each('useProviderState'),
      (body) => body.action !== 'teardown',
    ),
    ...clockHandlers(cores, routes),
    ...faultHandlers(
      { random: cores.us.ports.random, world },
      { faults: new RegionalFaults(cores) },
    ),
    ...requestLogHandlers(),
    ...logHandlers(),
    ...feedHandlers(
      { world },
      {
        feed: joinedFeed(REGIONS.map((region) => cores[region].control.host.feed)),
        streams,
        shared: {
          follow: async (requests) => {
            for (const region of REGIONS) await cores[region].control.host.shared?.follow(requests)
          },
        },
      },
    ),
    ...regionalSnapshotHandlers(cores, routes, counting),
  }
  return handlers

  function counting(handler: Handler): Handler {
    return { ...handler, run: async (call) => counted(await handler.run(call), world) }
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
      ...settings,
      setJournal: {
        run: (call) => {
          arrivals.demand(call)
          return settings.setJournal!.run(call)
        },
      },
      listRequests: {
        check: (call) => listRequests!.check!(call),
        run: byOrganization('listRequests', list).run,
      },
    }
  }

  function logHandlers(): Handlers {
    return Object.fromEntries(
      Object.entries(LOGS).map(([name, read]) => [
        name,
        byOrganization(
          name,
          regionalList((region, call, page) => read(cores[region].ports, call, page), arrivals),
        ),
      ]),
    )
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

/** Both regions have one time: that of region us is shown. */
function clockHandlers(cores: Cores, routes: Routes): Handlers {
  const freeze = routes.change('freezeClock')
  return {
    getClock: routes.to('getClock', () => 'us'),
    setClock: routes.change('setClock'),
    resumeClock: routes.change('resumeClock'),
    advanceClock: routes.change(
      'advanceClock',
      'Set the time of both (POST /control/v1/clock/set): another advance would move region us twice.',
    ),
    settle: routes.change('settle'),
    freezeClock: {
      ...freeze,
      run: (call) => {
        const { at = iso(cores.us.ports.clock.now()) } = (call.body ?? {}) as { at?: string }
        call.body = { at }
        return freeze.run(call)
      },
    },
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
  const restore = counting(routes.change('restoreSnapshot'))
  return {
    ...snapshotHandlers(us.ports, { snapshots }, newQueue()),
    restoreSnapshot: {
      run: async (call) => {
        const missing = await snapshots.missingIn(call.params.snapshot_id!)
        if (missing.length === 1)
          throw validationError([
            {
              code: 'custom',
              path: ['snapshot_id'],
              message: `This snapshot cannot be restored: the database of region ${missing[0]} has no part of it`,
              param: 'snapshot_id',
            },
          ])
        return restore.run(call)
      },
    },
  }
}
