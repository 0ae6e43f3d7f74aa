import type { Scheduler } from './scheduler.ts'

/** A job that still reads its record begins its delivery after the first interrupt, so interrupts repeat. */
const INTERRUPT_MS = 50

/**
 * Ends advances early until the task ends: they move the clock, and leave the remaining jobs due. Otherwise a task that
 * waits for an advance also waits for each attempt at a silent receiver.
 * @param interrupt aborts long-running jobs, which reject with `Abandoned`
 */
export async function hurryAdvances<T>(
  scheduler: Scheduler,
  interrupt: () => void,
  task: () => Promise<T>,
): Promise<T> {
  scheduler.hurries++
  const repeated = setInterval(() => {
    if (scheduler.isAdvancing) interrupt()
  }, INTERRUPT_MS)
  try {
    return await task()
  } finally {
    clearInterval(repeated)
    scheduler.hurries--
  }
}
