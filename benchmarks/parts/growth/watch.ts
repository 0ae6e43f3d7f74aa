import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ProcessGroup } from '../../process/process-group.ts'

/** An event loop stall in milliseconds, with its CPU time and wait time where known. */
export interface Stall {
  ms: number
  ran_ms: number | null
  waited_ms: number | null
}

/** One interval of the monitor, with the longest stall that ended in it. */
interface MonitorInterval extends Stall {
  /** Milliseconds since the epoch. */
  began: number
  ended: number
  /** Steal time of the virtual machine in the interval. */
  stolen_ms: number
}

/** Parses complete lines; a partially written last line is ignored. */
export function parseIntervals(text: string): MonitorInterval[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [began, ended, ms, ran_ms = null, waited_ms = null, stolen_ms = 0] = line
        .split(' ')
        .map(Number)
      return { began: began!, ended: ended!, ms: ms!, ran_ms, waited_ms, stolen_ms }
    })
}

/**
 * Returns the longest stall of the intervals between two times; null if there is none. Excludes
 * stalls that began earlier, which other requests caused, and intervals with steal time.
 */
export function longestStall(
  stretches: MonitorInterval[],
  from: number,
  until: number,
): Stall | null {
  const longest = stretches
    .filter(({ began, ended, stolen_ms }) => began >= from && ended <= until && stolen_ms === 0)
    .reduce<Stall | null>((longest, one) => (one.ms > (longest?.ms ?? -1) ? one : longest), null)
  return longest && { ms: longest.ms, ran_ms: longest.ran_ms, waited_ms: longest.waited_ms }
}

/** Returns the Node argument that loads the event loop monitor. */
export function stallArgument(group: ProcessGroup, file: string): string {
  const url = pathToFileURL(group.script('parts/growth/stall-monitor'))
  url.searchParams.set('file', file)
  return `--import=${url.href}`
}

export function readStall(file: string, from: number, until: number): Stall | null {
  try {
    return longestStall(parseIntervals(readFileSync(file, 'utf8')), from, until)
  } catch {
    return null
  }
}

/** Resident memory of a process in bytes; null if unavailable. */
export function residentBytes(pid: number): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kib === undefined ? null : Number(kib) * 1024
  } catch {
    return null
  }
}

/** Total size of the files in a folder. */
export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) =>
      entry.isFile() ? sum + statSync(join(entry.parentPath, entry.name)).size : sum,
    0,
  )
}
