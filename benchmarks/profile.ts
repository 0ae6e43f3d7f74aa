import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a .cpuprofile that are read here. */
export interface CpuProfile {
  nodes: { id: number, callFrame: { functionName: string, url: string, lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

export interface SelfTime {
  name: string
  /** Of the time in which the thread did anything. */
  share: number
}

/** Not work, though the profiler gives it time. */
const IDLE = '(idle)'

/** The functions in which the most time was spent, without what they called. */
export function topSelfTimes({ nodes, samples, timeDeltas }: CpuProfile, count: number): SelfTime[] {
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
  return [...times].sort(([, a], [, b]) => b - a).slice(0, count).map(([name, time]) => ({ name, share: time / total }))
}

/** The profile of a process's busiest thread. @throws {Error} if the folder holds none */
export function readProfile(folder: string): CpuProfile {
  const profiles = readdirSync(folder).filter((file) => file.endsWith('.cpuprofile'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile)
  if (profiles.length === 0) throw new Error(`no profile in ${folder}: the process did not end by itself`)
  return profiles.reduce((most, profile) => profile.samples.length > most.samples.length ? profile : most)
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName
  const file = url.split('/').slice(-2).join('/')
  return `${functionName || '(anonymous)'} ${url.startsWith('node:') ? url : file}:${lineNumber + 1}`
}
