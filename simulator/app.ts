import type { FastifyInstance, FastifyRequest } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { type Certificate, signedBy } from '../fixtures/tls/certificate.ts'
import { document, operations, readOperations } from '../spec/contract.ts'
import { secureRandom, seededRandom } from './ids/random.ts'
import { Scheduler } from './time/scheduler.ts'
import { bindConsole } from './console/bind.ts'
import { controlDocument } from './control/spec/document.ts'
import { controlGuard } from './control/access/guard.ts'
import { controlHandlers } from './control/handlers.ts'
import type { ControlHost } from './control/host.ts'
import { allowedReceivers, blockedReceiver } from './features/webhooks/sending/addresses.ts'
import { newSender } from './features/webhooks/sending/send.ts'
import { publicHandlers } from './features/all.ts'
import { debit } from './features/billing/charges.ts'
import { fulfilRequest } from './features/privacy/data-subject-requests.ts'
import { deliver } from './features/webhooks/deliveries.ts'
import { sendEmail } from './features/privacy/emails.ts'
import { keepEnvelopeNoLonger } from './features/signing/envelope-retention.ts'
import { forget } from './features/tokens/token-record.ts'
import { retainImagesNoLonger } from './features/privacy/erasure.ts'
import { expireSession } from './features/sessions/transitions.ts'
import { type Gate, admit, admitUnknownRoute } from './http/auth/admit.ts'
import { admitPreflight } from './http/auth/admit-page.ts'
import type { Binding } from './http/bind.ts'
import { Faults } from './faults/fault-injection.ts'
import { OwnFaults } from './faults/fault-list.ts'
import { Feed } from './feed.ts'
import { Forwarders } from './features/webhooks/forwarders.ts'
import { LineStreams } from './control/line-streams.ts'
import { SessionSearch } from './control/search/session-search.ts'
import { PageStream } from './control/stream/page-stream.ts'
import { OwnEntries } from './request-log/entries.ts'
import { Journal } from './request-log/journal.ts'
import { Metrics } from './request-log/metrics.ts'
import { KeyRing } from './http/auth/key-ring.ts'
import { PublishableKeys } from './http/auth/publishable-keys.ts'
import { type AddressLimit, IpLimit } from './http/auth/ip-limit.ts'
import { HttpDate } from './http/http-date.ts'
import { Validators } from './http/operations.ts'
import { requestIds } from './http/request-id.ts'
import { ExtraListeners } from './extra-listeners.ts'
import { selfCall } from './self-call.ts'
import { DataPlane } from './hosted/data-plane.ts'
import { bindJourney } from './hosted/routes.ts'
import { newListener } from './http/listener.ts'
import { PdfRenderer } from './pdf/pdf-renderer.ts'
import { UploadReader } from './uploads/upload-reader.ts'
import type { Ports } from './ports.ts'
import { errorLog, isDiskFull } from './error-log.ts'
import { checkDataFolder } from './store/data-folder.ts'
import { lockDirectory } from './store/lock.ts'
import { RecordWatch } from './store/record-watch.ts'
import { Cursors } from './call/cursors.ts'
import { Quiesce } from './quiesce.ts'
import { cursorSecret, seedOfThisStart } from './world/seed.ts'
import { type Stores, openStores } from './stores.ts'
import { REGIONS, type Region, type WorldFile } from './world/world.ts'

export interface SimulatorOptions {
  /**
   * Folder of `world.json`, `records.sqlite` and `snapshots`; undefined keeps all data in memory.
   */
  dataDir?: string
  /** URL of a PostgreSQL database that several simulators share, in place of a folder. */
  store?: string
  /**
   * Whether damaged files are discarded; each discarded item is reported on stderr. @default false:
   * an error
   */
  repair?: boolean
  /**
   * Whether acknowledged writes survive a loss of power: each commit is synced to the disk first.
   * Needs `dataDir`. @default false: they survive the end of the process
   */
  durable?: boolean
  /** Initial organizations. Stored ones take precedence. */
  world?: WorldFile
  /** Makes ids, secrets and jitter deterministic. */
  seed?: string
  /** Host names accepted by the control API, besides localhost and IP addresses. */
  controlHosts?: string[]
  /**
   * Host names and addresses of the certificate with which the listeners speak HTTPS. The simulator's
   * own authority signs it. @default plain HTTP
   */
  httpsHosts?: readonly string[]
  /** Whether webhooks are delivered to receivers on this machine. @default false */
  loopbackReceivers?: boolean
  /**
   * Further networks, addresses and names to which webhooks are delivered, without certificate
   * checks.
   */
  allowReceivers?: readonly string[]
  /** PDF renderer; the caller that passes one closes it. @default a new one */
  pdf?: PdfRenderer
  /** Whether requests are recorded from the start. @default false */
  journal?: boolean
  /**
   * Whether the hosted pages use the applicant's camera; its pictures stay in the page. @default
   * false
   */
  realCamera?: boolean
  /**
   * Called with every unexpected error (reported to the client as 500). @default writes to stderr
   */
  report?: (error: unknown) => void
}

/** A simulator that is built and does not listen yet. */
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
  /**
   * Compiles the remaining validators in small parts between the first requests, to delay neither
   * start nor requests.
   */
  warmUp(): void
  close(): Promise<void>
}

const IP_BUDGET = 600
/**
 * How long a close waits for deliveries in flight; interrupted ones are sent again after the next
 * start.
 */
const CLOSE_GRACE_MS = 1000

/** Shared by all simulators of the process: validators do not depend on one. */
const validators = new Validators(document)
const controlValidators = new Validators(controlDocument)
const controlOperations = readOperations(controlDocument)

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

/** Opens the stores, selects the adapters, binds the contract. */
async function build(options: SimulatorOptions): Promise<Simulator> {
  const report = options.report ?? errorLog()
  const stores = await openStores(options, report)
  const { shared, world, records, snapshots, clock } = stores
  const authority = options.httpsHosts && (await stores.authority())
  const certificate = authority && signedBy(authority, 'vskit simulator', options.httpsHosts!)
  const random =
    options.seed === undefined
      ? secureRandom()
      : seededRandom(await seedOfThisStart(world, options.seed))
  const seeded = options.seed !== undefined
  const forwarders = new Forwarders({ world, random, clock }, shared?.services.handover)
  // The forwarders of an earlier process have ended with it.
  if (!shared) await forwarders.synchronize()
  const loopbackAllowed = options.loopbackReceivers ?? false
  const allowed = allowedReceivers(options.allowReceivers ?? [])
  const sender = newSender({
    loopbackAllowed,
    allowed,
    forwardOf: (url) => forwarders.forwardOf(url),
    // Measured durations would differ in each run.
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
  const scheduler = new Scheduler(
    clock,
    records,
    {
      debit: (job) => debit(ports, job),
      deliver: (job, now) => deliver(ports, sender.send, job, now),
      'drop-envelope': (job, now) => keepEnvelopeNoLonger(ports, job, now),
      'delete-images': (job) => retainImagesNoLonger(ports, job),
      'expire-session': (job, now) => expireSession(ports, job, now),
      forget: (job) => forget(ports, job),
      'fulfil-request': (job, now) => fulfilRequest(ports, job, now),
      'send-email': (job, now) => sendEmail(ports, job, now),
    },
    report,
    seeded ? 1 : undefined,
    shared?.lanes,
  )

  const requestId = requestIds(random)
  const cursors = new Cursors(await cursorSecret(world, random))
  // The state of another store may come with another secret.
  shared?.onReplaced(() => {
    if (world.file.cursor_secret) cursors.use(world.file.cursor_secret)
  })
  const newIpLimit = (region: Region): AddressLimit => {
    const budget = world.file.ip_limit ?? IP_BUDGET
    return shared?.ipLimit(region, budget) ?? new IpLimit(budget)
  }
  const gates = Object.fromEntries(
    REGIONS.map((region): [Region, Gate] => [
      region,
      {
        clock,
        keys: new KeyRing(world, region),
        ipLimit: newIpLimit(region),
        ...(shared && { take: shared.take }),
        pages: { region, ports, keys: new PublishableKeys(world, region) },
      },
    ]),
  ) as Record<Region, Gate>
  const quiesce = new Quiesce(
    (organization) => world.organization(organization.id) === organization,
  )
  const publicOnes = publicHandlers(ports, document)
  const handlers = quiesce.over(shared?.over(publicOnes) ?? publicOnes)
  const holdFor = (region?: Region) =>
    shared
      ? (request: FastifyRequest) =>
          Promise.resolve(quiesce.hold()).then(() => shared.before(request, region))
      : quiesce.hold
  const faultList = shared?.services.faults ?? new OwnFaults()
  const faults = new Faults(faultList, {
    random,
    addressLimit: ({ region, now }) => gates[region].ipLimit.details(now),
  })
  const entries = shared?.services.entries ?? new OwnEntries()
  const journal = new Journal(entries, {
    now: () => clock.now(),
    faultOf: (raw) => faults.metBy(raw),
    report,
  })
  if (options.journal) await entries.set(true, undefined)
  const recordWatch = new RecordWatch(records)
  const feed = new Feed(recordWatch, journal)
  const metrics = new Metrics(feed)
  const search = new SessionSearch(records, recordWatch, report, !shared)
  const pages =
    shared?.services.pages ??
    new PageStream({ records: recordWatch, world, journal, run: Date.now().toString(36) })
  const streams = new LineStreams()
  const httpDate = new HttpDate()
  const common = {
    handlers,
    operations,
    validators,
    requestId,
    cursors,
    report,
    uploads,
    faults,
    journal,
    now: () => clock.now(),
    date: () => httpDate.at(clock.now()),
  }
  const plane = new DataPlane(handlers, validators, requestId)
  const regionListener = (gate: Gate): FastifyInstance => {
    const listener = newListener(
      {
        ...common,
        admit: (call, headers) => {
          shared?.admitted(call)
          return admit(gate, call, headers)
        },
        admitUnknownRoute: (address, headers) => admitUnknownRoute(gate, address, headers),
        admitPreflight: (paths, origin, address) => admitPreflight(gate, paths, origin, address),
      },
      holdFor(gate.pages.region),
      certificate,
    )
    bindJourney(listener, {
      ports,
      plane,
      requestId,
      region: gate.pages.region,
      ipLimit: gate.ipLimit,
      realCamera: options.realCamera ?? false,
    })
    return listener
  }
  const regions = Object.fromEntries(
    REGIONS.map((region) => [region, regionListener(gates[region])]),
  ) as Record<Region, FastifyInstance>
  const base_urls: Partial<Record<Region, string>> = {}
  const extraListeners = new ExtraListeners(
    (region, ipBudget) => regionListener({ ...gates[region], ipLimit: new IpLimit(ipBudget) }),
    base_urls,
  )
  const control: FastifyInstance = newControl(
    ports,
    {
      version: packageJson.version,
      startedAt: Date.now(),
      baseUrls: () => base_urls,
      scheduler: shared ? shared.moving(scheduler) : scheduler,
      shared,
      resetCounters: (organization) => {
        if (shared) return shared.resetCounters(organization)
        for (const region of REGIONS) {
          gates[region].keys.reset(organization)
          if (organization === undefined) void gates[region].ipLimit.reset()
        }
      },
      snapshots,
      alone: (task) => quiesce.during(() => scheduler.still(sender.abandon, task)),
      watched: (handlers) => quiesce.overCallers(handlers),
      call: (listener, ...request) =>
        selfCall(listener === 'control' ? control : regions[listener], ...request),
      openListener: (region, ipBudget) => extraListeners.open(region, ipBudget),
      faults: faultList,
      journal: entries,
      forwarders,
      feed: shared?.services.feed ?? feed,
      metrics,
      streams,
      search,
      pages,
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
    feed,
    ca: authority?.cert,
    warmUp,
    close: async () => {
      streams.close()
      pages.close()
      search.close()
      faults.close()
      await extraListeners.close()
      await close({
        control,
        regions,
        stores,
        scheduler,
        sender,
        forwarders,
        uploads,
        ...(!options.pdf && { pdf }),
      })
    },
  }
}

interface ControlBinding extends Pick<Binding, 'report' | 'requestId' | 'cursors'> {
  controlHosts: string[] | undefined
  hold: (request: FastifyRequest) => Promise<void> | undefined
  certificate: Certificate | undefined
}

function newControl(
  ports: Ports,
  host: ControlHost,
  { controlHosts, hold, certificate, ...common }: ControlBinding,
): FastifyInstance {
  const guard = controlGuard(controlHosts, certificate ? 'https' : 'http')
  const listener = newListener(
    {
      ...common,
      uploads: ports.uploads,
      operations: controlOperations,
      validators: controlValidators,
      handlers: controlHandlers(ports, host),
      now: () => ports.clock.now(),
      admit: (_call, headers) => guard(headers),
      admitUnknownRoute: (_address, headers) => {
        guard(headers)
        return {}
      },
    },
    hold,
    certificate,
  )
  bindConsole(listener, guard, {
    baseUrl: () => host.baseUrls().us ?? host.baseUrls().eu ?? '',
    key: () => demoKeyOf(host.seed()),
  })
  return listener
}

/** A secret test key of region us that the world was given in clear, for examples of the API reference. */
function demoKeyOf(seed: WorldFile | undefined): string | undefined {
  const organization = seed?.organizations.find(({ region }) => region === 'us')
  return organization?.keys.find(({ type, mode }) => type === 'sk' && mode === 'test')?.key
}

function warmUp(): void {
  const steps = validators.warmUp()
  const next = (): void => {
    setImmediate(() => {
      if (!steps.next().done) next()
    })
  }
  next()
}

async function close({
  control,
  regions,
  stores,
  scheduler,
  sender,
  forwarders,
  uploads,
  pdf,
}: {
  control: FastifyInstance
  regions: Record<Region, FastifyInstance>
  stores: Stores
  scheduler: Scheduler
  sender: { close: () => void }
  forwarders: Forwarders
  uploads: UploadReader
  pdf?: PdfRenderer
}): Promise<void> {
  await Promise.all([control, ...Object.values(regions)].map(closeListener))
  await Promise.race([
    scheduler.close(),
    new Promise((resolve) => setTimeout(resolve, CLOSE_GRACE_MS).unref()),
  ])
  sender.close()
  await uploads.close()
  await pdf?.close()
  await forwarders.idle()
  await stores.close()
}

/**
 * Closes a listener after its requests in flight. Node closes idle connections at the start of a
 * close; one that becomes idle later would stay open until its keep-alive timeout.
 */
async function closeListener(listener: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => listener.server.closeIdleConnections(), 20)
  await listener.close()
  clearInterval(sweep)
}
