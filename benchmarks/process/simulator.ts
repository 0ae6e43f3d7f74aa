import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Call, type LoadedPath, type Subject, callFor, createCall } from '../load/paths.ts'
import { callOnce } from '../measure/recording.ts'
import type { ProcessGroup, Started } from './process-group.ts'
import { type BenchKeys, benchWorld } from './world.ts'

export type StoreKind = 'disk' | 'memory'

export interface SimulatorOptions {
  /** Name of the measurement and of its profile. */
  measured: string
  core?: number | undefined
  store: StoreKind
  /** Display name and command; default: this build. */
  name?: string
  command?: string
  /** Additional Node arguments. */
  nodeArgs?: string[] | undefined
  /** The organizations of the benchmark (default), or those of a start without `--world`. */
  world?: 'bench' | 'demo'
  /** World and records of an earlier simulator; default: a new folder, removed at the end. */
  home?: SimulatorHome | undefined
  /** Whether webhooks are delivered to receivers on this machine. */
  loopbackReceivers?: boolean
  /** URL of a PostgreSQL database that keeps the records, in place of `store`. */
  database?: string | undefined
}

export interface SimulatorHome {
  folder: string
  worldFile: string
  dataFolder: string
  keys: BenchKeys
}

export interface RunningSimulator {
  process: Started
  baseUrl: string
  control: string
  /** Key of the organization with raised budgets; of the demo world, one that reads sessions. */
  key: string
  keys: BenchKeys
}

/** Target image size: the goals assume 20 KB, and one of the specimen fronts has that size. */
const IMAGE_BYTES = 20_480
const CLOSE_ENOUGH = 0.1
/**
 * One person in seven has that image, so all tries miss it once in two thousand runs; a larger
 * image is used then.
 */
const TRIES = 50

/** Creates a folder with a world. */
export async function newHome(group: ProcessGroup): Promise<SimulatorHome> {
  const folder = await group.folder()
  const worldFile = join(folder, 'bench-world.json')
  const dataFolder = join(folder, 'data')
  const { keys, world } = benchWorld()
  await writeFile(worldFile, JSON.stringify(world))
  await mkdir(dataFolder)
  return { folder, worldFile, dataFolder, keys }
}

/** Starts a simulator that contains only the organizations of its world; resolves when it is ready. */
export async function startSimulator(
  group: ProcessGroup,
  options: SimulatorOptions,
): Promise<RunningSimulator> {
  const {
    measured,
    name = 'simulator',
    command = group.command,
    core,
    store,
    nodeArgs = [],
    loopbackReceivers = false,
    world = 'bench',
    database,
  } = options
  const { folder, worldFile, dataFolder, keys } = options.home ?? (await newHome(group))
  const ports = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
  const started = group.start(
    name,
    [
      resolve(command),
      'simulator',
      '--json',
      ...ports,
      ...(world === 'bench' ? ['--world', worldFile] : []),
      ...storeFlags(store, dataFolder, database),
      ...(loopbackReceivers ? ['--loopback-receivers'] : []),
    ],
    {
      core,
      nodeArgs: [...nodeArgs, ...group.profileArgs(measured)],
      // A simulator writes its address into its working folder (`.vskit`).
      cwd: folder,
      // A killed benchmark cannot stop it. Older builds ignore this variable, but would refuse the flag.
      env: { ...withoutSettings(process.env), VSKIT_STOP_WITH_PARENT: '1' },
    },
  )
  const ready = JSON.parse(await started.firstLine()) as {
    control: string
    regions: { us: { base_url: string } }
    keys: { key: string; region: string; scopes: string[] }[]
  }
  return {
    process: started,
    baseUrl: ready.regions.us.base_url,
    control: ready.control,
    key: world === 'demo' ? readingKey(ready.keys) : keys.raised,
    keys,
  }
}

/** Returns a key of region us that reads sessions. */
function readingKey(keys: readonly { key: string; region: string; scopes: string[] }[]): string {
  return keys.find(({ region, scopes }) => region === 'us' && scopes.includes('sessions:read'))!.key
}

/** The user's variables of the simulator, such as VSKIT_STORE, would change what is measured. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('VSKIT_')))
}

function storeFlags(store: StoreKind, folder: string, database: string | undefined): string[] {
  if (database !== undefined) return ['--store', database]
  return store === 'disk' ? ['--data-dir', folder] : []
}

/** Returns the subject of a path. */
export async function subjectFor(path: LoadedPath, simulator: RunningSimulator): Promise<Subject> {
  return path === 'create' ? { key: simulator.key, artifact: 'front' } : withSession(simulator)
}

/**
 * Creates sessions with evidence, and selects the one whose front image is closest to 20 KB.
 * @param most maximum number of tries
 */
export async function withSession(
  { baseUrl, control, key, keys }: RunningSimulator,
  most = TRIES,
): Promise<Subject> {
  const spent = { key: keys.spent, sessionId: await newSession(baseUrl, keys.spent) }
  let best: { subject: Subject; distance: number } | undefined
  for (
    let tries = 0;
    tries < most && (best === undefined || best.distance > CLOSE_ENOUGH);
    tries++
  ) {
    const sessionId = await newSession(baseUrl, key)
    await callJson(control, {
      method: 'POST',
      path: `/sessions/${sessionId}/journey`,
      headers: { 'content-type': 'application/json' },
      body: '{"action":"submit"}',
    })
    const subject = { key, spent, sessionId, artifact: 'front' }
    const distance = Math.abs(
      (await success(baseUrl, callFor('image', subject))).length / IMAGE_BYTES - 1,
    )
    if (best === undefined || distance < best.distance) best = { subject, distance }
  }
  return best!.subject
}

async function newSession(baseUrl: string, key: string): Promise<string> {
  return ((await callJson(baseUrl, createCall(key))) as { data: { id: string } }).data.id
}

export async function callJson(baseUrl: string, call: Call): Promise<unknown> {
  return JSON.parse((await success(baseUrl, call)).toString())
}

/** @throws {Error} with the beginning of the response, if it is not 2xx */
async function success(baseUrl: string, call: Call): Promise<Buffer> {
  const { status, body } = await callOnce(baseUrl, call)
  if (status >= 200 && status < 300) return body
  throw new Error(
    `${call.method} ${call.path}: expected a 2xx response, got ${status} ${body.toString('utf8', 0, 300)}`,
  )
}
