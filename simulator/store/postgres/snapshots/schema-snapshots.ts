import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { type SettableClock, iso } from '../../../time/clock.ts'
import {
  FILES,
  readSnapshotFile,
  worldFrom,
  writeSnapshotFile,
} from '../../snapshots/snapshot-file.ts'
import { SNAPSHOT_ID, type Snapshot, type Snapshots } from '../../snapshots/snapshots.ts'
import { inTemporaryFolder } from '../../snapshots/temporary-folder.ts'
import type { Database } from '../database.ts'
import type { Names } from '../names.ts'
import { readStoredWorld, replaceStoredWorld } from '../stored-world.ts'
import { recordsFromFile, recordsToFile } from './records-file.ts'
import { add, held, isListed, listed } from './registry.ts'
import { copying, replacing, schemaOf } from './tables.ts'

/** Stores each snapshot in a schema of the database, so that all replicas can use it. */
export class SchemaSnapshots implements Snapshots {
  #database: Database
  #names: Names
  #replacing: (task: () => Promise<void>) => Promise<void>

  /** @param replacing runs a task that replaces all data */
  constructor(
    database: Database,
    names: Names,
    replacing: (task: () => Promise<void>) => Promise<void>,
  ) {
    this.#database = database
    this.#names = names
    this.#replacing = replacing
  }

  take(
    name: string | null,
    { id, clock }: { id: string; clock: SettableClock },
  ): Promise<Snapshot> {
    const created_at = iso(clock.now())
    return this.#database.transaction(
      async (ask) => {
        const world = JSON.stringify(await readStoredWorld(ask))
        for (const statement of copying(schemaOf(id))) await ask(statement)
        return add(ask, id, { name, created_at, world })
      },
      { patient: true, frozen: true },
    )
  }

  exportTo(id: string, to: Writable): Promise<void> {
    return inTemporaryFolder(async (folder) => {
      await this.#database.transaction(
        async (ask) => {
          const { world, ...about } = await held(ask, id)
          await recordsToFile(ask, schemaOf(id), this.#names, join(folder, FILES.records))
          await writeFile(join(folder, FILES.world), world)
          await writeFile(join(folder, FILES.about), JSON.stringify({ id, ...about }))
        },
        { patient: true },
      )
      await writeSnapshotFile(folder, to)
    })
  }

  importFrom(from: Readable, id: string, checkWorld: (world: unknown) => void): Promise<Snapshot> {
    return inTemporaryFolder(async (folder) => {
      const about = await readSnapshotFile(from, folder, checkWorld)
      const world = await readFile(join(folder, FILES.world), 'utf8')
      return this.#database.transaction(
        async (ask) => {
          for (const statement of copying(schemaOf(id), { empty: true })) await ask(statement)
          await recordsFromFile(join(folder, FILES.records), ask, schemaOf(id), this.#names)
          return add(ask, id, { ...about, world })
        },
        { patient: true },
      )
    })
  }

  list(): Promise<Snapshot[]> {
    return listed(this.#database)
  }

  async has(id: string): Promise<boolean> {
    return SNAPSHOT_ID.test(id) && (await isListed(this.#database, id))
  }

  /** Replaces all data in one transaction. Reads continue meanwhile, writes wait. */
  restore(id: string): Promise<void> {
    return this.#replacing(() => this.#restore(id))
  }

  #restore(id: string): Promise<void> {
    return this.#database.transaction(
      async (ask) => {
        const { world } = await held(ask, id)
        // In the lock order of other transactions: changes of the world first lock its row, writes
        // first lock the documents.
        await replaceStoredWorld(ask, worldFrom(world))
        await ask('LOCK TABLE documents IN EXCLUSIVE MODE')
        await ask('LOCK TABLE lanes IN SHARE ROW EXCLUSIVE MODE')
        for (const statement of replacing(schemaOf(id))) await ask(statement)
        // Jobs that began before must not write.
        await ask('UPDATE lanes SET fence = fence + 1')
      },
      { patient: true },
    )
  }

  async remove(id: string): Promise<void> {
    await this.#database.transaction(
      async (ask) => {
        await ask('DELETE FROM snapshots WHERE id = $1', [id])
        await ask(`DROP SCHEMA IF EXISTS ${schemaOf(id)} CASCADE`)
      },
      { patient: true },
    )
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
