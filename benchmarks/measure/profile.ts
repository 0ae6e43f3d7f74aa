import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The used parts of a .cpuprofile. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

export interface SelfTime {
  name: string
  /** Fraction of the thread's active time. */
  share: number
}

/** The profiler counts idle time as a function. */
const IDLE = '(idle)'

/** Returns the functions with the highest self time. */
export function topSelfTimes(
  { nodes, samples, timeDeltas }: CpuProfile,
  count: number,
): SelfTime[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const times = new Map<string, number>()
  let total = 0
  samples.forEach((id, i) => {
    const name = names.get(id) ?? '(unknown)'
    const time = timeDeltas[i] ?? 0
    if (name === IDLE) return
    times.set(name, (times.get(name) ?? 0) + time)
    total += time
  })
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, time]) => ({ name, share: time / total }))
}

/**
 * Reads the profile of the busiest thread; undefined if there is none because the process was
 * killed.
 */
export function readProfile(folder: string): CpuProfile | undefined {
  if (!existsSync(folder)) return undefined
  const profiles = readdirSync(folder)
    .filter((file) => file.endsWith('.cpuprofile'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile)
  return profiles.sort((a, b) => busySamples(b) - busySamples(a))[0]
}

function busySamples({ nodes, samples }: CpuProfile): number {
  const idle = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === IDLE).map(({ id }) => id),
  )
  return samples.filter((id) => !idle.has(id)).length
}

function nameOf({
  functionName,
  url,
  lineNumber,
}: CpuProfile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName
  const file = url.split('/').slice(-2).join('/')
  return `${functionName || '(anonymous)'} ${url.startsWith('node:') ? url : file}:${lineNumber + 1}`
}
