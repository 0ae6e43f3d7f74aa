import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second wherever Node runs. */
const TICKS_PER_SECOND = 100

/** Processor time of a process, all its threads, in seconds; null where the system doesn't tell. */
export function cpuSeconds(pid: number): number | null {
  try {
    return readStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

/** Of the fields after the name (which may hold spaces and brackets) the 12th is user time, the 13th system time. */
export function readStat(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
