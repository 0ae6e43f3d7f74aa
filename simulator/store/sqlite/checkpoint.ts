import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** Approximate log growth in bytes between two checks by the worker. */
const LOOK_BYTES = 4 * 1024 * 1024
/** Estimated bytes that a commit adds to the log besides the data: pages of indexes. */
const INDEX_BYTES = 16 * 8192
/** The same for a commit of activity entries alone, which touches the end of one tree. */
const ACTIVITY_BYTES = 2 * 8192

/**
 * Runs the checkpoints of a SQLite file in a worker, since each would block the event loop for tens
 * of milliseconds. The worker starts on first use: most simulators never write that much.
 */
export class Checkpoints {
  #file: string
  #report: (error: unknown) => void
  #worker: Worker | undefined
  /** File descriptor of the database, for the worker's fsync. */
  #descriptor: number | undefined
  /** Bytes of log growth since the last look. */
  #grown = 0
  #state: 'idle' | 'looking' | 'moved' | 'finishing' | 'stopped' = 'idle'
  /** Keeps the log when the writer closes the database: only the last connection moves and deletes it. */
  #keeper: DatabaseSync | undefined
  #paused = false
  #finishing: PromiseWithResolvers<void> | undefined
  #problem: string | undefined

  constructor(file: string, report: (error: unknown) => void) {
    this.#file = file
    this.#report = report
  }

  /**
   * Resolves when the restart of the log has ended; undefined outside of one. A writer during a
   * restart would block the event loop on the lock and the disk.
   */
  get finishing(): Promise<void> | undefined {
    return this.#finishing?.promise
  }

  /** Why no more checkpoints run, and what to do; undefined while they can. */
  get problem(): string | undefined {
    return this.#problem
  }

  /**
   * Reports a commit; call when no transaction is open.
   * @param bytes of documents and images in it; undefined if it held activity entries alone
   */
  committed(bytes: number | undefined): void {
    this.#grown += bytes === undefined ? ACTIVITY_BYTES : bytes + INDEX_BYTES
    if (this.#paused) return
    if (this.#state === 'moved') {
      this.#finishing = Promise.withResolvers()
      this.#ask('finishing')
    } else if (this.#state === 'idle' && this.#grown >= LOOK_BYTES) {
      this.#grown = 0
      try {
        this.#worker ??= this.#start()
      } catch (error) {
        // No free file descriptors. The commit is valid, and its writers must not be refused.
        return this.#report(error)
      }
      this.#ask('looking')
    }
  }

  /**
   * Pauses checkpoints: while a reader holds a snapshot, the log cannot be restarted and only
   * grows.
   */
  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
  }

  /** Stops checkpoints and releases waiting writers. */
  async close(): Promise<void> {
    this.#grown = Number.NEGATIVE_INFINITY
    await this.#worker?.terminate()
    this.#ended('idle')
  }

  /**
   * Closes the descriptor; call after the database is closed. Closing any descriptor of a file
   * releases all POSIX locks that the process holds on it.
   */
  release(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#keeper?.close()
  }

  #ask(state: 'looking' | 'finishing'): void {
    this.#state = state
    this.#worker!.postMessage(state === 'looking' ? 'look' : 'finish')
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    const worker = new Worker(new URL(`./checkpoint-worker.${extension}`, import.meta.url), {
      workerData: {
        file: this.#file,
        descriptor: (this.#descriptor ??= openSync(this.#file, 'r+')),
      },
    })
    worker.unref()
    worker.on('message', (done: 'short' | 'moved' | 'finished' | Error) => {
      if (done instanceof Error) this.#stop(done)
      else this.#ended(done === 'moved' ? 'moved' : 'idle')
    })
    // Later commits start another worker; until then the log only grows.
    worker.on('error', (error) => {
      this.#report(error)
      this.#worker = undefined
      this.#ended('idle')
    })
    return worker
  }

  /**
   * Runs no more checkpoints after a failed sync. The kernel reports it once and forgets the pages,
   * so a later sync would succeed without them, and the log would be discarded. The next start moves
   * all of them again.
   */
  #stop(error: Error): void {
    this.#keeper = new DatabaseSync(this.#file, { readOnly: true })
    // A connection opens the log at its first read.
    this.#keeper.prepare('SELECT 1 FROM store').get()
    this.#ended('stopped')
    const advice =
      'Its log is kept, and grows. Check the disk. Start the simulator again to repeat it.'
    this.#problem = `${this.#file} cannot be synced to the disk: ${error.message}. ${advice}`
    this.#report(new Error(this.#problem, { cause: error }))
  }

  #ended(state: 'moved' | 'idle' | 'stopped'): void {
    this.#state = state
    this.#finishing?.resolve()
    this.#finishing = undefined
  }
}
