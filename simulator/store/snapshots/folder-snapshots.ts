import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { iso } from '../../time/clock.ts'
import type { SettableClock } from '../../time/clock.ts'
import type { Identity } from '../identity.ts'
import { UnusableCopy } from '../records.ts'
import type { StoredRecords } from '../sqlite/sqlite-records.ts'
import { withChecksum } from '../world-checksum.ts'
import type { World, WorldFile } from '../../world/world.ts'
import { FILES, readSnapshotFile, worldFrom, writeSnapshotFile } from './snapshot-file.ts'
import { SNAPSHOT_ID, type Snapshot, type Snapshots } from './snapshots.ts'

/** Name prefix of folders that are incomplete or being deleted. */
const UNFINISHED = '.unfinished-'
/**
 * File that names the snapshot being restored, the data folder, and the number of commits before the
 * restore, separated by spaces.
 */
const RESTORING = '.restoring'

/** Keeps each snapshot in a folder, renamed to its final name when complete. */
export class FolderSnapshots implements Snapshots {
  #folder: string | undefined
  #temporary: boolean
  #records: StoredRecords
  #world: World

  private constructor(folder: string | undefined, records: StoredRecords, world: World) {
    this.#folder = folder
    this.#temporary = folder === undefined
    this.#records = records
    this.#world = world
  }

  /**
   * Opens the snapshots of a folder, or of a temporary one. Removes unfinished snapshots of an
   * earlier process. Completes an interrupted restore, which may have replaced the records and not
   * yet the world.
   * @param written the identity in the world file when it was opened
   */
  static async open(
    folder: string | undefined,
    records: StoredRecords,
    world: World,
    written: Identity | undefined,
  ): Promise<FolderSnapshots> {
    const snapshots = new FolderSnapshots(folder, records, world)
    if (folder === undefined || !existsSync(folder)) return snapshots
    for (const name of await readdir(folder))
      if (name.startsWith(UNFINISHED)) await remove(join(folder, name))
    await snapshots.#complete(join(folder, RESTORING), written)
    return snapshots
  }

  /** Commits after the restore may be acknowledged: what was replaced is not replaced again. */
  async #complete(mark: string, written: Identity | undefined): Promise<void> {
    const [id, store, generation] = (await readFile(mark, 'utf8').catch(() => '')).split(' ')
    const replaced = (part: Identity | undefined): boolean =>
      part?.id === store && part!.generation > Number(generation)
    if (await this.has(id!)) {
      if (!replaced(this.#records.identity)) return this.restore(id!)
      if (!replaced(written)) await this.#world.replace(await this.#worldOf(id!))
    }
    await remove(mark)
  }

  async take(
    name: string | null,
    { id, clock }: { id: string; clock: SettableClock },
  ): Promise<Snapshot> {
    return this.#create(id, async (folder) => {
      const created_at = iso(clock.now())
      let world = ''
      await this.#records.copyTo(join(folder, FILES.records), () => {
        world = withChecksum({ ...this.#world.file, clock: clock.state })
      })
      await writeFile(join(folder, FILES.world), world)
      return { name, created_at }
    })
  }

  async exportTo(id: string, to: Writable): Promise<void> {
    await writeSnapshotFile(this.#of(id), to)
  }

  async importFrom(
    from: Readable,
    id: string,
    checkWorld: (world: unknown) => void,
  ): Promise<Snapshot> {
    return this.#create(id, (folder) => readSnapshotFile(from, folder, checkWorld))
  }

  /** Fills a folder and renames it when complete: a crash leaves no partial snapshot. */
  async #create(
    id: string,
    fill: (folder: string) => Promise<Pick<Snapshot, 'name' | 'created_at'>>,
  ): Promise<Snapshot> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'vskit-snapshots-'))
    const unfinished = join(this.#folder, UNFINISHED + id)
    try {
      await makeFolder(this.#folder)
      // A snapshot holds secrets: no other user may enter its folder.
      await mkdir(unfinished, { mode: 0o700 })
      const { name, created_at } = await fill(unfinished)
      const about = { id, name, created_at, data_folder: this.#records.identity }
      await writeFile(join(unfinished, FILES.about), withChecksum(about))
      await rename(unfinished, this.#of(id))
    } catch (error) {
      await remove(unfinished)
      throw error
    }
    return this.#read(id)
  }

  async list(): Promise<Snapshot[]> {
    if (!this.#folder || !existsSync(this.#folder)) return []
    const ids = (await readdir(this.#folder)).filter((name) => SNAPSHOT_ID.test(name))
    const aged = await Promise.all(
      ids.map(async (id) => {
        try {
          const { mtimeMs } = await stat(join(this.#of(id), FILES.about))
          return [{ snapshot: await this.#read(id), at: mtimeMs }]
        } catch {
          // Removed just now, or damaged: the next start reports that. The others can be used.
          return []
        }
      }),
    )
    return aged
      .flat()
      .sort((one, other) => other.at - one.at)
      .map(({ snapshot }) => snapshot)
  }

  /** Returns false for anything that is not a snapshot id, so that ids are safe as paths. */
  async has(id: string): Promise<boolean> {
    return SNAPSHOT_ID.test(id) && this.#folder !== undefined && existsSync(this.#of(id))
  }

  /**
   * Restores records and world. The records are replaced atomically, then the world; if this
   * process ends in between, the next start restores the world. The caller applies the restored
   * clock.
   * @throws {UnusableCopy}
   */
  async restore(id: string): Promise<void> {
    const world = await this.#worldOf(id)
    const mark = join(this.#folder!, RESTORING)
    const { id: store = '', generation = 0 } = this.#records.identity ?? {}
    try {
      await writeFile(mark, `${id} ${store} ${generation}`)
      await this.#records.replaceBy(join(this.#of(id), FILES.records))
    } catch (error) {
      await remove(mark)
      throw error
    }
    try {
      await this.#world.replace(world)
      await remove(mark)
    } catch (error) {
      throw new Error(
        `it is restored in memory, but the world file could not be written (${(error as Error).message}); ` +
          'the next change of the world or the next start writes it',
        { cause: error },
      )
    }
  }

  async remove(id: string): Promise<void> {
    // Hides the snapshot from lists at once, however long the deletion takes.
    const unfinished = join(this.#folder!, UNFINISHED + id)
    await rename(this.#of(id), unfinished)
    await remove(unfinished)
  }

  async close(): Promise<void> {
    if (this.#temporary && this.#folder) await remove(this.#folder)
  }

  #of(id: string): string {
    return join(this.#folder!, id)
  }

  async #read(id: string): Promise<Snapshot> {
    const { name, created_at } = JSON.parse(
      await readFile(join(this.#of(id), FILES.about), 'utf8'),
    ) as Snapshot
    const sizes = await Promise.all(
      [FILES.world, FILES.records].map((name) => stat(join(this.#of(id), name))),
    )
    return { id, name, created_at, bytes: sizes.reduce((sum, { size }) => sum + size, 0) }
  }

  async #worldOf(id: string): Promise<WorldFile> {
    const file = join(this.#of(id), FILES.world)
    const text = await readFile(file, 'utf8').catch((error: Error) => {
      throw new UnusableCopy(`its world cannot be used: ${error.message}`)
    })
    return worldFrom(text)
  }
}

/** Not its parents: a data folder that was moved away must stay missing. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
}
