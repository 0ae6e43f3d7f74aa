import type { FastifyInstance } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { type Certificate, signedBy } from '../fixtures/tls/certificate.ts'
import { document } from '../spec/contract.ts'
import { newControlListener } from './app/control-listener.ts'
import { newGates, resetAddressLimits, resetCounters } from './app/gates.ts'
import { newScheduler } from './app/jobs.ts'
import { closeObservers, newObservers } from './app/observers.ts'
import type { SimulatorOptions } from './app/options.ts'
import { publicListeners, warmUp } from './app/public-listener.ts'
import { shutDown } from './app/shutdown.ts'
import { Cursors } from './call/cursors.ts'
import { errorLog, isDiskFull } from './error-log.ts'
import { ExtraListeners } from './extra-listeners.ts'
import { Faults } from './faults/fault-injection.ts'
import { OwnFaults } from './faults/fault-list.ts'
import { publicHandlers } from './features/all.ts'
import { Forwarders } from './features/webhooks/forwarders.ts'
import { allowedReceivers, blockedReceiver } from './features/webhooks/sending/addresses.ts'
import { newSender } from './features/webhooks/sending/send.ts'
import type { Feed } from './feed.ts'
import { IpLimit } from './http/auth/ip-limit.ts'
import type { Gate } from './http/auth/gate.ts'
import type { Hold } from './http/listener.ts'
import { requestIds } from './http/request-id.ts'
import { secureRandom, seededRandom } from './ids/random.ts'
import { UploadReader } from './uploads/upload-reader.ts'
import { PdfRenderer } from './pdf/pdf-renderer.ts'
import type { Ports } from './ports.ts'
import { Quiesce } from './quiesce.ts'
import { OwnEntries } from './request-log/entries.ts'
import { Journal } from './request-log/journal.ts'
import { selfCall } from './self-call.ts'
import { checkDataFolder } from './store/data-folder.ts'
import { lockDirectory } from './store/lock.ts'
import { inTime } from './store/postgres/write-context.ts'
import { openStores } from './stores.ts'
import type { Scheduler } from './time/scheduler.ts'
import { cursorSecret, seedOfThisStart } from './world/seed.ts'
import { REGIONS, type Region } from './world/world.ts'

/** A constructed simulator that does not listen yet. */
export interface Simulator {
  control: FastifyInstance
  regions: Record<Region, FastifyInstance>
  /** Base URLs of the regions; set when they listen. */
  base_urls: Partial<Record<Region, string>>
  ports: Ports
  scheduler: Scheduler
  forwarders: Forwarders
  feed: Feed
  /** PEM of the certificate authority that clients have to trust; undefined without HTTPS. */
  ca: string | undefined
  /** Compiles the remaining validators between the first requests. */
  warmUp(): void
  close(): Promise<void>
}

/** Builds a simulator and locks its data directory. @throws {Error} if another process uses it */
export async function newSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  let unlock = (): void => undefined
  try {
    if (options.dataDir !== undefined) {
      unlock = lockDirectory(options.dataDir)
      for (const line of checkDataFolder(options.dataDir, { repair: options.repair ?? false }))
        console.error(`Repaired ${line}`)
    }
    const simulator = await build(options)
    return { ...simulator, close: () => simulator.close().finally(unlock) }
  } catch (error) {
    unlock()
    if (!isDiskFull(error)) throw error
    throw new Error(
      `No space left on the disk of ${options.dataDir}. Free some, then start again, or choose another folder with --data-dir.`,
      { cause: error },
    )
  }
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
async function build(options: SimulatorOptions): Promise<Simulator> {
  const report = options.report ?? errorLog()
  const stores = await openStores(options, report)
  const { shared, world, records, snapshots, clock } = stores
  const authority = options.httpsHosts && (await stores.authority())
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
    origins: {},
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
  const regions = Object.fromEntries(
    REGIONS.map((region) => [region, newRegionListener(gates[region])]),
  ) as Record<Region, FastifyInstance>
  const base_urls: Partial<Record<Region, string>> = {}
  const extraListeners = new ExtraListeners(
    (region, ipBudget) =>
      newRegionListener({ ...gates[region], ipLimit: new IpLimit(() => ipBudget) }),
    base_urls,
  )
  const control: FastifyInstance = newControlListener(
    ports,
    {
      ...observers,
      feed: shared?.services.feed ?? observers.feed,
      version: packageJson.version,
      startedAt: Date.now(),
      baseUrls: () => base_urls,
      scheduler: shared ? shared.moving(scheduler) : scheduler,
      shared,
      resetCounters: (organization) =>
        shared ? shared.resetCounters(organization) : resetCounters(gates, organization),
      resetAddressLimits: () => resetAddressLimits(gates),
      snapshots,
      exclusively: (task) => {
        const run = () => quiesce.during(() => scheduler.still(sender.abandon, task))
        return shared ? shared.requests.patient(run) : run()
      },
      watched: (handlers) => quiesce.overCallers(handlers),
      call: (listener, ...request) =>
        selfCall(listener === 'control' ? control : regions[listener], ...request),
      openListener: (region, ipBudget) => extraListeners.open(region, ipBudget),
      faults: faultList,
      journal: entries,
      forwarders,
      seed: () => options.world && structuredClone(options.world),
      ca: authority?.cert,
    },
    {
      report,
      requestId,
      cursors,
      controlHosts: options.controlHosts,
      hold: holdFor(),
      certificate,
      instrument: options.instrument,
    },
  )

  if (shared) await shared.start(scheduler)
  else await scheduler.start()
  return {
    control,
    regions,
    base_urls,
    ports,
    scheduler,
    forwarders,
    feed: observers.feed,
    ca: authority?.cert,
    warmUp,
    close: async () => {
      closeObservers(observers)
      faults.close()
      await extraListeners.close()
      await shutDown({
        listeners: [control, ...Object.values(regions)],
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
