import { newHandle } from './handle.ts'
import { momentOf } from './moment.ts'
import { checkNodeVersion } from './node-version.ts'
import { SIMULATOR_OPTIONS, checkOptions } from './options.ts'
import { importSnapshot } from './snapshot-files.ts'
import type { SimulatorOptions } from './types/options.ts'
import type { Simulator } from './types/simulator.ts'
import { withRoomyBudgets } from '../simulator/world/roomy-budgets.ts'
import type { WorldFile } from '../simulator/world/world.ts'

/**
 * Starts a simulator in this process, on free ports of 127.0.0.1.
 *
 *     await using simulator = await createSimulator()
 *
 * `await using` needs Node.js 24 or a compiler; otherwise call `close()` at the end.
 *
 * @param options all may be left out
 * @returns the listening simulator
 * @throws {TypeError} when an option is unknown or of a wrong type; the message names it
 * @throws {Error} when the world can't be read or is inconsistent, the folder can't be used, a port
 * is taken, or this Node.js is too old
 */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  return (await startOwn(options)).simulator
}

/**
 * Like `createSimulator`, and also returns `unref()`, which lets the process end while the
 * simulator runs.
 * @param snapshot file of the state to start with; `budgets` and the known keys are then those of its world
 */
export async function startOwn(
  options: SimulatorOptions = {},
  snapshot?: string,
): Promise<{ simulator: Simulator; unref(): void }> {
  checkNodeVersion()
  checkOptions('createSimulator', options, SIMULATOR_OPTIONS)
  const {
    budgets = 'roomy',
    seed,
    loopbackReceivers,
    https = false,
    dataDir,
    journal = true,
    ports = {},
  } = options
  // Loaded when needed: `verifyWebhook` alone must stay cheap to import.
  const [{ startSimulator }, { banner }, { OwnConnection }] = await Promise.all([
    import('../simulator/server.ts'),
    import('../simulator/banner.ts'),
    import('./own-connection.ts'),
  ])
  const world = await worldOf(options)
  const running = await startSimulator({
    adminPort: ports.control ?? 0,
    usPort: ports.us ?? 0,
    euPort: ports.eu ?? 0,
    world: structuredClone(world),
    budgets,
    journal,
    https,
    ...(seed !== undefined && { seed }),
    ...(loopbackReceivers !== undefined && { loopbackReceivers }),
    ...(dataDir !== undefined && { dataDir }),
  }).catch(rejectWithOptions)
  const { us, eu } = running.base_urls
  const connection = new OwnConnection(running)
  if (snapshot !== undefined)
    try {
      await importSnapshot(connection, snapshot)
      if (budgets === 'roomy')
        await running.ports.world.update((file) => Object.assign(file, withRoomyBudgets(file)))
    } catch (error) {
      await connection.close()
      throw error
    }
  const simulator = await newHandle({
    connection,
    regions: { us: { url: us }, eu: { url: eu } },
    keys: banner(running, world).keys,
    ca: running.ca,
    budgets,
    close: () => connection.close(),
  })
  const unref = (): void => {
    for (const { server } of [running.control, ...Object.values(running.regions)]) {
      server.unref()
      server.on('connection', (socket) => socket.unref())
    }
  }
  return { simulator, unref }
}

/** Flags in error messages of the server, and the library options to name in their place. */
const OPTION_OF_FLAG = {
  '--admin-port': 'ports.control',
  '--us-port': 'ports.us',
  '--eu-port': 'ports.eu',
  '--data-dir': 'dataDir',
}

/** Rejects with the error, its flags replaced by options. */
function rejectWithOptions(error: Error): never {
  let { message } = error
  for (const [flag, option] of Object.entries(OPTION_OF_FLAG))
    message = message.replaceAll(flag, option)
  throw message === error.message ? error : new Error(message, { cause: error })
}

async function worldOf({
  world = 'demo',
  budgets = 'roomy',
  clock = 'running',
}: SimulatorOptions): Promise<WorldFile> {
  const given = await readGiven(world)
  const file = budgets === 'roomy' ? withRoomyBudgets(given) : given
  if (clock !== 'running') {
    const moment = clock === 'frozen' ? new Date() : momentOf(clock)!
    file.clock = { frozen_at: moment.getTime(), offset_ms: 0 }
  }
  return file
}

async function readGiven(world: NonNullable<SimulatorOptions['world']>): Promise<WorldFile> {
  if (world === 'demo') {
    const { default: demo } = await import('../fixtures/world/demo.json', {
      with: { type: 'json' },
    })
    return structuredClone(demo) as WorldFile
  }
  const { readWorld, readWorldText } = await import('../simulator/world/world-file.ts')
  return typeof world === 'object'
    ? readWorld(JSON.stringify(world), 'world')
    : readWorld(await readWorldText(world), world)
}
