import { closeSync, openSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** By how much the log has grown, roughly, before the worker looks at it: what it moves at a time. */
const LOOK_BYTES = 4 * 1024 * 1024
/** What a commit adds to the log beside what was written: pages of the indexes, most of them anew each time. */
const INDEX_BYTES = 16 * 8192

/**
 * Takes the checkpoints of a SQLite file off the main thread, where each would stop every request for tens of
 * milliseconds. The worker starts at its first use: most simulators never write that much.
 */
export class Checkpoints {
  #file: string
  #report: (error: unknown) => void
  #worker: Worker | undefined
  /** Of the database's file, for the worker to bring it to the disk. */
  #descriptor: number | undefined
  /** Bytes by which the log has grown since the last look. */
  #grown = 0
  #state: 'idle' | 'looking' | 'moved' | 'finishing' = 'idle'
  #paused = false
  #finishing: PromiseWithResolvers<void> | undefined

  /** Called when all but little of the log is moved: a commit now would leave little to wait for. */
  moved: () => void = () => undefined

  constructor(file: string, report: (error: unknown) => void) {
    this.#file = file
    this.#report = report
  }

  /**
   * While the log is started anew: resolves when it is. Whoever wrote then would wait for the lock, and for the disk,
   * with every request behind him.
   */
  get finishing(): Promise<void> | undefined {
    return this.#finishing?.promise
  }

  /** To be called after each commit of so many bytes, when no transaction is open. */
  committed(bytes: number): void {
    this.#grown += bytes + INDEX_BYTES
    if (this.#paused) return
    if (this.#state === 'moved') {
      this.#finishing = Promise.withResolvers()
      this.#ask('finishing')
    } else if (this.#state === 'idle' && this.#grown >= LOOK_BYTES) {
      this.#grown = 0
      this.#worker ??= this.#start()
      this.#ask('looking')
    }
  }

  /** Begins nothing more: while somebody reads on from one moment, the log can't be started anew, and only grows. */
  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
  }

  /** Lets whoever waits write; none is taken after that. */
  async close(): Promise<void> {
    this.#grown = Number.NEGATIVE_INFINITY
    await this.#worker?.terminate()
    this.#ended('idle')
  }

  /** To be called once the database is closed: who closes a file gives up all locks that the process has on it. */
  release(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
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
    worker.on('message', (done: 'short' | 'moved' | 'finished') => {
      this.#ended(done === 'moved' ? 'moved' : 'idle')
      if (done === 'moved') this.moved()
    })
    // The next commits start another one; until then the log only grows.
    worker.on('error', (error) => {
      this.#report(error)
      this.#worker = undefined
      this.#ended('idle')
    })
    return worker
  }

  #ended(state: 'moved' | 'idle'): void {
    this.#state = state
    this.#finishing?.resolve()
    this.#finishing = undefined
  }
}
