import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import { type Certificate, signedBy } from '../../fixtures/tls/certificate.ts'
import { document } from '../../spec/contract.ts'
import type { Handler } from '../call/call.ts'
import { Cursors } from '../call/cursors.ts'
import { controlHandlers } from '../control/handlers.ts'
import type { ControlHost } from '../control/host.ts'
import { ExtraListeners } from '../extra-listeners.ts'
import { Faults } from '../faults/fault-injection.ts'
import { OwnFaults } from '../faults/fault-list.ts'
import { publicHandlers } from '../features/all.ts'
import { Forwarders } from '../features/webhooks/forwarders.ts'
import { allowedReceivers, blockedReceiver } from '../features/webhooks/sending/addresses.ts'
import { newSender } from '../features/webhooks/sending/send.ts'
import { IpLimit } from '../http/auth/ip-limit.ts'
import type { Gate } from '../http/auth/gate.ts'
import type { Hold } from '../http/listener.ts'
import { requestIds } from '../http/request-id.ts'
import { secureRandom, seededRandom } from '../ids/random.ts'
import { PdfRenderer } from '../pdf/pdf-renderer.ts'
import type { Ports } from '../ports.ts'
import { Quiesce } from '../quiesce.ts'
import type { Shared } from '../replicas/shared.ts'
import { OwnEntries } from '../request-log/entries.ts'
import { Journal } from '../request-log/journal.ts'
import { selfCall } from '../self-call.ts'
import { inTime } from '../store/postgres/write-context.ts'
import { newTurns } from '../store/turns.ts'
import { type Stores, openStores } from '../stores.ts'
import { hurryAdvances } from '../time/hurry-advances.ts'
import type { Scheduler } from '../time/scheduler.ts'
import { UploadReader } from '../uploads/upload-reader.ts'
import { roomyBudgets } from '../world/roomy-budgets.ts'
import { cursorSecret, seedOfThisStart } from '../world/seed.ts'
import type { Region } from '../world/world.ts'
import { newGates, resetAddressLimits, resetCounters } from './gates.ts'
import { newScheduler } from './jobs.ts'
import { type Observers, closeObservers, newObservers } from './observers.ts'
import type { SimulatorOptions } from './options.ts'
import { publicListeners } from './public-listener.ts'
import { shutDown } from './shutdown.ts'

/** One store with everything that works on it. */
export interface Core {
  ports: Ports
  /** Set if other processes use the same store. */
  shared: Shared | undefined
  scheduler: Scheduler
  forwarders: Forwarders
  observers: Observers
  /** The listeners of the regions that the store serves. */
  regions: Partial<Record<Region, FastifyInstance>>
  /** For the listener of the control API, which the caller builds. */
  control: {
    host: ControlHost
    handlers: Record<string, Handler>
    hold: Hold
    requestId: () => string
    cursors: Cursors
    certificate: Certificate | undefined
    /** Undefined for plain HTTP. */
    authority: Certificate | undefined
  }
  /** Ends responses that stay open while a client reads. */
  endStreams(): void
  /** Ends requests, then jobs, then closes the store. @param listeners further ones on this store */
  close(listeners?: readonly FastifyInstance[]): Promise<void>
}

/** Where the parts of a simulator find each other. */
export interface Surroundings {
  regions: readonly Region[]
  /** Base URLs of all regions; set when they listen. */
  baseUrls: Partial<Record<Region, string>>
  /** Public origins of all regions; set when they listen. */
  origins: Partial<Record<Region, string>>
  report: (error: unknown) => void
  /** The listener of the control API. */
  control: () => FastifyInstance
  /** @default the one that is stored with the data */
  authority?: Certificate | undefined
}

/**
 * Returns a new certificate chain that includes the authority, so that clients can trust either
 * key.
 */
function servedBy(authority: Certificate, hosts: readonly string[]): Certificate {
  const { key, cert } = signedBy(authority, 'vskit simulator', hosts)
  return { key, cert: cert + authority.cert }
}

/** Opens the stores, selects the adapters, binds the contract. */
export async function newCore(options: SimulatorOptions, around: Surroundings): Promise<Core> {
  const stores = await openStores(
    options,
    around.report,
    around.regions.length === 1 ? around.regions[0] : undefined,
  )
  try {
    return await build(options, around, stores)
  } catch (error) {
    await stores.close()
    throw error
  }
}

async function build(
  options: SimulatorOptions,
  around: Surroundings,
  stores: Stores,
): Promise<Core> {
  const { report, baseUrls, origins } = around
  const { shared, world, records, snapshots, clock } = stores
  const authority = options.httpsHosts && (around.authority ?? (await stores.authority()))
  const certificate = authority && servedBy(authority, options.httpsHosts!)
  const seeded = options.seed !== undefined
  const random =
    options.seed === undefined
      ? secureRandom()
      : seededRandom(await seedOfThisStart(world, options.seed))
  const forwarders = new Forwarders({ world, random, clock }, shared?.services.relay)
  // Forwarders do not survive their process.
  if (!shared) await forwarders.synchronize()
  const loopbackAllowed = options.loopbackReceivers ?? false
  const allowed = allowedReceivers(options.allowReceivers ?? [])
  const sender = newSender({
    loopbackAllowed,
    allowed,
    forwardOf: (url) => forwarders.forwardOf(url),
    // Measured durations differ between runs.
    ...(seeded && { elapsed: () => clock.now() }),
  })
  const pdf = options.pdf ?? new PdfRenderer()
  const uploads = new UploadReader()
  const ports: Ports = {
    clock,
    random,
    records,
    world,
    pdf,
    uploads,
    report,
    origins,
    turns: newTurns(),
    wake: (lane, due) => (shared?.lanes ?? scheduler).wake(lane, due),
    erased: (scope, ids) => entries.forget(scope, ids),
    receiverWarning: (url) => blockedReceiver(url, loopbackAllowed, allowed),
  }
  const scheduler = newScheduler(ports, { send: sender.send, seeded, lanes: shared?.lanes })
  const requestId = requestIds(random)
  const cursors = new Cursors(await cursorSecret(world, random))
  // A restored state may have another secret.
  shared?.onReplaced(() => {
    if (world.file.cursor_secret) cursors.use(world.file.cursor_secret)
  })
  const gates = newGates(ports, shared)
  const faultList = shared?.services.faults ?? new OwnFaults()
  const faults = new Faults(faultList, {
    random,
    addressLimit: ({ region, now }) => gates[region].ipLimit.details(now),
  })
  const entries = shared?.services.entries ?? new OwnEntries()
  const journal = new Journal(entries, {
    now: () => clock.now(),
    faultOf: (raw) => faults.faultIdOf(raw),
    report,
  })
  if (options.journal) await entries.set(true, undefined)
  const observers = newObservers(ports, journal, shared)

  const quiesce = new Quiesce(
    (organization) => world.organization(organization.id) === organization,
    shared && inTime,
  )
  const holdFor = (gate?: Gate): Hold =>
    shared
      ? (request, enter) => shared.requests.enter(request, gate, quiesce.hold(), enter)
      : (_request, enter) => {
          const held = quiesce.hold()
          if (held) void held.then(() => enter())
          else enter()
        }
  const publicOnes = publicHandlers(ports, document)
  const newRegionListener = publicListeners({
    handlers: shared?.requests.over(quiesce.over(publicOnes)) ?? quiesce.over(publicOnes),
    ports,
    shared,
    requestId,
    cursors,
    faults,
    journal,
    holdFor,
    certificate,
    realCamera: options.realCamera ?? false,
    instrument: options.instrument,
  })
  const regions: Core['regions'] = Object.fromEntries(
    around.regions.map((region) => [region, newRegionListener(gates[region])]),
  )
  const extraListeners = new ExtraListeners(
    (region, ipBudget) =>
      newRegionListener({ ...gates[region], ipLimit: new IpLimit(() => ipBudget) }),
    baseUrls,
  )
  const host: ControlHost = {
    ...observers,
    feed: shared?.services.feed ?? observers.feed,
    version: packageJson.version,
    startedAt: Date.now(),
    baseUrls: () => baseUrls,
    scheduler: shared ? shared.moving(scheduler) : scheduler,
    shared,
    ...(options.budgets === 'roomy' && { newBudgets: roomyBudgets() }),
    resetCounters: (organization) =>
      shared ? shared.resetCounters(organization) : resetCounters(gates, organization),
    resetAddressLimits: () => resetAddressLimits(gates),
    snapshots,
    writeProblems: () => stores.writeProblems(),
    exclusively: (task) => {
      const run = () =>
        hurryAdvances(scheduler, sender.abandon, () =>
          quiesce.during(() => scheduler.still(sender.abandon, task)),
        )
      return shared ? shared.requests.patient(run) : run()
    },
    watched: (handlers) => quiesce.overCallers(handlers),
    call: (listener, ...request) =>
      selfCall(listener === 'control' ? around.control() : regions[listener]!, ...request),
    openListener: (region, ipBudget) => extraListeners.open(region, ipBudget),
    faults: faultList,
    journal: entries,
    forwarders,
    seed: () => options.world && structuredClone(options.world),
    ca: authority?.cert,
  }

  let streaming = true
  const endStreams = (): void => {
    if (streaming) closeObservers(observers)
    streaming = false
  }
  if (shared) await shared.start(scheduler)
  else await scheduler.start()
  return {
    ports,
    shared,
    scheduler,
    forwarders,
    observers,
    regions,
    control: {
      host,
      handlers: controlHandlers(ports, host),
      hold: holdFor(),
      requestId,
      cursors,
      certificate,
      authority,
    },
    endStreams,
    close: async (listeners = []) => {
      endStreams()
      faults.close()
      await extraListeners.close()
      await shutDown({
        listeners: [...listeners, ...Object.values(regions)],
        quiesce,
        scheduler,
        sender,
        forwarders,
        uploads,
        pdf: options.pdf ? undefined : pdf,
        stores,
      })
    },
  }
}
