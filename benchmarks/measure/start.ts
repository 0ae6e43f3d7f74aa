import { cpuSeconds } from './cpu-time.ts'
import { startPeer } from './measure.ts'
import { type RecordedAnswer, callOnce } from './recording.ts'
import { startSimulator } from '../process/simulator.ts'
import type { ProcessGroup, Started } from '../process/process-group.ts'
import { type Summary, summarize } from './statistics.ts'

export interface StartSample {
  /** From spawn to the end of the first successful response. */
  ms: number
  /** CPU time of the process until then, all threads; null if unknown. */
  cpu_ms: number | null
}

export interface StartResult {
  samples: Record<StartKind, StartSample[]>
  summaries: Record<StartKind, { ms: Summary; cpu_ms: Summary | null }>
}

export type StartKind =
  | 'bare node:http'
  | 'simulator, memory'
  | 'simulator, disk'
  | 'simulator, memory, --world FILE'

export interface StartOptions {
  rounds: number
  progress: (kind: StartKind, round: number, milliseconds: number) => void
}

const EMPTY_LIST = '{"data":[],"has_more":false,"next_cursor":null}'
const BARE_ANSWER: RecordedAnswer = {
  status: 200,
  headers: ['Content-Type', 'application/json', 'Content-Length', String(EMPTY_LIST.length)],
  body: Buffer.from(EMPTY_LIST).toString('base64'),
  keepAliveMs: 5000,
  wireBytes: 0,
}

/**
 * Measures the time from spawn to the first successful response: the simulator with an empty store,
 * in memory, on disk and with a world file, which it has to validate, and bare Node. Interleaved, so that a busy minute affects all equally. Not
 * pinned to a core, as in normal use.
 */
export async function measureStart(
  group: ProcessGroup,
  { rounds, progress }: StartOptions,
): Promise<StartResult> {
  const kinds: Record<StartKind, () => Promise<Started>> = {
    'bare node:http': () => bareAnswer(group),
    'simulator, memory': () => simulatorAnswer(group, 'memory'),
    'simulator, disk': () => simulatorAnswer(group, 'disk'),
    'simulator, memory, --world FILE': () => simulatorAnswer(group, 'memory', 'bench'),
  }
  const names = Object.keys(kinds) as StartKind[]
  const samples = Object.fromEntries(
    names.map((kind) => [kind, []]),
  ) as unknown as StartResult['samples']
  // One unmeasured round loads the files into the page cache.
  for (let round = 0; round <= rounds; round++) {
    for (const kind of names) {
      const before = performance.now()
      const process = await kinds[kind]()
      const ms = performance.now() - before
      const cpu = cpuSeconds(process.pid)
      if (round > 0) samples[kind].push({ ms, cpu_ms: cpu === null ? null : cpu * 1000 })
      progress(kind, round, ms)
      await group.stop(process)
    }
  }
  const summaries = Object.fromEntries(
    names.map((kind) => [
      kind,
      {
        ms: summarize(samples[kind].map(({ ms }) => ms)),
        cpu_ms: summarize(samples[kind].flatMap(({ cpu_ms }) => cpu_ms ?? [])),
      },
    ]),
  )
  return { samples, summaries: summaries as StartResult['summaries'] }
}

async function bareAnswer(group: ProcessGroup): Promise<Started> {
  const { process, baseUrl } = await startPeer(group, 'bare node:http', BARE_ANSWER)
  await firstAnswer(baseUrl, '')
  return process
}

async function simulatorAnswer(
  group: ProcessGroup,
  store: 'memory' | 'disk',
  world: 'bench' | 'demo' = 'demo',
): Promise<Started> {
  const { process, baseUrl, key } = await startSimulator(group, {
    measured: `start-${store}-${world}`,
    store,
    world,
  })
  await firstAnswer(baseUrl, key)
  return process
}

/** Makes an authenticated read, which needs store, key ring and contract. */
async function firstAnswer(baseUrl: string, key: string): Promise<void> {
  const call = {
    method: 'GET' as const,
    path: '/v1/sessions?limit=1',
    headers: { authorization: `Bearer ${key}` },
  }
  const { status, body } = await callOnce(baseUrl, call)
  if (status !== 200)
    throw new Error(`first response: expected 200, got ${status} ${body.toString('utf8', 0, 300)}`)
}
