import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'

/** A thread whose earlier tasks left 150 MB behind. */
const left = Buffer.alloc(150 * 1024 * 1024, 1)

parentPort!.on('message', async () => {
  await sleep(100)
  parentPort!.postMessage({ value: { pages: left[0] } })
})
parentPort!.postMessage({ ready: true })
