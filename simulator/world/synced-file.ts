import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Adapter, Memory } from 'lowdb'
import { JSONFile } from 'lowdb/node'

/** Brings each write to the disk before it resolves. */
export class SyncedFile<T> extends JSONFile<T> {
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
  return durable ? new SyncedFile<T>(file) : new JSONFile<T>(file)
}
