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

/**
 * The longest of the stretches between two moments; null where there is none. One that began before tells of other
 * requests, and one in which the host took the cores away tells nothing.
 */
export function longestStall(text: string, from: number, until: number): Stall | null {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n').filter(Boolean)
  return lines.reduce<Stall | null>((longest, line) => {
    const [began, ended, ms, ran_ms = null, waited_ms = null, stolen_ms = 0] = line.split(' ').map(Number)
    const counts = began! >= from && ended! <= until && stolen_ms === 0
    return counts && ms! > (longest?.ms ?? -1) ? { ms: ms!, ran_ms, waited_ms } : longest
  }, null)
}

/** The argument by which a Node process writes its stalls to a file. */
export function stallArgument(stage: Stage, file: string): string {
  const url = pathToFileURL(stage.script('growth/stall-monitor'))
  url.searchParams.set('file', file)
  return `--import=${url.href}`
}

export function readStall(file: string, from: number, until: number): Stall | null {
  try {
    return longestStall(readFileSync(file, 'utf8'), from, until)
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
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .reduce((sum, entry) => entry.isFile() ? sum + statSync(join(entry.parentPath, entry.name)).size : sum, 0)
}
