import { readFileSync, readdirSync } from 'node:fs'

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

/**
 * The same of the threads that are there now, to the nanosecond, for differences over a short time: hundredths of a
 * second are coarse where a busy machine gives a server a few of them. Falls back on those.
 */
export function threadSeconds(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .reduce((sum, thread) => sum + readSchedule(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')), 0)
  } catch {
    return cpuSeconds(pid)
  }
}

/** The first of the fields is the time on a processor, in nanoseconds. */
export function readSchedule(schedstat: string): number {
  return Number(schedstat.split(' ')[0]) / 1e9
}
