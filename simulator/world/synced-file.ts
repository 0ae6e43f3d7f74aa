import { open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Adapter, Memory } from 'lowdb'
import { TextFile } from 'lowdb/node'
import { openPrivate } from '../store/private-file.ts'
import { withChecksum, withoutChecksum } from '../store/world-checksum.ts'

/** A world file that only its owner can read. Writes must not overlap. */
class PrivateFile<T> implements Adapter<T> {
  readonly #text: TextFile
  readonly #unfinished: string

  constructor(file: string) {
    this.#text = new TextFile(file)
    // The adapter writes this file, then renames it.
    this.#unfinished = join(dirname(file), `.${basename(file)}.tmp`)
  }

  async read(): Promise<T | null> {
    const text = await this.#text.read()
    return text === null ? null : withoutChecksum(JSON.parse(text) as T)
  }

  /** Writes the data of the call, whatever changes until the file is open. */
  async write(data: T): Promise<void> {
    const text = withChecksum(data)
    await (await openPrivate(this.#unfinished, 'w')).close()
    try {
      await this.#text.write(text)
    } catch (error) {
      await rm(this.#unfinished, { force: true })
      throw error
    }
  }
}

/** Brings each write to the disk before it resolves. */
class SyncedFile<T> extends PrivateFile<T> {
  #file: string

  constructor(file: string) {
    super(file)
    this.#file = file
  }

  override async write(data: T): Promise<void> {
    await super.write(data)
    // The adapter renames a new file to this name: the folder has to be synced, too.
    for (const path of [this.#file, dirname(this.#file)]) {
      const opened = await open(path)
      try {
        await opened.sync()
      } finally {
        await opened.close()
      }
    }
  }
}

/** Returns an adapter that stores in a file, or in memory without a file. @param durable syncs each write */
export function adapterFor<T>(file: string | undefined, durable: boolean): Adapter<T> {
  if (file === undefined) return new Memory<T>()
  return durable ? new SyncedFile<T>(file) : new PrivateFile<T>(file)
}
