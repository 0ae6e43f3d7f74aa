import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Stage } from '../stage.ts'

/** The longest time in milliseconds for which an event loop stood still between two moments; null where none is known. */
export function longestStall(text: string, from: number, until: number): number | null {
  const stalls = text.split('\n').flatMap((line) => {
    const [at, ms] = line.split(' ').map(Number)
    return line !== '' && at! >= from && at! <= until && Number.isFinite(ms) ? [ms!] : []
  })
  return stalls.length === 0 ? null : Math.max(...stalls)
}

/** The argument by which a Node process writes its stalls to a file. */
export function stallArgument(stage: Stage, file: string): string {
  const url = pathToFileURL(stage.script('growth/stall-monitor'))
  url.searchParams.set('file', file)
  return `--import=${url.href}`
}

export function readStalls(file: string, from: number, until: number): number | null {
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
