import { Worker } from 'node:worker_threads'
import type { Tasks } from './tasks.ts'

type TaskName = keyof Tasks
type Value<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

export interface PaperOptions {
  /** Tasks that may wait for the thread. @default 200 */
  queue?: number
  /** Longest that one may take before the thread is ended, in milliseconds. @default 30000, and 5000 to read an upload */
  deadline?: number
  /** What the thread runs. @default paper-worker, beside this file */
  worker?: URL
}

interface Waiting {
  task: TaskName
  input: unknown[]
  deadline: number
  resolve: (value: never) => void
  reject: (error: Error) => void
}

const WORKER = new URL(
  `./paper-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`,
  import.meta.url,
)
const QUEUE = 200
const DRAW_MS = 30_000
/**
 * Also bounds the memory that a compressed file can blow up to: so much can be unpacked in the time. A limit on the
 * thread's heap would be the wrong tool: the engine may abort the whole process where a thread meets it.
 */
const READ_MS = 5000
/** To load the libraries in a thread that has just been started, on a busy machine. */
const START_MS = 30_000

/**
 * Draws and reads PDFs in a thread of its own, since each takes tens to hundreds of milliseconds in which no request
 * would be answered. The thread starts at its first task, and again after a crash; a task that takes too long is ended
 * with it. Every method rejects when it could not be done.
 */
export class Paper {
  #options: PaperOptions
  #worker: Worker | undefined
  #current: Waiting | undefined
  #timer: NodeJS.Timeout | undefined
  #waiting: Waiting[] = []
  #closed = false

  constructor(options: PaperOptions = {}) {
    this.#options = options
  }

  drawBlocks(...input: Parameters<Tasks['drawBlocks']>): Promise<Uint8Array> {
    return this.#run('drawBlocks', input)
  }

  drawAuthoredDocument(...input: Parameters<Tasks['drawAuthoredDocument']>): Promise<Uint8Array> {
    return this.#run('drawAuthoredDocument', input)
  }

  appendCertificate(...input: Parameters<Tasks['appendCertificate']>): Promise<Uint8Array> {
    return this.#run('appendCertificate', input)
  }

  /** A file that ends the thread, or is not read in time, is a problem of the file; a full queue is none, and rejects. */
  async readUploadedDocument(
    ...input: Parameters<Tasks['readUploadedDocument']>
  ): Promise<Value<'readUploadedDocument'>> {
    try {
      return await this.#run('readUploadedDocument', input, READ_MS)
    } catch (error) {
      if (error instanceof ThreadEnded) return { problem: 'The PDF takes too much to read' }
      throw error
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    const undone = [...this.#waiting.splice(0), ...(this.#current ? [this.#current] : [])]
    this.#idle()
    for (const { reject } of undone) reject(new Error('the simulator is closing'))
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #run<Name extends TaskName>(
    task: Name,
    input: unknown[],
    deadline = DRAW_MS,
  ): Promise<Value<Name>> {
    if (this.#closed) return Promise.reject(new Error('the simulator is closing'))
    const { queue = QUEUE } = this.#options
    if (this.#waiting.length >= queue)
      return Promise.reject(new Error(`${queue} PDFs are waiting to be drawn already`))
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        task,
        input,
        deadline: this.#options.deadline ?? deadline,
        resolve,
        reject,
      })
      this.#next()
    })
  }

  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return
    const { task, input, deadline } = this.#current
    const allowed = this.#worker ? deadline : deadline + START_MS
    const worker = (this.#worker ??= this.#start())
    // Whoever waits for a PDF keeps the process running; an idle thread doesn't.
    worker.ref()
    this.#timer = setTimeout(
      () => this.#ended(worker, `${task} took more than ${allowed} ms`),
      allowed,
    )
    try {
      worker.postMessage({ task, input })
    } catch (error) {
      this.#idle()?.reject(error as Error)
      this.#next()
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#options.worker ?? WORKER)
    worker.on('message', ({ value, error }: { value?: never; error?: Error }) => {
      if (worker !== this.#worker) return
      const done = this.#idle()
      if (error) done?.reject(error)
      else done?.resolve(value!)
      this.#next()
    })
    worker.on('error', (error) => this.#ended(worker, (error as Error).message))
    worker.on('exit', (code) => this.#ended(worker, `its thread ended with ${code}`))
    return worker
  }

  /** The thread is gone or has to go: its task fails, the next one gets another thread. */
  #ended(worker: Worker, why: string): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    void worker.terminate()
    this.#idle()?.reject(new ThreadEnded(`drawing a PDF: ${why}`))
    this.#next()
  }

  /** Nothing is being done any more; what was, is given back. */
  #idle(): Waiting | undefined {
    clearTimeout(this.#timer)
    this.#worker?.unref()
    const current = this.#current
    this.#current = undefined
    return current
  }
}

class ThreadEnded extends Error {}
