/**
 * Loaded into a server before its program (`--import`): writes how long its event loop stood still, a line for each
 * stretch, `began ended longest-ms` (milliseconds since the epoch), and where Linux tells ` ran-ms waited-ms stolen-ms`: how
 * much of the longest the main thread had a core, how long it waited for one that others had; and how long the host of a
 * virtual machine took the cores away in that stretch, which is in either. The file is the `file` of its own URL's query.
 */
import { appendFileSync, openSync, readSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { type Schedule, readSchedule, stolenSeconds } from '../cpu-time.ts'

const STRETCH_MS = 200
/** What is measured is the distance of two ticks, so an idle loop shows this much. */
const TICK_MS = 1

/** Reads the main thread's times, as they are; undefined where the system doesn't keep them. */
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
    // A stall that ends just now belongs to this stretch, as what was stolen in it does.
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
