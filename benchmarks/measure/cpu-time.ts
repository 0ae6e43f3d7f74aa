import { readFileSync, readdirSync } from 'node:fs'

/** Linux reports 100 ticks per second wherever Node runs. */
const TICKS_PER_SECOND = 100

/** CPU time of a process (all threads) in seconds; null if unavailable. */
export function cpuSeconds(pid: number): number | null {
  try {
    return readStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Sums user and system time: the 12th and 13th field after the name, which may contain spaces and
 * brackets.
 */
export function readStat(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/**
 * CPU time of the current threads in nanosecond resolution, for short intervals where ticks are too
 * coarse. Falls back to ticks, also if Linux keeps no such statistics (all values 0).
 */
export function threadSeconds(pid: number): number | null {
  try {
    return (
      readdirSync(`/proc/${pid}/task`).reduce(
        (sum, thread) =>
          sum + readSchedule(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')).ran,
        0,
      ) || cpuSeconds(pid)
    )
  } catch {
    return cpuSeconds(pid)
  }
}

/** Steal time of a virtual machine, all cores, in seconds; 0 if unavailable. */
export function stolenSeconds(): number {
  try {
    return readStolen(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return 0
  }
}

/** The first line is the total of all cores; its eighth number is steal time. */
export function readStolen(stat: string): number {
  return Number(/^cpu +(?:\d+ +){7}(\d+)/.exec(stat)?.[1] ?? 0) / TICKS_PER_SECOND
}

/** Scheduler statistics of a thread, in seconds since its start. */
export interface Schedule {
  /** Running on a CPU. */
  ran: number
  /** Runnable, waiting for a CPU. */
  waited: number
}

/** Parses the first two fields, in nanoseconds. */
export function readSchedule(schedstat: string): Schedule {
  const [ran, waited] = schedstat.split(' ', 2)
  return { ran: Number(ran) / 1e9, waited: Number(waited) / 1e9 }
}
