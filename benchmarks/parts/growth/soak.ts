import type { Cores } from '../../measure/cores.ts'
import { startLoad } from '../../load/load.ts'
import { startSimulator } from '../../process/simulator.ts'
import type { ProcessGroup } from '../../process/process-group.ts'
import { median } from '../../measure/statistics.ts'
import { seedHome } from './measure.ts'
import { growthPaths, pathsOfASlice, randomPaths } from './paths.ts'
import type { SoakResult } from './result.ts'
import { residentBytes } from './watch.ts'

export interface SoakOptions {
  cores: Cores
  minutes: number
  connections: number
  sessions: number
  nodeArgs: string[]
  step: (text: string) => void
  say: (text: string) => void
}

/** Seconds on one path before the next. */
const STRETCH_SECONDS = 2
/**
 * Requests per second: enough to find a leak of a few bytes per request within minutes, and far
 * below saturation.
 */
const RATE = 2000

/** Reads and writes, one path after the other, for `minutes` minutes, and records memory. */
export async function soak(group: ProcessGroup, options: SoakOptions): Promise<SoakResult> {
  const { cores, minutes, connections, nodeArgs, step } = options
  const { home, ids } = await seedHome(group, options.sessions, options)
  const simulator = await startSimulator(group, {
    measured: 'soak',
    core: cores.server,
    store: 'disk',
    home,
    nodeArgs,
  })
  const load = startLoad(group, cores.load)
  const paths = growthPaths(simulator.key)
  const samples: SoakResult['samples'] = []
  const began = performance.now()
  const minutesSoFar = (): number => (performance.now() - began) / 60_000
  let requests = 0
  for (let turn = 0; minutesSoFar() < minutes; turn++) {
    const { call, pathOf, rate = RATE } = paths[turn % paths.length]!
    const { body, headers, method } = call
    const result = await load.run({
      url: simulator.baseUrl + call.path,
      method,
      headers,
      body,
      connections,
      rate,
      seconds: STRETCH_SECONDS,
      ...(pathOf && { paths: randomPaths(ids, pathOf, pathsOfASlice(ids.length)) }),
    })
    requests += result.requests
    const rss_bytes = residentBytes(simulator.process.pid)
    if (rss_bytes !== null) samples.push({ minute: minutesSoFar(), rss_bytes })
    step(
      `soak: ${minutesSoFar().toFixed(1)} of ${minutes} minutes, ${Math.round((rss_bytes ?? 0) / 2 ** 20)} MiB`,
    )
  }
  for (const { process } of [simulator, load]) await group.stop(process)
  return { minutes, requests, samples, growth: growthOf(samples.map(({ rss_bytes }) => rss_bytes)) }
}

/** Returns the median of the last quarter / median of the second; null for too few samples. */
export function growthOf(samples: number[]): number | null {
  const quarter = Math.floor(samples.length / 4)
  return quarter === 0
    ? null
    : median(samples.slice(-quarter)) / median(samples.slice(quarter, 2 * quarter))
}
