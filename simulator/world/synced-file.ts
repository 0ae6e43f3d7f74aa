import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Adapter, Memory } from 'lowdb'
import { JSONFile } from 'lowdb/node'
import { openPrivate } from '../store/private-file.ts'

/** A JSON file that only its owner can read. Writes must not overlap. */
class PrivateFile<T> extends JSONFile<T> {
  readonly #unfinished: string

  constructor(file: string) {
    super(file)
    // The adapter writes this file, then renames it.
    this.#unfinished = join(dirname(file), `.${basename(file)}.tmp`)
  }

  override async write(data: T): Promise<void> {
    await (await openPrivate(this.#unfinished, 'w')).close()
    await super.write(data)
  }
}

/** Brings each write to the disk before it resolves. */
export class SyncedFile<T> extends PrivateFile<T> {
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
