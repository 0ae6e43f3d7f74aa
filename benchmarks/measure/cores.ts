import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The cores of servers and load; undefined where the operating system decides. */
export interface Cores {
  server?: number
  load?: number
  /** Caveat for readers of the figures; null if there is none. */
  note: string | null
}

/** Pins server and load to different cores where possible. */
export function chooseCores(): Cores {
  const allowed = allowedCores()
  if (allowed.length === 0 || spawnSync('taskset', ['--version']).status !== 0) {
    return { note: 'not pinned: taskset is missing, so server and load may share a core' }
  }
  return assignCores(allowed, siblingsOf)
}

/**
 * @param allowed the cores that this process may use
 * @param siblings returns all threads of a core's physical core
 */
export function assignCores(allowed: number[], siblings: (core: number) => number[]): Cores {
  const [server, ...others] = allowed
  if (server === undefined || others.length === 0) {
    return { note: 'not pinned: only one core is allowed, server and load share it' }
  }
  const apart = others.find((core) => !siblings(server).includes(core))
  if (apart !== undefined) return { server, load: apart, note: null }
  const note = 'server and load run on two threads of one physical core, and slow each other'
  return { server, load: others[0]!, note }
}

/** Parses the kernel's format, such as `0-2,7`. */
export function readCpuList(text: string): number[] {
  return text
    .trim()
    .split(',')
    .filter(Boolean)
    .flatMap((part) => {
      const [first, last = first] = part.split('-').map(Number)
      return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i)
    })
}

function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(textOf('/proc/self/status'))?.[1]
  return readCpuList(list ?? '')
}

function siblingsOf(core: number): number[] {
  return readCpuList(textOf(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`))
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
