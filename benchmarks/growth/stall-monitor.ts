/**
 * Loaded into a server before its program (`--import`): writes how long its event loop stood still, a line for each
 * stretch, `epoch-ms longest-ms`. The file is the `file` of its own URL's query.
 */
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const STRETCH_MS = 200
/** What is measured is the distance of two ticks, so an idle loop shows this much. */
const RESOLUTION_MS = 1

const file = new URL(import.meta.url).searchParams.get('file')
if (isMainThread && file !== null) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${Math.max(0, delay.max / 1e6 - RESOLUTION_MS).toFixed(1)}\n`)
    delay.reset()
  }, STRETCH_MS).unref()
}
