import type { Cores } from './cores.ts'
import { startLoad } from './load.ts'
import { type PairResult, type TurnOptions, type TurnStep, takeTurns } from './pair.ts'
import { type LoadedPath, type Subject, callFor } from './paths.ts'
import { PEERS, type PeerName, startContender } from './peers/peers.ts'
import { type RecordedAnswer, record } from './recording.ts'
import { type StoreKind, startSimulator, subjectFor } from './simulator.ts'
import { type Contender, type Server, expectedOf } from './slice.ts'
import type { Stage, Started } from './stage.ts'
import { type Steady, measureSteady } from './steady.ts'
import type { Target } from './target-file.ts'

export interface MeasureOptions extends Omit<TurnOptions, 'progress'> {
  cores: Cores
  store: StoreKind
  /** Whether Fastify and Prism take their turns too. */
  peers: boolean
  /** A target that is up already, instead of a simulator of our own. */
  target?: Target | undefined
  nodeArgs?: string[] | undefined
  progress: (path: LoadedPath, step: TurnStep) => void
}

interface Peer extends Server {
  process: Started
}

export interface PathResult {
  path: LoadedPath
  request: { method: string; path: string; body_bytes: number }
  answer: { status: number; body_bytes: number; wire_bytes: number }
  /** The target against bare `node:http`. */
  bare: PairResult
  /** Bare `node:http` against another process of the same: how far apart equals come out. */
  noise: PairResult
  /** Others against bare `node:http`, or why they could not be compared. */
  peers: { name: PeerName; pair: PairResult | null; missing: string | null }[]
  /** At half of what the target can do; null where that isn't known. */
  steady: Steady | null
}

/** Measures one path: the target, bare `node:http` again, and the peers, each in turn with bare `node:http`. */
export async function measurePath(
  path: LoadedPath,
  stage: Stage,
  options: MeasureOptions,
): Promise<PathResult> {
  const { cores } = options
  const load = startLoad(stage, cores.load)
  const { server, subject } = await upAndReady(path, stage, options)
  const call = callFor(path, subject)
  const answer = await record(server.baseUrl, call)
  const turns = { ...options, progress: (step: TurnStep) => options.progress(path, step) }
  const as = (server: Server): Contender => ({
    server,
    call,
    expected: expectedOf(answer, options.duration),
  })

  const bare = await startPeer(stage, 'bare node:http', answer, cores.server)
  const twin = await startPeer(stage, 'bare node:http again', answer, cores.server)
  const key = call.headers.authorization!.replace('Bearer ', '')
  const context = { stage, core: cores.server, call, answer, key, targetUrl: server.baseUrl }
  const peers = await Promise.all(
    (options.peers ? PEERS : []).map(async (name) => ({
      name,
      contender: await startContender(name, context).catch((error: Error) => error),
    })),
  )
  const present = peers.flatMap(({ contender }) => (contender instanceof Error ? [] : [contender]))
  const [target, noise, ...others] = await takeTurns(
    load,
    as(bare),
    [as(server), as(twin), ...present],
    turns,
  )
  const steady = await measureSteady(load, as(bare), as(server), target!, turns)
  for (const { process } of [
    server,
    bare,
    twin,
    load,
    ...present.map((contender) => contender.server),
  ]) {
    if (process) await stage.stop(process)
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
  stage: Stage,
  { target, cores, store, nodeArgs }: MeasureOptions,
): Promise<{ server: Server; subject: Subject }> {
  if (target) return { server: { name: 'target', baseUrl: target.baseUrl }, subject: target }
  const simulator = await startSimulator(stage, {
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

/** Starts a process that gives the recorded answer to every request. */
export async function startPeer(
  stage: Stage,
  name: string,
  answer: RecordedAnswer,
  core?: number,
): Promise<Peer> {
  const process = stage.start(name, stage.script('peer-server'), { core, messages: true })
  const { port } = (await process.ask(answer)) as { port: number }
  return { name, baseUrl: `http://127.0.0.1:${port}`, process }
}
