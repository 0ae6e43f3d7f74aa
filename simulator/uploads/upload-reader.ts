import { limits } from '../../spec/generated/limits.ts'
import { validationError } from '../call/errors.ts'
import type { FormPart } from '../call/form-part.ts'
import type { ImageFault } from '../features/images/rules/document-image.ts'
import {
  type LendableFile,
  type TaskBounds,
  TaskThread,
  ThreadEnded,
  scriptBeside,
} from '../threads/task-thread.ts'
import { asBuffer, isInPages } from '../threads/pages.ts'
import type { ReducedJson } from './encoded-files.ts'
import { type Tasks, tasks } from './tasks.ts'

/** Leaves time for the transfers, so that an upload is answered within 5 seconds. */
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
   * Parses a `multipart/form-data` body. The parts take over its memory.
   * @throws {ApiError} validation_error
   */
  async form(body: Buffer, contentType: string): Promise<FormPart[]> {
    const whole = { bytes: body }
    const read = await this.#readable('form', lent(whole), body, contentType, isInPages(body))
    if ('issues' in read) throw validationError(read.issues)
    return read.map(({ start, end, copy, ...part }) => ({
      ...part,
      bytes: copy ? asBuffer(copy) : whole.bytes.subarray(start, end),
    }))
  }

  /**
   * Parses an `application/x-www-form-urlencoded` body; the body is empty afterwards.
   * @throws {ApiError} validation_error
   */
  async fields(body: Buffer): Promise<URLSearchParams> {
    const read = await this.#readable('fields', BOUNDS, body)
    if ('issues' in read) throw validationError(read.issues)
    return new URLSearchParams(read)
  }

  /**
   * Removes the files from a JSON body; the body is empty afterwards.
   * @throws {ApiError} validation_error if the rest is too large
   */
  async withoutFiles(body: Buffer, paths: readonly string[]): Promise<ReducedJson | 'no UTF-8'> {
    const most = limits.json_body_bytes.value
    const read = await this.#readable('files', BOUNDS, body, paths, most)
    if (read === 'no UTF-8') return read
    if (read !== 'too large') {
      const files = read.files.map((file) =>
        file.bytes ? { ...file, bytes: asBuffer(file.bytes) } : file,
      )
      return { ...read, files }
    }
    const message = `Expected at most ${most} bytes beside ${paths.join(', ')}`
    throw validationError([{ code: 'too_big', path: [], message }])
  }

  /** Returns the problem of an image; undefined if it is valid. */
  async imageFault(file: LendableFile): Promise<ImageFault | undefined> {
    try {
      return await this.#run('imageFault', lent(file), file.bytes)
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error
      return { code: 'custom', message: 'Expected an image that takes less time to read' }
    }
  }

  /** Returns whether an image is blank; false if it takes too long to read. */
  async isBlank(file: LendableFile): Promise<boolean> {
    try {
      return await this.#run('isBlank', lent(file), file.bytes)
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error
      return false
    }
  }

  sha256(file: LendableFile): Promise<string> {
    return this.#readable('sha256', lent(file), file.bytes)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  /** Like `#run`, but reports a body that takes too long as a validation error. */
  async #readable<Name extends keyof Tasks>(
    task: Name,
    bounds: TaskBounds,
    ...input: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    try {
      return await this.#run(task, bounds, ...input)
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error
      const message = 'Expected a body that takes less time to read'
      throw validationError([{ code: 'custom', path: [], message }])
    }
  }

  async #run<Name extends keyof Tasks>(
    task: Name,
    bounds: TaskBounds,
    ...input: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    type Value = Awaited<ReturnType<Tasks[Name]>>
    if (input[0].length > SMALL_BYTES) return this.#thread.run<Value>(task, input, bounds)
    const run = tasks[task] as (...input: Parameters<Tasks[Name]>) => unknown
    return (await run(...input)) as Value
  }
}

const lent = (file: LendableFile): TaskBounds => ({ ...BOUNDS, lender: file })
