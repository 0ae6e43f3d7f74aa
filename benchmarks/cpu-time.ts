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
 * second are coarse where a busy machine gives a server a few of them. Falls back on those, also where Linux was told to
 * count nothing finer: then all is 0.
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

/** Time that the host of a virtual machine gave this one's cores to others, all cores together, in seconds; 0 where nobody tells. */
export function stolenSeconds(): number {
  try {
    return readStolen(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return 0
  }
}

/** The first line counts all cores; its eighth number is what was stolen. */
export function readStolen(stat: string): number {
  return Number(/^cpu +(?:\d+ +){7}(\d+)/.exec(stat)?.[1] ?? 0) / TICKS_PER_SECOND
}

/** What Linux keeps of a thread, in seconds since it began. */
export interface Schedule {
  /** On a processor. */
  ran: number
  /** Ready to run, while others had the processor. */
  waited: number
}

/** The first two fields, in nanoseconds. */
export function readSchedule(schedstat: string): Schedule {
  const [ran, waited] = schedstat.split(' ', 2)
  return { ran: Number(ran) / 1e9, waited: Number(waited) / 1e9 }
}
