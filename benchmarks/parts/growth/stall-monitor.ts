/**
 * Event loop monitor, loaded into a server by `--import`. Writes one line per interval: `began
 * ended longest-ms` (epoch ms). On Linux, ` ran-ms waited-ms stolen-ms` follow: CPU time and wait
 * time of the main thread during the longest stall, and steal time of the virtual machine in the
 * interval. Steal time is contained in the CPU time or in the wait time. The output file is the
 * `file` parameter of this module's URL.
 */
import { appendFileSync, openSync, readSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { type Schedule, readSchedule, stolenSeconds } from '../../measure/cpu-time.ts'

const STRETCH_MS = 200
/** Interval of the timer in ms; it is subtracted from the time between two ticks. */
const TICK_MS = 1

/** Reads the main thread's scheduler statistics; undefined if unavailable. */
function openSchedule(): (() => Schedule) | undefined {
  const text = Buffer.alloc(100)
  try {
    const descriptor = openSync('/proc/self/schedstat', 'r')
    const read = (): Schedule =>
      readSchedule(text.toString('latin1', 0, readSync(descriptor, text, 0, text.length, 0)))
    return read().ran > 0 ? read : undefined
  } catch {
    return undefined
  }
}

const file = new URL(import.meta.url).searchParams.get('file')
if (isMainThread && file !== null) {
  const schedule = openSchedule()
  let last = { at: performance.now(), had: schedule?.() }
  let longest = { ms: 0, parts: '' }
  let stretch = { began: Date.now(), stolen: stolenSeconds() }
  const tick = (): void => {
    const now = { at: performance.now(), had: schedule?.() }
    const ms = now.at - last.at - TICK_MS
    if (ms > longest.ms)
      longest = { ms, parts: now.had && last.had ? partsOf(last.had, now.had) : '' }
    last = now
  }
  setInterval(tick, TICK_MS).unref()
  setInterval(() => {
    // A stall that ends now belongs to this interval, as does its steal time.
    tick()
    const next = { began: Date.now(), stolen: stolenSeconds() }
    const parts =
      longest.parts && `${longest.parts} ${((next.stolen - stretch.stolen) * 1000).toFixed(1)}`
    appendFileSync(file, `${stretch.began} ${next.began} ${longest.ms.toFixed(1)}${parts}\n`)
    longest = { ms: 0, parts: '' }
    stretch = next
  }, STRETCH_MS).unref()
}

function partsOf(before: Schedule, after: Schedule): string {
  return [after.ran - before.ran, after.waited - before.waited]
    .map((seconds) => ` ${(seconds * 1000).toFixed(1)}`)
    .join('')
}
