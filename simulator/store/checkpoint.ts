import { Worker } from 'node:worker_threads'

/** Commits between two checkpoints: a log of some tens of megabytes under load. */
const EVERY = 1000

/**
 * Takes the checkpoints of a SQLite file off the main thread, where each would stop every request for tens of
 * milliseconds. The worker starts at its first use: most simulators never write that much.
 */
export class Checkpoints {
  #file: string
  #report: (error: unknown) => void
  #worker: Worker | undefined
  #commits = 0
  #busy = false

  constructor(file: string, report: (error: unknown) => void) {
    this.#file = file
    this.#report = report
  }

  /** To be called after each commit. */
  committed(): void {
    this.#commits++
    if (this.#commits < EVERY || this.#busy) return
    this.#commits = 0
    this.#busy = true
    this.#worker ??= this.#start()
    this.#worker.postMessage('checkpoint')
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    const worker = new Worker(new URL(`./checkpoint-worker.${extension}`, import.meta.url), { workerData: this.#file })
    worker.unref()
    worker.on('message', () => { this.#busy = false })
    // The next commits start another one; until then the log only grows.
    worker.on('error', (error) => {
      this.#report(error)
      this.#worker = undefined
      this.#busy = false
    })
    return worker
  }
}
