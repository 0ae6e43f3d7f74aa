import { join } from 'node:path'
import type { Cores } from './cores.ts'
import { startLoad } from './load.ts'
import { type PairOptions, type PairResult, type PairStep, measurePair } from './pair.ts'
import { type LoadedPath, type Subject, callFor } from './paths.ts'
import { type RecordedAnswer, record } from './recording.ts'
import { type StoreKind, startSimulator, withSession } from './simulator.ts'
import type { Server } from './slice.ts'
import type { Stage, Started } from './stage.ts'
import type { Target } from './target-file.ts'

export interface MeasureOptions extends Omit<PairOptions, 'wireBytes' | 'progress'> {
  cores: Cores
  store: StoreKind
  /** A target that is up already, instead of a simulator of our own. */
  target?: Target | undefined
  profileFolder?: string | undefined
  progress: (path: LoadedPath, pair: string, step: PairStep) => void
}

interface Peer extends Server { process: Started }

export interface PathResult {
  path: LoadedPath
  request: { method: string, path: string, body_bytes: number }
  answer: { status: number, body_bytes: number, wire_bytes: number }
  /** The target against bare `node:http`. */
  bare: PairResult
  /** Bare `node:http` against another process of the same: how far apart equals come out. */
  noise: PairResult
}

/** Measures one path: the target against its peer, then, with the target gone, the peer against itself. */
export async function measurePath(path: LoadedPath, stage: Stage, options: MeasureOptions): Promise<PathResult> {
  const { cores } = options
  const load = startLoad(stage, cores.load)
  const target = await upAndReady(path, stage, options)
  const call = callFor(path, target.subject)
  const answer = await record(target.server.baseUrl, call)
  const pairOptions = (pair: string) => ({
    ...options, wireBytes: answer.wireBytes, progress: (step: PairStep) => options.progress(path, pair, step),
  })

  const peer = await startPeer(stage, 'bare node:http', answer, cores.server)
  const bare = await measurePair(load, peer, target.server, call, pairOptions('against bare node:http'))
  if (target.server.process) await stage.stop(target.server.process)
  const twin = await startPeer(stage, 'bare node:http again', answer, cores.server)
  const noise = await measurePair(load, peer, twin, call, pairOptions('bare node:http against itself'))
  for (const { process } of [peer, twin, load]) await stage.stop(process)

  const { status, body, wireBytes: wire_bytes } = answer
  return {
    path,
    request: { method: call.method, path: call.path, body_bytes: Buffer.byteLength(call.body ?? '') },
    answer: { status, body_bytes: Buffer.byteLength(body, 'base64'), wire_bytes },
    bare, noise,
  }
}

async function upAndReady(path: LoadedPath, stage: Stage, { target, cores, store, profileFolder }: MeasureOptions):
  Promise<{ server: Server, subject: Subject }> {
  if (target) return { server: { name: 'target', baseUrl: target.baseUrl }, subject: target }
  const simulator = await startSimulator(stage, {
    core: cores.server, store, profileFolder: profileFolder && join(profileFolder, path),
  })
  const subject = path === 'create' ? { key: simulator.key, artifact: 'front' } : await withSession(simulator)
  return { server: { name: 'simulator', baseUrl: simulator.baseUrl, process: simulator.process }, subject }
}

/** Starts a process that gives the recorded answer to every request. */
export async function startPeer(stage: Stage, name: string, answer: RecordedAnswer, core?: number): Promise<Peer> {
  const process = stage.start(name, stage.script('peer-server'), { core, messages: true })
  const { port } = await process.ask(answer) as { port: number }
  return { name, baseUrl: `http://127.0.0.1:${port}`, process }
}
