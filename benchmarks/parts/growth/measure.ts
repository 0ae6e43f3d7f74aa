import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Cores } from '../../measure/cores.ts'
import { threadSeconds } from '../../measure/cpu-time.ts'
import { type Load, startLoad } from '../../load/load.ts'
import {
  type InterleavedOptions,
  type SliceProgress,
  measureInterleaved,
} from '../../measure/pair.ts'
import { record } from '../../measure/recording.ts'
import {
  type RunningSimulator,
  type SimulatorHome,
  callJson,
  newHome,
  startSimulator,
} from '../../process/simulator.ts'
import type { Contender } from '../../measure/slice.ts'
import type { ProcessGroup } from '../../process/process-group.ts'
import { summarize } from '../../measure/statistics.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { subscribe } from '../webhooks/subscribe.ts'
import { addCopies, ofCopy } from './copies.ts'
import { type GrowthPath, growthPaths, pathsOfASlice, randomPaths } from './paths.ts'
import type { GrowthPathResult, GrowthResult, SizeResult } from './result.ts'
import { seed } from './seed.ts'
import { folderBytes, readStall, residentBytes, stallArgument } from './watch.ts'

export interface GrowthOptions extends Omit<InterleavedOptions, 'progress' | 'rate'> {
  cores: Cores
  /** Numbers of sessions, ascending. */
  sizes: number[]
  nodeArgs: string[]
  step: (text: string) => void
  say: (text: string) => void
}

export interface Seeded {
  sessions: number
  home: SimulatorHome
  ids: string[]
  seedSeconds: number
}

interface Grown extends Seeded {
  simulator: RunningSimulator
  stallFile: string
}

/** Sends the same requests to simulators with more and more sessions, interleaved. */
export async function measureGrowth(
  group: ProcessGroup,
  options: GrowthOptions,
): Promise<GrowthResult> {
  const seeded: Seeded[] = []
  for (const sessions of options.sizes) seeded.push(await seedHome(group, sessions, options))
  const { grown, sizes } = await startAll(group, seeded, options)
  const load = startLoad(group, options.cores.load)
  const paths: GrowthPathResult[] = []
  // Each simulator has its own keys.
  const asked = grown.map(({ simulator }) => growthPaths(simulator.key))
  for (const i of asked[0]!.keys()) {
    paths.push(
      await measureGrowthPath(
        load,
        grown,
        asked.map((all) => all[i]!),
        options,
      ),
    )
  }
  for (const [i, { simulator }] of grown.entries()) {
    sizes[i]!.rss_after_bytes = residentBytes(simulator.process.pid)
    await group.stop(simulator.process)
  }
  await group.stop(load.process)
  return { sizes, paths }
}

/** Number of sessions created by API; further ones are copies. */
const MADE_ONE_BY_ONE = 10_000

/**
 * Prepares a data folder with `sessions` sessions.
 * @param made maximum number of sessions created one by one; larger numbers must be multiples of it
 */
export async function seedHome(
  group: ProcessGroup,
  sessions: number,
  { cores, nodeArgs, say, step }: Pick<GrowthOptions, 'cores' | 'nodeArgs' | 'say' | 'step'>,
  made = MADE_ONE_BY_ONE,
): Promise<Seeded> {
  const name = sessionsText(sessions)
  const originals = Math.min(sessions, made)
  const copies = sessions / originals - 1
  if (!Number.isInteger(copies))
    throw new RangeError(
      `above ${made}, the number of sessions must be a multiple of ${made}, got ${sessions}`,
    )
  say(`growth: creating ${name}`)
  const home = await newHome(group)
  const began = performance.now()
  const simulator = await startSimulator(group, {
    measured: `growth-making-${sessions}`,
    core: cores.server,
    store: 'disk',
    home,
    nodeArgs,
    loopbackReceivers: true,
  })
  const receiver = await startReceiver(group, cores.load, { delayMs: 0 })
  await subscribe(simulator, receiver.url)
  const ids = await seed(simulator, receiver, originals, (done) =>
    say(`growth: created ${done.toLocaleString('en')} of ${name}`),
  )
  for (const { process } of [simulator, receiver]) await group.stop(process)
  if (copies > 0) {
    await addCopies(home.dataFolder, copies, (done) =>
      say(`growth: created ${((done + 1) * originals).toLocaleString('en')} of ${name}, as copies`),
    )
  }
  for (let copy = 1; copy <= copies; copy++)
    for (const id of ids.slice(0, originals)) ids.push(ofCopy(id, copy))
  step(`growth: created ${name}`)
  return { sessions, home, ids, seedSeconds: (performance.now() - began) / 1000 }
}

/**
 * Measures the start time of each, interleaved, then starts each with the event loop monitor, which
 * a start time excludes.
 */
async function startAll(
  group: ProcessGroup,
  seeded: Seeded[],
  { rounds, cores, nodeArgs, step }: GrowthOptions,
): Promise<{ grown: Grown[]; sizes: SizeResult[] }> {
  const start = (
    { sessions, home }: Seeded,
    furtherArgs: string[] = [],
  ): Promise<RunningSimulator> =>
    startSimulator(group, {
      measured: `growth-${sessions}`,
      core: cores.server,
      store: 'disk',
      home,
      nodeArgs: [...nodeArgs, ...furtherArgs],
    })
  const times = seeded.map((): number[] => [])
  for (let round = 1; round <= rounds; round++) {
    for (const [i, one] of seeded.entries()) {
      const began = performance.now()
      const simulator = await start(one)
      await firstAnswer(simulator)
      times[i]!.push(performance.now() - began)
      step(`growth: start ${round} of ${rounds} with ${sessionsText(one.sessions)}`)
      await group.stop(simulator.process)
    }
  }
  const folder = await group.folder()
  const grown: Grown[] = []
  for (const one of seeded) {
    const stallFile = join(folder, `stalls-${one.sessions}`)
    const simulator = await start(one, [stallArgument(group, stallFile)])
    await firstAnswer(simulator)
    grown.push({ ...one, simulator, stallFile })
  }
  for (const { simulator } of grown) await settle(simulator.process.pid)
  const sizes = grown.map(({ sessions, seedSeconds, home, simulator }, i) => ({
    sessions,
    seed_seconds: seedSeconds,
    disk_bytes: folderBytes(home.dataFolder),
    start_ms: summarize(times[i]!)!,
    rss_idle_bytes: residentBytes(simulator.process.pid),
    rss_after_bytes: null,
  }))
  return { grown, sizes }
}

const POLL_MS = 300
/** Fraction of a core; the event loop monitor uses 5%. */
const IDLE = 0.2
const MAX_POLLS = 50

/** Waits until the start's background work ends: it would slow down others on the same core. */
async function settle(pid: number): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    const before = threadSeconds(pid)
    await setTimeout(POLL_MS)
    if (before === null || threadSeconds(pid)! - before < (IDLE * POLL_MS) / 1000) return
  }
}

async function firstAnswer({ baseUrl, key }: RunningSimulator): Promise<void> {
  await callJson(baseUrl, {
    method: 'GET',
    path: '/v1/sessions?limit=1',
    headers: { authorization: `Bearer ${key}` },
  })
}

async function measureGrowthPath(
  load: Load,
  grown: Grown[],
  asked: GrowthPath[],
  options: GrowthOptions,
): Promise<GrowthPathResult> {
  const { name, rate } = asked[0]!
  const progress = ({ server, round, slice }: SliceProgress): void =>
    options.step(
      `growth: ${name}, round ${round} of ${options.rounds}, ${server} ${Math.round(slice.requests_per_second)}/s` +
        (slice.problem === null ? '' : ` INVALID: ${slice.problem}`),
    )
  for (const [i, one] of grown.entries()) await visit(load, one, asked[i]!, options.connections)
  const from = Date.now()
  const count = pathsOfASlice(grown.at(-1)!.sessions)
  const contenders: Contender[] = []
  // One at a time: the first request of a kind is the slowest, and the simulators share a core.
  for (const [i, one] of grown.entries()) contenders.push(await contender(one, asked[i]!, count))
  const [smallest, ...others] = contenders
  const pairs = await measureInterleaved(load, smallest!, others, {
    ...options,
    rate,
    progress,
    warmup: rate === undefined ? options.warmup : 0,
  })
  const until = Date.now()
  return {
    name,
    larger: pairs.map((pair, i) => {
      const factors = (pair.cpu_ratios.length > 0 ? pair.cpu_ratios : pair.ratios).map(
        (ratio) => 1 / ratio,
      )
      return { sessions: grown[i + 1]!.sessions, factors, factor: summarize(factors), pair }
    }),
    stalls: grown.map(({ sessions, stallFile }) => ({
      sessions,
      longest: readStall(stallFile, from, until),
    })),
  }
}

/** Maximum number of sessions read before measurement; cold caches are not measured here. */
const VISITED = 100_000

/** Reads each session once to warm the caches. */
async function visit(
  load: Load,
  { simulator, ids }: Grown,
  { call, pathOf }: GrowthPath,
  connections: number,
): Promise<void> {
  if (!pathOf) return
  const paths = ids.slice(0, VISITED).map(pathOf)
  const { method, headers } = call
  const { non2xx, errors } = await load.run({
    url: simulator.baseUrl + paths[0]!,
    method,
    headers,
    paths,
    requests: paths.length,
    connections: Math.min(connections, paths.length),
    seconds: PATIENCE_SECONDS,
  })
  if (non2xx + errors > 0)
    throw new Error(`growth: ${non2xx + errors} of ${paths.length} session reads failed`)
}

/** Base of the timeout, instead of the slice's seconds. */
const PATIENCE_SECONDS = 20

async function contender(
  { sessions, simulator, ids }: Grown,
  { call, pathOf }: GrowthPath,
  count: number,
): Promise<Contender> {
  const server = {
    name: sessionsText(sessions),
    baseUrl: simulator.baseUrl,
    process: simulator.process,
  }
  const first = pathOf ? { ...call, path: pathOf(ids[0]!) } : call
  const { wireBytes } = await record(simulator.baseUrl, first)
  // Names, images and outcomes differ between sessions, so response sizes do too.
  return {
    server,
    call: first,
    expected: pathOf ? {} : { wireBytes },
    ...(pathOf && { paths: () => randomPaths(ids, pathOf, count) }),
  }
}

function sessionsText(sessions: number): string {
  return `${sessions.toLocaleString('en')} sessions`
}
