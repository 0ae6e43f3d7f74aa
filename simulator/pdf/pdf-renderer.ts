import { asBuffer } from '../threads/pages.ts'
import { TaskThread, type TaskBounds, ThreadEnded, scriptBeside } from '../threads/task-thread.ts'
import type { Tasks } from './tasks.ts'

type TaskName = keyof Tasks
type Value<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

export interface PdfRendererOptions {
  /** Maximum number of queued tasks. @default 200 */
  queue?: number
  /** Time limit of a task in milliseconds; the thread is ended after it. @default 120000, and 4000 to read an upload */
  deadline?: number
  /** Script of the thread. @default pdf-worker in this folder */
  worker?: URL
}

/** Detects a thread that hangs. Drawing takes 50 ms, and up to a minute on an overloaded machine. */
const DRAW_MS = 120_000
/** Leaves time for the transfers, so that an upload is answered within 5 seconds. */
const READ_MS = 4000
/** Memory limit of the thread while it reads an upload: a file of some hundred kilobytes can unpack to gigabytes. */
const READ_BYTES = 120 * 1024 * 1024

/**
 * Draws and reads PDFs in a worker thread, since each task blocks for tens to hundreds of
 * milliseconds. Every method rejects on failure.
 */
export class PdfRenderer {
  #thread: TaskThread
  #deadline: number | undefined

  constructor({ queue, deadline, worker }: PdfRendererOptions = {}) {
    this.#deadline = deadline
    this.#thread = new TaskThread({
      script: worker ?? scriptBeside(import.meta.url, 'pdf-worker'),
      purpose: 'drawing a PDF',
      ...(queue !== undefined && { queue }),
    })
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
   * Validates an upload and returns the copy to present. A file that crashes the thread or times out is
   * reported as a problem of the file; a full queue rejects. Bytes in page buffers are empty afterwards.
   */
  async readUploadedDocument(
    ...input: Parameters<Tasks['readUploadedDocument']>
  ): Promise<Value<'readUploadedDocument'>> {
    const bounds = { deadline: READ_MS, memory: READ_BYTES, fromReady: true }
    try {
      const read = await this.#run('readUploadedDocument', input, bounds)
      return 'copy' in read ? { ...read, copy: asBuffer(read.copy) } : read
    } catch (error) {
      if (error instanceof ThreadEnded)
        return { problem: 'The PDF needs too much time or memory to read' }
      throw error
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  #run<Name extends TaskName>(
    task: Name,
    input: unknown[],
    bounds: TaskBounds = { deadline: DRAW_MS },
  ): Promise<Value<Name>> {
    return this.#thread.run(task, input, {
      ...bounds,
      deadline: this.#deadline ?? bounds.deadline,
    })
  }
}
