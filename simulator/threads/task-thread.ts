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
  /** Longest that the task may take before the thread is ended, in milliseconds. */
  deadline: number
  /** Bytes that the thread may hold meanwhile. @default no bound */
  memory?: number
  /** Whether the deadline starts when a new thread has loaded its libraries. @default false: they may take longer */
  fromReady?: boolean
  /** File whose bytes are the first input. If they lie in pages, it gets them back; without it, the thread frees them. */
  lender?: LendableFile
}

/** A file that a thread reads: its bytes are empty meanwhile, and for good if the thread ends. */
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

/** Less garbage before a collection, so that larger PDFs stay within their bound. Half of it makes drawing 10% slower. */
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
  /** A new thread waits for the end of the last one: side by side they would hold twice the memory. */
  #ending: Promise<void> | undefined
  #closed = false

  constructor(options: TaskThreadOptions) {
    this.#options = options
  }

  /**
   * Input that lies in pages is transferred: whoever passed it has empty bytes from then on.
   *
   * @throws {ThreadEnded} if the task crashes the thread, or exceeds its bounds
   * @throws {QueueFull} @throws {Error} what the task throws
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
    const worker = (this.#worker ??= this.#start())
    // A pending task keeps the process running; an idle thread does not.
    worker.ref()
    this.#allow(worker, task, fresh ? deadline + START_MS : deadline)
    if (memory !== undefined) this.#boundMemory(worker, task, memory)
    try {
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
        // Somebody waits for a refusal: the time to load counts no longer.
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
    worker.on('exit', (code) => this.#ended(worker, `its thread ended with ${code}`))
    return worker
  }

  /** Ends the thread when its task takes longer. */
  #allow(worker: Worker, task: string, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ended(worker, `${task} took more than ${ms} ms`), ms)
  }

  /**
   * Ends the thread when it holds more. Looked at from here, since `resourceLimits` bounds the heap only, where the
   * engine may abort the process, and no buffers.
   */
  #boundMemory(worker: Worker, task: string, bytes: number): void {
    const current = this.#current
    const look = async (): Promise<void> => {
      const held = await worker.getHeapStatistics()
      if (this.#current !== current) return
      if (held.total_heap_size + held.malloced_memory + held.external_memory > bytes)
        this.#ended(worker, `${task} took more than ${bytes} bytes`)
    }
    // A thread that has ended answers no more, and is reported by its own event.
    this.#looking = setInterval(() => void look().catch(() => undefined), LOOK_MS)
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

/** The thread crashed, or its task exceeded its bounds. */
export class ThreadEnded extends Error {}

/** More tasks than may wait. */
export class QueueFull extends Error {
  constructor(queue: number, purpose: string) {
    super(`${purpose}: ${queue} tasks are waiting already`)
  }
}
