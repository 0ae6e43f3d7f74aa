import { unwritable } from '../../library/file-errors.ts'

/** Result codes of SQLite as codes of the system. */
const SYSTEM_CODES: Readonly<Record<number, string>> = { 8: 'EROFS', 13: 'ENOSPC' }

/** A file of the store cannot be written. The message names it, the cause and what to do. */
export class StoreUnwritable extends Error {
  override name = 'StoreUnwritable'
}

/** Outcome of the latest write to a file of the store. */
export class WriteState {
  #file: string
  #problem: string | undefined

  constructor(file: string) {
    this.#file = file
  }

  /** Why the latest write failed, and what to do; undefined if it succeeded. */
  get problem(): string | undefined {
    return this.#problem
  }

  async follow(write: () => Promise<void>): Promise<void> {
    try {
      await write()
      this.succeeded()
    } catch (error) {
      throw this.failed(error)
    }
  }

  succeeded(): void {
    this.#problem = undefined
  }

  /** Returns the error for the writer. Errors of the program say nothing about the file. */
  failed(error: unknown): unknown {
    const { code = '', errcode, message } = error as NodeJS.ErrnoException & { errcode?: number }
    if (errcode === undefined && !/^E[A-Z0-9]+$/.test(code)) return error
    // The low byte is the result code, the others are details.
    const system = errcode === undefined ? code : SYSTEM_CODES[errcode % 256]
    this.#problem = unwritable(this.#file, { code: system, message }).message
    return new StoreUnwritable(this.#problem, { cause: error })
  }
}
