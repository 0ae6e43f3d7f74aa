import { Worker } from 'node:worker_threads'
import { asBuffer, buffersInPages } from './pages.ts'

export interface TaskThreadOptions {
  /** Script of the thread (`thread-main.ts` serves its tasks). */
  script: URL
  /** Activity of the thread, for messages: `drawing a PDF`. */
  purpose: string
  /** Maximum number of waiting tasks. @default 200 */
  queue?: number
}

export interface TaskBounds {
  /** Time limit of the task in milliseconds; then the thread is ended. */
  deadline: number
  /** Memory that the task may add to that of the thread, in bytes. @default no limit */
  memory?: number
  /** Whether the deadline starts when a new thread has loaded its libraries. @default false: they may take longer */
  fromReady?: boolean
  /**
   * File whose bytes are the first input. Page buffers are returned to it after the task; without
   * it, the thread frees them.
   */
  lender?: LendableFile
}

/**
 * A file that a thread reads. Its bytes are empty during the task, and remain empty if the thread
 * ends.
 */
export interface LendableFile {
  bytes: Buffer
}

interface Waiting extends TaskBounds {
  task: string
  input: unknown[]
  resolve: (value: never) => void
  reject: (error: Error) => void
}

interface Message {
  /** Everything is loaded. */
  ready?: true
  value?: never
  error?: Error
  /** The first input, if the sender wants it back. */
  lent?: Uint8Array
}

const QUEUE = 200
const LOOK_MS = 15
/** Timeout of loading the libraries in a new thread, on a busy machine. */
const START_MS = 30_000

/**
 * Small enough to collect garbage early, so that larger PDFs stay within their memory limit. Half
 * of this value makes drawing 10% slower.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 16 }

/** A script of the folder of `base`, as source in a checkout and compiled in the package. */
export function scriptBeside(base: string, name: string): URL {
  return new URL(`./${name}.${base.endsWith('.ts') ? 'ts' : 'js'}`, base)
}

/**
 * Runs tasks in a worker thread, one at a time. The thread starts with the first task, and again after a crash or a
 * timeout.
 */
export class TaskThread {
  #options: TaskThreadOptions
  #worker: Worker | undefined
  #current: Waiting | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: NodeJS.Timeout | undefined
  #waiting: Waiting[] = []
  /**
   * A new thread waits for the end of the previous one: together they would use twice the memory.
   */
  #ending: Promise<void> | undefined
  #closed = false

  constructor(options: TaskThreadOptions) {
    this.#options = options
  }

  /**
   * Input in page buffers is transferred: the caller's bytes are empty from then on.
   *
   * @throws {ThreadEnded} if the task crashes the thread, or exceeds its limits
   * @throws {QueueFull}
   * @throws {Error} the error of the task
   */
  run<Value>(task: string, input: unknown[], bounds: TaskBounds): Promise<Value> {
    if (this.#closed) return Promise.reject(new Error('the simulator is closing'))
    const { queue = QUEUE, purpose } = this.#options
    if (this.#waiting.length >= queue) return Promise.reject(new QueueFull(queue, purpose))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, input, ...bounds, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const undone = [...this.#waiting.splice(0), ...(this.#current ? [this.#current] : [])]
    this.#idle()
    for (const { reject } of undone) reject(new Error('the simulator is closing'))
    const worker = this.#worker
    this.#worker = undefined
    await Promise.all([worker?.terminate(), this.#ending])
  }

  #next(): void {
    if (this.#current || this.#ending) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return
    const { task, input, deadline, memory, lender } = this.#current
    const fresh = this.#worker === undefined
    try {
      // The start of a thread fails if no file descriptor is free.
      const worker = (this.#worker ??= this.#start())
      // A pending task keeps the process running; an idle thread does not.
      worker.ref()
      this.#allow(worker, task, fresh ? deadline + START_MS : deadline)
      if (memory !== undefined) this.#boundMemory(worker, task, memory)
      worker.postMessage({ task, input, isLent: lender !== undefined }, buffersInPages(input))
    } catch (error) {
      this.#idle()?.reject(error as Error)
      this.#next()
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#options.script, { resourceLimits: RESOURCE_LIMITS })
    worker.on('message', ({ ready, value, error, lent }: Message) => {
      if (worker !== this.#worker) return
      if (ready) {
        const current = this.#current
        // The load timer is no longer needed.
        if (current?.fromReady) this.#allow(worker, current.task, current.deadline)
        return
      }
      const done = this.#idle()
      if (lent && done?.lender) done.lender.bytes = asBuffer(lent)
      if (error) done?.reject(error)
      else done?.resolve(value!)
      this.#next()
    })
    worker.on('error', (error) => this.#ended(worker, (error as Error).message))
    worker.on('exit', (code) => this.#ended(worker, `the thread ended with exit code ${code}`))
    return worker
  }

  /** Ends the thread when its task takes longer. */
  #allow(worker: Worker, task: string, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ended(worker, `${task} took more than ${ms} ms`), ms)
  }

  /**
   * Ends the thread when it exceeds its memory limit. `resourceLimits` is not used: it limits only
   * the heap, not buffers, and the engine may abort the whole process.
   */
  #boundMemory(worker: Worker, task: string, bytes: number): void {
    const current = this.#current
    let before: number | undefined
    const look = async (): Promise<void> => {
      const held = await worker.getHeapStatistics()
      if (this.#current !== current) return
      const sum = held.total_heap_size + held.malloced_memory + held.external_memory
      // Garbage of earlier tasks is not the fault of this one.
      before ??= sum
      if (sum - before > bytes) this.#ended(worker, `${task} used more than ${bytes} bytes`)
    }
    // A thread that has ended does not answer; its exit event reports it.
    const tryToLook = (): void => void look().catch(() => undefined)
    tryToLook()
    this.#looking = setInterval(tryToLook, LOOK_MS)
  }

  /**
   * Fails the current task of a thread that ended or must end; the next task starts a new thread.
   */
  #ended(worker: Worker, why: string): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    this.#idle()?.reject(new ThreadEnded(`${this.#options.purpose}: ${why}`))
    this.#ending = worker.terminate().then(() => {
      this.#ending = undefined
      this.#next()
    })
  }

  /** Marks the thread as idle and returns the task that was running. */
  #idle(): Waiting | undefined {
    clearTimeout(this.#timer)
    clearInterval(this.#looking)
    this.#worker?.unref()
    const current = this.#current
    this.#current = undefined
    return current
  }
}

/** The thread crashed, or its task exceeded its limits. */
export class ThreadEnded extends Error {}

/** Too many tasks are waiting. */
class QueueFull extends Error {
  constructor(queue: number, purpose: string) {
    super(`${purpose}: the maximum of ${queue} waiting tasks is reached`)
  }
}
