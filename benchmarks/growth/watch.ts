import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Stage } from '../stage.ts'

/** How long an event loop stood still, in milliseconds; of that, where it is known, how long it ran and waited for a core. */
export interface Stall {
  ms: number
  ran_ms: number | null
  waited_ms: number | null
}

/** A stretch of time as the monitor wrote it down, and the longest stall that ended in it. */
interface Stretch extends Stall {
  /** Milliseconds since the epoch. */
  began: number
  ended: number
  /** How long the host of a virtual machine took cores away in it. */
  stolen_ms: number
}

/** A last line that isn't written to its end yet is left out. */
export function parseStretches(text: string): Stretch[] {
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
 * The longest stall of the stretches between two moments; null where there is none. One that began before tells of other
 * requests, and one in which the host took the cores away tells nothing.
 */
export function longestStall(stretches: Stretch[], from: number, until: number): Stall | null {
  const longest = stretches
    .filter(({ began, ended, stolen_ms }) => began >= from && ended <= until && stolen_ms === 0)
    .reduce<Stall | null>((longest, one) => (one.ms > (longest?.ms ?? -1) ? one : longest), null)
  return longest && { ms: longest.ms, ran_ms: longest.ran_ms, waited_ms: longest.waited_ms }
}

/** The argument by which a Node process writes its stalls to a file. */
export function stallArgument(stage: Stage, file: string): string {
  const url = pathToFileURL(stage.script('growth/stall-monitor'))
  url.searchParams.set('file', file)
  return `--import=${url.href}`
}

export function readStall(file: string, from: number, until: number): Stall | null {
  try {
    return longestStall(parseStretches(readFileSync(file, 'utf8')), from, until)
  } catch {
    return null
  }
}

/** Memory that a process holds, in bytes; null where the system doesn't tell. */
export function residentBytes(pid: number): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kib === undefined ? null : Number(kib) * 1024
  } catch {
    return null
  }
}

/** All files of a folder together. */
export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) =>
      entry.isFile() ? sum + statSync(join(entry.parentPath, entry.name)).size : sum,
    0,
  )
}
