import { limits } from '../../spec/generated/limits.ts'
import { validationError } from '../call/errors.ts'
import type { FormPart } from '../call/form-part.ts'
import type { ImageFault } from '../features/images/rules/document-image.ts'
import { TaskThread, ThreadEnded, scriptBeside } from '../threads/task-thread.ts'
import type { ReducedJson } from './encoded-files.ts'
import { type Tasks, tasks } from './tasks.ts'

/** With the way there and back, an upload is answered within 5 seconds. */
const BOUNDS = { deadline: 4000, fromReady: true }
/** Reading a smaller upload takes less time than passing it to a thread. */
const SMALL_BYTES = 4096

/** Reads uploads in a worker thread: an image or a form of some megabytes can block for seconds. */
export class UploadReader {
  #thread = new TaskThread({
    script: scriptBeside(import.meta.url, 'upload-worker'),
    purpose: 'reading an upload',
  })

  /**
   * Reads a `multipart/form-data` body. The parts share its memory.
   * @throws {ApiError} validation_error
   */
  async form(body: Buffer, contentType: string): Promise<FormPart[]> {
    const read = await this.#readable('form', body, contentType)
    if ('issues' in read) throw validationError(read.issues)
    return read.map(({ start, end, ...part }) => ({ ...part, bytes: body.subarray(start, end) }))
  }

  /** Reads an `application/x-www-form-urlencoded` body. @throws {ApiError} validation_error */
  async fields(body: Buffer): Promise<URLSearchParams> {
    const read = await this.#readable('fields', body)
    if ('issues' in read) throw validationError(read.issues)
    return new URLSearchParams(read)
  }

  /** Takes the files out of a JSON body. @throws {ApiError} validation_error if much is left beside its long strings */
  async withoutFiles(body: Buffer, paths: readonly string[]): Promise<ReducedJson | 'no UTF-8'> {
    const most = limits.json_body_bytes.value
    const read = await this.#readable('files', body, paths, most)
    if (read !== 'too large') return read
    const message = `Expected at most ${most} bytes beside ${paths.join(', ')} and other long texts`
    throw validationError([{ code: 'too_big', path: [], message }])
  }

  /** Returns why bytes are no image of a document, if they are not. */
  async imageFault(bytes: Uint8Array): Promise<ImageFault | undefined> {
    try {
      return await this.#run('imageFault', bytes)
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error
      return { code: 'custom', message: 'Expected an image that takes less time to read' }
    }
  }

  /** Returns whether an image shows nothing; one that takes too long to read shows something. */
  async isBlank(bytes: Uint8Array): Promise<boolean> {
    try {
      return await this.#run('isBlank', bytes)
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error
      return false
    }
  }

  sha256(bytes: Uint8Array): Promise<string> {
    return this.#readable('sha256', bytes)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  /** As `#run`; a body that takes too long is a bad request. */
  async #readable<Name extends keyof Tasks>(
    task: Name,
    ...input: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    try {
      return await this.#run(task, ...input)
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error
      const message = 'Expected a body that takes less time to read'
      throw validationError([{ code: 'custom', path: [], message }])
    }
  }

  async #run<Name extends keyof Tasks>(
    task: Name,
    ...input: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    type Value = Awaited<ReturnType<Tasks[Name]>>
    if (input[0].length > SMALL_BYTES) return this.#thread.run<Value>(task, input, BOUNDS)
    const run = tasks[task] as (...input: Parameters<Tasks[Name]>) => unknown
    return (await run(...input)) as Value
  }
}
