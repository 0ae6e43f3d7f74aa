import { Worker } from 'node:worker_threads'
import type { Tasks } from './tasks.ts'

type TaskName = keyof Tasks
type Value<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

export interface PdfRendererOptions {
  /** Maximum number of queued tasks. @default 200 */
  queue?: number
  /** Longest that one may take before the thread is ended, in milliseconds. @default 30000, and 4000 to read an upload */
  deadline?: number
  /** Script of the thread. @default pdf-worker in this folder */
  worker?: URL
}

interface Waiting {
  task: TaskName
  input: unknown[]
  deadline: number
  /** Bytes that the thread may hold meanwhile. */
  memory: number
  resolve: (value: never) => void
  reject: (error: Error) => void
}

interface Message {
  /** Everything is loaded. */
  ready?: true
  value?: never
  error?: Error
}

const WORKER = new URL(
  `./pdf-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`,
  import.meta.url,
)
const QUEUE = 200
const DRAW_MS = 30_000
/** With the way there and back, an upload is answered within 5 seconds. */
const READ_MS = 4000
/**
 * What the thread may hold while it reads an upload: a file of some hundred kilobytes can unpack to gigabytes. Looked at
 * from here, since `resourceLimits` bounds the heap only, where the engine may abort the process, and no buffers.
 */
const READ_BYTES = 180 * 1024 * 1024
const LOOK_MS = 15
/** Timeout of loading the libraries in a new thread, on a busy machine. */
const START_MS = 30_000

/**
 * Draws and reads PDFs in a worker thread, since each task blocks for tens to hundreds of
 * milliseconds. The thread starts with the first task, and again after a crash or a timeout. Every
 * method rejects on failure.
 */
export class PdfRenderer {
  #options: PdfRendererOptions
  #worker: Worker | undefined
  #current: Waiting | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: NodeJS.Timeout | undefined
  #waiting: Waiting[] = []
  #closed = false

  constructor(options: PdfRendererOptions = {}) {
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

  /** Returns the characters of texts that no font has. */
  undrawableIn(...input: Parameters<Tasks['undrawableIn']>): Promise<string[]> {
    return this.#run('undrawableIn', input)
  }

  /**
   * Validates an upload. A file that crashes the thread or times out is reported as a problem of
   * the file; a full queue rejects.
   */
  async readUploadedDocument(
    ...input: Parameters<Tasks['readUploadedDocument']>
  ): Promise<Value<'readUploadedDocument'>> {
    try {
      return await this.#run('readUploadedDocument', input, READ_MS, READ_BYTES)
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
    memory = Number.POSITIVE_INFINITY,
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
        memory,
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
    const { task, input, deadline, memory } = this.#current
    const fresh = this.#worker === undefined
    const worker = (this.#worker ??= this.#start())
    // A pending task keeps the process running; an idle thread does not.
    worker.ref()
    this.#allow(worker, task, fresh ? deadline + START_MS : deadline)
    if (Number.isFinite(memory)) this.#boundMemory(worker, task, memory)
    try {
      worker.postMessage({ task, input })
    } catch (error) {
      this.#idle()?.reject(error as Error)
      this.#next()
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#options.worker ?? WORKER)
    worker.on('message', ({ ready, value, error }: Message) => {
      if (worker !== this.#worker) return
      if (ready) {
        const current = this.#current
        // Somebody waits for a refusal: the time to load counts no longer.
        if (current?.task === 'readUploadedDocument')
          this.#allow(worker, current.task, current.deadline)
        return
      }
      const done = this.#idle()
      if (error) done?.reject(error)
      else done?.resolve(value!)
      this.#next()
    })
    worker.on('error', (error) => this.#ended(worker, (error as Error).message))
    worker.on('exit', (code) => this.#ended(worker, `its thread ended with ${code}`))
    return worker
  }

  /** Ends the thread when its task takes longer. */
  #allow(worker: Worker, task: TaskName, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ended(worker, `${task} took more than ${ms} ms`), ms)
  }

  /** Ends the thread when it holds more. */
  #boundMemory(worker: Worker, task: TaskName, bytes: number): void {
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
    void worker.terminate()
    this.#idle()?.reject(new ThreadEnded(`drawing a PDF: ${why}`))
    this.#next()
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

class ThreadEnded extends Error {}
