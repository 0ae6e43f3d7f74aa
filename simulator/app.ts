import type { FastifyInstance } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { document, operations, readOperations } from '../spec/contract.ts'
import { SettableClock } from './clock/clock.ts'
import { secureRandom, seededRandom } from './clock/random.ts'
import { Scheduler } from './clock/scheduler.ts'
import { bindConsole } from './console/bind.ts'
import { controlDocument } from './control/document.ts'
import { controlGuard } from './control/guard.ts'
import { controlHandlers } from './control/handlers.ts'
import type { ControlHost } from './control/host.ts'
import { newSender } from './delivery/send.ts'
import { publicHandlers } from './features/all.ts'
import { debit } from './features/charges.ts'
import { fulfilRequest } from './features/data-subject-requests.ts'
import { deliver } from './features/deliveries.ts'
import { sendEmail } from './features/emails.ts'
import { keepEnvelopeNoLonger } from './features/envelope-retention.ts'
import { forget } from './features/token-record.ts'
import { retainImagesNoLonger } from './features/erasure.ts'
import { expireSession } from './features/transitions.ts'
import { type Gate, admit, admitStranger } from './http/admit.ts'
import { admitPreflight } from './http/admit-page.ts'
import type { Binding } from './http/bind.ts'
import { Faults } from './http/faults.ts'
import { Journal } from './http/journal.ts'
import { KeyRing } from './http/key-ring.ts'
import { PublishableKeys } from './http/publishable-keys.ts'
import { IpLimit } from './http/ip-limit.ts'
import { Validators } from './http/operations.ts'
import { requestIds } from './http/request-id.ts'
import { Doors } from './doors.ts'
import { callInside } from './inside.ts'
import { DataPlane } from './journey/data-plane.ts'
import { bindJourney } from './journey/routes.ts'
import { newListener } from './listener.ts'
import { Paper } from './pdf/paper.ts'
import type { Ports } from './ports.ts'
import { warmUpPhones } from './rules/phone.ts'
import { lockDirectory } from './store/lock.ts'
import type { Records } from './store/records.ts'
import { Cursors } from './service/cursors.ts'
import { Standstill } from './standstill.ts'
import { cursorSecret, seedOfThisStart } from './start.ts'
import { Snapshots } from './store/snapshots.ts'
import { openSqlite } from './store/sqlite.ts'
import { REGIONS, type Region, World, type WorldFile } from './store/world.ts'

export interface SimulatorOptions {
  /** Folder of `world.json`, `records.sqlite` and `snapshots`; undefined keeps everything in memory. */
  dataDir?: string
  /** Organizations to start with. One that is stored already stays as it was left. */
  world?: WorldFile
  /** Makes ids, secrets and jitter the same at each run. */
  seed?: string
  /** Host names by which the control API is called, besides localhost and plain addresses. */
  controlHosts?: string[]
  /** Whether webhook receivers on this machine are called. @default false */
  loopbackReceivers?: boolean
  /** Draws PDFs; shared by whoever gives it, who also closes it. @default one of its own */
  paper?: Paper
  /** Whether requests are written down from the start. @default false */
  journal?: boolean
  /** Told of every fault of the simulator itself. @default writes to stderr */
  report?: (error: unknown) => void
}

/** A simulator that is built but not listening. */
export interface Simulator {
  control: FastifyInstance
  regions: Record<Region, FastifyInstance>
  /** Where the regions listen; filled in by whoever makes them listen. */
  base_urls: Partial<Record<Region, string>>
  ports: Ports
  scheduler: Scheduler
  /** Compiles and loads what the start did without, a part at a time between the first requests: neither waits. */
  warmUp(): void
  close(): Promise<void>
}

const IP_BUDGET = 600
/** How long a close waits for webhooks on their way; what is cut off is sent again after the next start. */
const CLOSE_GRACE_MS = 1000

/** They know of no simulator: what was compiled for one serves each that the process builds. */
const validators = new Validators(document)
const controlValidators = new Validators(controlDocument)
const controlOperations = readOperations(controlDocument)

/** Builds a simulator that has its data directory to itself. @throws {Error} if another process uses it */
export async function newSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const unlock = options.dataDir === undefined ? () => undefined : lockDirectory(options.dataDir)
  try {
    const simulator = await build(options)
    return { ...simulator, close: () => simulator.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Opens the stores, picks the adapters, binds the contract. */
async function build(options: SimulatorOptions): Promise<Simulator> {
  const report = options.report ?? ((error: unknown) => console.error(error))
  const { dataDir } = options
  const world = await World.open(dataDir && `${dataDir}/world.json`, options.world)
  const records = openSqlite(dataDir ? `${dataDir}/records.sqlite` : ':memory:', report)
  const snapshots = await Snapshots.open(dataDir && `${dataDir}/snapshots`, records, world)
  const clock = new SettableClock(Date.now, world.file.clock)
  const random =
    options.seed === undefined
      ? secureRandom()
      : seededRandom(await seedOfThisStart(world, options.seed))
  const seeded = options.seed !== undefined
  const sender = newSender({
    loopbackAllowed: options.loopbackReceivers ?? false,
    // How long this machine took would be another figure in each run.
    ...(seeded && { elapsed: () => clock.now() }),
  })
  const paper = options.paper ?? new Paper()
  const ports: Ports = {
    clock,
    random,
    records,
    world,
    paper,
    report,
    origins: {},
    wake: (lane, due) => scheduler.wake(lane, due),
    erased: (scope, ids) => journal.forget(scope, ids),
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
  )

  const requestId = requestIds(random)
  const cursors = new Cursors(await cursorSecret(world, random))
  const gates = Object.fromEntries(
    REGIONS.map((region): [Region, Gate] => [
      region,
      {
        clock,
        keys: new KeyRing(world, region),
        ipLimit: new IpLimit(world.file.ip_limit ?? IP_BUDGET),
        pages: { region, ports, keys: new PublishableKeys(world, region) },
      },
    ]),
  ) as Record<Region, Gate>
  const standstill = new Standstill(
    (organization) => world.organization(organization.id) === organization,
  )
  const handlers = standstill.over(publicHandlers(ports, document))
  const faults = new Faults({
    random,
    addressLimit: ({ region, now }) => gates[region].ipLimit.details(now),
  })
  const journal = new Journal({
    now: () => clock.now(),
    faultOf: (raw) => faults.metBy(raw),
    report,
  })
  journal.set(options.journal ?? false, undefined)
  const common = {
    handlers,
    operations,
    validators,
    requestId,
    cursors,
    report,
    faults,
    journal,
    now: () => clock.now(),
  }
  const plane = new DataPlane(handlers, validators, requestId)
  const regionListener = (gate: Gate): FastifyInstance => {
    const listener = newListener(
      {
        ...common,
        admit: (call, headers) => admit(gate, call, headers),
        admitStranger: (address) => admitStranger(gate, address),
        admitPreflight: (paths, origin, address) => admitPreflight(gate, paths, origin, address),
      },
      standstill.hold,
    )
    bindJourney(listener, {
      ports,
      plane,
      requestId,
      region: gate.pages.region,
      ipLimit: gate.ipLimit,
    })
    return listener
  }
  const regions = Object.fromEntries(
    REGIONS.map((region) => [region, regionListener(gates[region])]),
  ) as Record<Region, FastifyInstance>
  const base_urls: Partial<Record<Region, string>> = {}
  const doors = new Doors(
    (region, ipBudget) => regionListener({ ...gates[region], ipLimit: new IpLimit(ipBudget) }),
    base_urls,
  )
  const control: FastifyInstance = newControl(
    ports,
    {
      version: packageJson.version,
      startedAt: Date.now(),
      baseUrls: () => base_urls,
      scheduler,
      resetCounters: (organization) => {
        for (const region of REGIONS) {
          gates[region].keys.reset(organization)
          if (organization === undefined) gates[region].ipLimit.reset()
        }
      },
      snapshots,
      alone: (task) => standstill.during(() => scheduler.still(sender.abandon, task)),
      watched: (handlers) => standstill.overCallers(handlers),
      call: (listener, ...request) =>
        callInside(listener === 'control' ? control : regions[listener], ...request),
      openDoor: (region, ipBudget) => doors.open(region, ipBudget),
      faults,
      journal,
      seed: () => options.world && structuredClone(options.world),
    },
    { report, requestId, cursors, controlHosts: options.controlHosts, hold: standstill.hold },
  )

  await scheduler.start()
  return {
    control,
    regions,
    base_urls,
    ports,
    scheduler,
    warmUp,
    close: async () => {
      faults.close()
      await doors.close()
      await close({
        control,
        regions,
        records,
        snapshots,
        scheduler,
        world,
        sender,
        ...(!options.paper && { paper }),
      })
    },
  }
}

interface ControlBinding extends Pick<Binding, 'report' | 'requestId' | 'cursors'> {
  controlHosts: string[] | undefined
  hold: Standstill['hold']
}

function newControl(
  ports: Ports,
  host: ControlHost,
  { controlHosts, hold, ...common }: ControlBinding,
): FastifyInstance {
  const guard = controlGuard(controlHosts)
  const listener = newListener(
    {
      ...common,
      operations: controlOperations,
      validators: controlValidators,
      handlers: controlHandlers(ports, host),
      now: () => ports.clock.now(),
      admit: (_call, headers) => guard(headers),
      admitStranger: (_address, headers) => guard(headers),
    },
    hold,
  )
  bindConsole(listener, guard)
  return listener
}

function warmUp(): void {
  const steps = warmUpSteps()
  const next = (): void => {
    setImmediate(() => {
      if (!steps.next().done) next()
    })
  }
  next()
}

function* warmUpSteps(): Generator<void> {
  yield* validators.warmUp()
  yield* warmUpPhones()
}

async function close({
  control,
  regions,
  records,
  snapshots,
  scheduler,
  world,
  sender,
  paper,
}: {
  control: FastifyInstance
  regions: Record<Region, FastifyInstance>
  records: Records
  snapshots: Snapshots
  scheduler: Scheduler
  world: World
  sender: { close: () => void }
  paper?: Paper
}): Promise<void> {
  await Promise.all([control, ...Object.values(regions)].map(closeListener))
  await Promise.race([
    scheduler.close(),
    new Promise((resolve) => setTimeout(resolve, CLOSE_GRACE_MS).unref()),
  ])
  sender.close()
  await paper?.close()
  await records.close()
  await snapshots.close()
  await world.save()
}

/**
 * Lets requests that are in flight be answered. Node ends the connections that are idle at the close; one that becomes
 * idle a moment later would be waited for until its keep-alive runs out.
 */
async function closeListener(listener: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => listener.server.closeIdleConnections(), 20)
  await listener.close()
  clearInterval(sweep)
}
