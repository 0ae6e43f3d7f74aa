import { existsSync, statSync } from 'node:fs'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { unreadable, unwritable } from '../library/file-errors.ts'
import packageJson from '../package.json' with { type: 'json' }
import demoWorld from '../fixtures/world/demo.json' with { type: 'json' }
import { banner, readableTable } from './banner.ts'
import { keptOrganizations, organizationsIn } from './kept-organizations.ts'
import { serveErrorDocsAt } from './http/error-body.ts'
import { whenParentEnds } from './parent.ts'
import { writeRunningFile, readRunningFile } from './running-file.ts'
import { loadPhones } from './features/applicants/rules/phone.ts'
import type { Listeners } from './app/listeners.ts'
import { type Listening, type ServerOptions, startServer, startSimulator } from './server.ts'
import { loadOpenTelemetry, wantsTraces } from './request-log/open-telemetry.ts'
import { Traces } from './request-log/traces.ts'
import { startLog } from './request-log/log.ts'
import type { LogForm } from './request-log/log-form.ts'
import { withRoomyBudgets } from './world/roomy-budgets.ts'
import type { WorldFile } from './world/world.ts'
import { readWorld, readWorldText, refuseUndrawable } from './world/world-file.ts'
import { databasesOfFlag } from './store/postgres/database-flag.ts'
import { DamagedFolder } from './store/data-folder.ts'
import { MOVED_NAME, moveAside } from './store/move-aside.ts'
import { StoreUnwritable } from './store/write-state.ts'

/** Flags of `vskit simulator`. */
export interface Flags {
  host: string
  adminPort: number
  usPort: number
  euPort: number
  usUrl?: string
  euUrl?: string
  https?: boolean
  caFile?: string
  dataDir?: string
  store?: string
  repair?: boolean
  durable?: boolean
  memory?: boolean
  world?: string
  seed?: string
  loopbackReceivers?: boolean
  journal?: boolean
  budgets: 'contract' | 'roomy'
  stopWithParent?: boolean
  allowReceivers?: string[]
  controlHost?: string[]
  log?: LogForm
  config?: string
  realCamera?: boolean
  json?: boolean
}

/** Checks the flags that are wrong only together, or that may also come from the file of `--config`. @throws {InvalidArgumentError} */
function refuseContradictions(flags: Flags): void {
  if (flags.memory && flags.dataDir !== undefined)
    throw new InvalidArgumentError('--memory and --data-dir exclude each other. Remove one.')
  if (flags.store !== undefined) {
    const other = flags.memory ? '--memory' : flags.dataDir === undefined ? undefined : '--data-dir'
    if (other)
      throw new InvalidArgumentError(`--store and ${other} exclude each other. Remove one.`)
    databasesOfFlag(flags.store)
  }
  if (flags.caFile !== undefined && !flags.https)
    throw new InvalidArgumentError(
      '--ca-file needs --https: a simulator that serves plain HTTP has no certificate authority.',
    )
  if (flags.repair && flags.dataDir === undefined)
    throw new InvalidArgumentError('--repair needs the folder to repair: --data-dir FOLDER.')
  if (flags.durable && flags.dataDir === undefined)
    throw new InvalidArgumentError('--durable needs a folder to write to: --data-dir FOLDER.')
  if (flags.realCamera && !['127.0.0.1', '::1', 'localhost'].includes(flags.host))
    throw new InvalidArgumentError(
      `--real-camera works on this machine only: expected --host 127.0.0.1, ::1 or localhost, got ${flags.host}. Leave out one of the two.`,
    )
  const ports = {
    '--admin-port': flags.adminPort,
    '--us-port': flags.usPort,
    '--eu-port': flags.euPort,
  }
  for (const [flag, port] of Object.entries(ports)) {
    const other = Object.entries(ports).find(([name, its]) => name !== flag && its === port)
    if (other && port !== 0)
      throw new InvalidArgumentError(
        `${flag} and ${other[0]} are both ${port}. Choose another port for one of them (0 takes a free one).`,
      )
  }
  for (const name of flags.controlHost ?? [])
    if (!isIP(name) && !/^[a-z0-9._-]+$/i.test(name))
      throw new InvalidArgumentError(
        `--control-host: expected a host name such as simulator, got '${name}'.`,
      )
}

/** Runs the simulator until a signal ends it. */
export async function run(flags: Flags): Promise<void> {
  refuseContradictions(flags)
  const given = flags.world === undefined ? undefined : await readWorldText(flags.world)
  const read = given === undefined ? (demoWorld as WorldFile) : readWorld(given, flags.world!)
  if (flags.world !== undefined) await refuseUndrawable(read, flags.world)
  const world = flags.budgets === 'roomy' ? withRoomyBudgets(read) : read
  // Load modules before listening: connections can exhaust file descriptors, and a failing module
  // load would then end the process.
  loadPhones()
  const telemetry = wantsTraces(process.env)
    ? await loadOpenTelemetry(packageJson.version, process.env)
    : undefined
  const traces = telemetry && new Traces(telemetry)
  const { controlHost: controlHosts, ...options } = flags
  const held = organizationsIn(flags.dataDir)
  const simulator = await start({
    ...options,
    onKept: (ids) => held.push(...ids),
    world,
    instrument: traces && ((app) => traces.instrument(app)),
    ...(controlHosts && { controlHosts }),
  })
  if (flags.caFile !== undefined) await writeAuthority(flags.caFile, simulator)
  // A seeded run has the same response bytes each time: the address of this listener may differ.
  if (flags.seed === undefined) serveErrorDocsAt(`${simulator.control_url}/docs/errors/`)
  const kept = keptOrganizations(flags, world, held)
  const ready = { ...banner(simulator, world), ...(kept !== undefined && { notice: kept }) }
  // Install signal handlers before printing the ready line: its reader may send a signal at once.
  const stop = stopOnSignal(async () => {
    await simulator.close()
    await telemetry?.shutdown()
  })
  if (flags.stopWithParent) whenParentEnds(() => stop('The parent process has ended'))
  const { control, regions, ca } = ready
  // A simulator that a program has started, such as a test, does not replace the file of one that a
  // person uses.
  if (!flags.json || !readRunningFile())
    writeRunningFile({ control, regions, ...(ca && { ca }), pid: process.pid })
  console.log(flags.json ? JSON.stringify(ready) : readableTable(ready, flags))
  startLog(
    simulator.feed,
    flags.log ?? (process.stdout.isTTY && !flags.json ? 'pretty' : 'off'),
    (line) => console.log(line),
  )
  const { feed, base_urls, world: current } = simulator
  traces?.follow({ feed, world: current, baseUrls: base_urls })
  simulator.warmUp()
}

/** Writes the certificate authority for clients to trust. @throws {Error} after closing the simulator */
async function writeAuthority(file: string, simulator: Listeners): Promise<void> {
  const existed = existsSync(file)
  try {
    await writeFile(file, simulator.ca!)
    // Clients of other users have to trust it.
    await chmod(file, 0o644)
  } catch (error) {
    await simulator.abandon()
    // A full disk leaves an empty file.
    if (!existed) await rm(file, { force: true }).catch(() => undefined)
    throw unwritable(file, error)
  }
}

/**
 * Starts the server. A stored world that is JSON but has invalid entries is an error that names
 * each of them; with `--repair` the file is renamed, like other damaged files.
 */
async function start(options: ServerOptions): Promise<Listeners & Listening> {
  const file = options.dataDir && join(options.dataDir, 'world.json')
  const stored = file === undefined ? undefined : await storedText(file)
  try {
    return await startChecked(options, stored === undefined ? undefined : file)
  } catch (error) {
    if (stored === undefined || error instanceof DamagedFolder) throw error
    const problem = problemOf(stored, file!)
    if (problem === undefined) throw error
    if (!options.repair)
      throw new Error(
        `${problem}\nCorrect the file, or restore the whole folder from a backup. To give up the stored world instead, ` +
          `start once with --repair: it renames the file to ${MOVED_NAME}.`,
        { cause: error },
      )
    moveAside(file!)
    console.error(`Repaired ${problem}\nRepair: renames it to ${MOVED_NAME}`)
    return startChecked(options, undefined)
  }
}

/**
 * Returns the text of a file that may be missing. A file without permission counts as missing: the start checks the access
 * to the data folder, and its message names the remedy.
 * @throws {Error} that names the file if it cannot be read for another reason
 */
async function storedText(file: string): Promise<string | undefined> {
  try {
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile()
    return isFile ? await readFile(file, 'utf8') : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return undefined
    throw unreadable(file, error)
  }
}

/** @param file the stored world, whose text the fonts must have */
async function startChecked(
  options: ServerOptions,
  file: string | undefined,
): Promise<Listeners & Listening> {
  if (file === undefined) return startServer(options)
  const running = await startSimulator(options)
  try {
    // --repair may have replaced the stored world: check the one that runs.
    await refuseUndrawableText(JSON.stringify(running.ports.world.file), file)
  } catch (error) {
    await running.close()
    // The user has named the folder, not this file: not a wrong argument.
    throw new Error((error as Error).message, { cause: error })
  }
  return running
}

function problemOf(world: string, file: string): string | undefined {
  try {
    readWorld(world, file)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Takes a part of a second; text that every font has needs no check. */
async function refuseUndrawableText(text: string, file: string): Promise<void> {
  if (/\\u|[\u0250-\uffff]/.test(text)) await refuseUndrawable(readWorld(text, file), file)
}

/**
 * The first signal closes cleanly: requests in flight complete, acknowledged writes are stored. A
 * second one exits at once.
 */
function stopOnSignal(close: () => Promise<void>): (why: string) => void {
  let closing = false
  const stop = (why: string): void => {
    if (closing) process.exit(130)
    closing = true
    console.error(`${why}: closing`)
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(
          error instanceof StoreUnwritable
            ? `${error.message} Acknowledged writes are stored.`
            : error,
        )
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return stop
}
