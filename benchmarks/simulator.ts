import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Call, type LoadedPath, type Subject, callFor, createCall } from './paths.ts'
import { callOnce } from './recording.ts'
import type { Stage, Started } from './stage.ts'
import { type BenchKeys, benchWorld } from './world.ts'

export type StoreKind = 'disk' | 'memory'

export interface SimulatorOptions {
  /** What it is measured for: its profile's name. */
  measured: string
  core?: number | undefined
  store: StoreKind
  /** What it is called in messages, and what starts it: ours unless said. */
  name?: string
  command?: string
  /** Further arguments for its Node. */
  nodeArgs?: string[] | undefined
  /** World and records that an earlier one has left; else a folder of its own, removed at the end. */
  home?: SimulatorHome | undefined
  /** Whether it calls receivers on this machine. */
  loopbackReceivers?: boolean
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
  /** Of the organization whose budgets are raised. */
  key: string
  keys: BenchKeys
}

/** The goals speak of an image of 20 KB; one of the specimen fronts has that size. */
const IMAGE_BYTES = 20_480
const CLOSE_ENOUGH = 0.1
/** One person in seven has that image: so many tries miss it once in two thousand runs; those take a larger one. */
const TRIES = 50

/** An empty folder with a world to start in. */
export async function newHome(stage: Stage): Promise<SimulatorHome> {
  const folder = await stage.folder()
  const worldFile = join(folder, 'bench-world.json')
  const dataFolder = join(folder, 'data')
  const { keys, world } = benchWorld()
  await writeFile(worldFile, JSON.stringify(world))
  await mkdir(dataFolder)
  return { folder, worldFile, dataFolder, keys }
}

/** Starts a simulator of its own, empty but for the bench's organizations; resolves when it says that it is ready. */
export async function startSimulator(
  stage: Stage,
  options: SimulatorOptions,
): Promise<RunningSimulator> {
  const {
    measured,
    name = 'simulator',
    command = stage.command,
    core,
    store,
    nodeArgs = [],
    loopbackReceivers = false,
  } = options
  const { worldFile, dataFolder, keys } = options.home ?? (await newHome(stage))
  const ports = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
  const process = stage.start(
    name,
    [
      command,
      'simulator',
      '--json',
      ...ports,
      '--world',
      worldFile,
      ...(store === 'disk' ? ['--data-dir', dataFolder] : []),
      ...(loopbackReceivers ? ['--loopback-receivers'] : []),
    ],
    { core, nodeArgs: [...nodeArgs, ...stage.profileArgs(measured)] },
  )
  const ready = JSON.parse(await process.firstLine()) as {
    control: string
    regions: { us: { base_url: string } }
  }
  return {
    process,
    baseUrl: ready.regions.us.base_url,
    control: ready.control,
    key: keys.raised,
    keys,
  }
}

/** What a path is asked of. */
export async function subjectFor(path: LoadedPath, simulator: RunningSimulator): Promise<Subject> {
  return path === 'create' ? { key: simulator.key, artifact: 'front' } : withSession(simulator)
}

/** Makes a session with evidence: the one of some tries whose front image comes nearest to 20 KB. @param most how many tries */
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

/** @throws {Error} with the beginning of the answer, when it is no success */
async function success(baseUrl: string, call: Call): Promise<Buffer> {
  const { status, body } = await callOnce(baseUrl, call)
  if (status >= 200 && status < 300) return body
  throw new Error(
    `${call.method} ${call.path}: expected a 2xx answer, got ${status} ${body.toString('utf8', 0, 300)}`,
  )
}
