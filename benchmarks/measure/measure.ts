import type { Cores } from './cores.ts'
import { startLoad } from '../load/load.ts'
import {
  type PairResult,
  type InterleavedOptions,
  type SliceProgress,
  measureInterleaved,
} from './pair.ts'
import { type LoadedPath, type Subject, callFor } from '../load/paths.ts'
import { PEERS, type PeerName, startContender } from '../peers/peers.ts'
import { type RecordedAnswer, record } from './recording.ts'
import { type StoreKind, startSimulator, subjectFor } from '../process/simulator.ts'
import { type Contender, type Server, expectedOf } from './slice.ts'
import type { ProcessGroup, Started } from '../process/process-group.ts'
import { type Steady, measureSteady } from './steady.ts'
import type { Target } from '../process/target-file.ts'

export interface MeasureOptions extends Omit<InterleavedOptions, 'progress'> {
  cores: Cores
  store: StoreKind
  /** Whether Fastify and Prism are measured too. */
  peers: boolean
  /** A running target instead of a new simulator. */
  target?: Target | undefined
  nodeArgs?: string[] | undefined
  progress: (path: LoadedPath, step: SliceProgress) => void
}

interface Peer extends Server {
  process: Started
}

export interface PathResult {
  path: LoadedPath
  request: { method: string; path: string; body_bytes: number }
  answer: { status: number; body_bytes: number; wire_bytes: number }
  /** Target relative to bare `node:http`. */
  bare: PairResult
  /** Bare `node:http` relative to a second process of it: the noise between equal servers. */
  noise: PairResult
  /** Peers relative to bare `node:http`, or why a peer could not be measured. */
  peers: { name: PeerName; pair: PairResult | null; missing: string | null }[]
  /** Results at 50% of the target's peak throughput; null if that is unknown. */
  steady: Steady | null
}

/**
 * Measures one path: the target, bare `node:http` again, and the peers, each interleaved with bare
 * `node:http`.
 */
export async function measurePath(
  path: LoadedPath,
  group: ProcessGroup,
  options: MeasureOptions,
): Promise<PathResult> {
  const { cores } = options
  const load = startLoad(group, cores.load)
  const { server, subject } = await upAndReady(path, group, options)
  const call = callFor(path, subject)
  const answer = await record(server.baseUrl, call)
  const turns = { ...options, progress: (step: SliceProgress) => options.progress(path, step) }
  const as = (server: Server): Contender => ({
    server,
    call,
    expected: expectedOf(answer, options.duration),
  })

  const bare = await startPeer(group, 'bare node:http', answer, cores.server)
  const secondBaseline = await startPeer(group, 'bare node:http again', answer, cores.server)
  const key = call.headers.authorization!.replace('Bearer ', '')
  const context = { group, core: cores.server, call, answer, key, targetUrl: server.baseUrl }
  const peers = await Promise.all(
    (options.peers ? PEERS : []).map(async (name) => ({
      name,
      contender: await startContender(name, context).catch((error: Error) => error),
    })),
  )
  const present = peers.flatMap(({ contender }) => (contender instanceof Error ? [] : [contender]))
  const [target, noise, ...others] = await measureInterleaved(
    load,
    as(bare),
    [as(server), as(secondBaseline), ...present],
    turns,
  )
  const steady = await measureSteady(load, as(bare), as(server), target!, turns)
  for (const { process } of [
    server,
    bare,
    secondBaseline,
    load,
    ...present.map((contender) => contender.server),
  ]) {
    if (process) await group.stop(process)
  }

  const { status, body, wireBytes: wire_bytes } = answer
  return {
    path,
    request: {
      method: call.method,
      path: call.path,
      body_bytes: Buffer.byteLength(call.body ?? ''),
    },
    answer: { status, body_bytes: Buffer.byteLength(body, 'base64'), wire_bytes },
    bare: target!,
    noise: noise!,
    steady,
    peers: peers.map(({ name, contender }) =>
      contender instanceof Error
        ? { name, pair: null, missing: contender.message }
        : { name, pair: others[present.indexOf(contender)]!, missing: null },
    ),
  }
}

async function upAndReady(
  path: LoadedPath,
  group: ProcessGroup,
  { target, cores, store, nodeArgs }: MeasureOptions,
): Promise<{ server: Server; subject: Subject }> {
  if (target) return { server: { name: 'target', baseUrl: target.baseUrl }, subject: target }
  const simulator = await startSimulator(group, {
    measured: path,
    core: cores.server,
    store,
    nodeArgs,
  })
  return {
    server: { name: 'simulator', baseUrl: simulator.baseUrl, process: simulator.process },
    subject: await subjectFor(path, simulator),
  }
}

/** Starts a process that responds to every request with the recorded response. */
export async function startPeer(
  group: ProcessGroup,
  name: string,
  answer: RecordedAnswer,
  core?: number,
): Promise<Peer> {
  const process = group.start(name, group.script('process/peer-server'), { core, messages: true })
  const { port } = (await process.ask(answer)) as { port: number }
  return { name, baseUrl: `http://127.0.0.1:${port}`, process }
}
