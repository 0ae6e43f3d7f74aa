import { existsSync } from 'node:fs'
import {
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { iso } from '../clock/clock.ts'
import type { SettableClock } from '../clock/clock.ts'
import { type Random, newId } from '../clock/random.ts'
import type { Records } from './records.ts'
import { UnusableCopy } from './records.ts'
import type { World, WorldFile } from './world.ts'

export interface Snapshot {
  id: string
  name: string | null
  /** On the simulator's clock. */
  created_at: string
  bytes: number
}

const ID = /^snp_[0-9a-z]{24}$/
/** Begins the name of what is not whole yet, or no more. */
const UNFINISHED = '.unfinished-'
/** Names the snapshot that is being brought back. */
const RESTORING = '.restoring'
/** Bytes that are given back to the file system at a time. */
const PIECE = 16 * 1024 * 1024
const FILES = { about: 'snapshot.json', world: 'world.json', records: 'records.sqlite' }

/**
 * States of the whole simulator, kept to be brought back: records and world, as they were at one moment. Each is a folder of
 * its own, that gets its name when it is whole.
 */
export class Snapshots {
  #folder: string | undefined
  #temporary: boolean
  #records: Records
  #world: World

  private constructor(folder: string | undefined, records: Records, world: World) {
    this.#folder = folder
    this.#temporary = folder === undefined
    this.#records = records
    this.#world = world
  }

  /**
   * Those of a folder; without one, of a temporary one. What an earlier process has left unfinished is cleared away, and a
   * restore in the middle of which it ended is done again: it has changed the records then, and not yet the world.
   */
  static async open(
    folder: string | undefined,
    records: Records,
    world: World,
  ): Promise<Snapshots> {
    const snapshots = new Snapshots(folder, records, world)
    if (folder === undefined || !existsSync(folder)) return snapshots
    for (const name of await readdir(folder))
      if (name.startsWith(UNFINISHED)) await remove(join(folder, name))
    const id = await readFile(join(folder, RESTORING), 'utf8').catch(() => '')
    if (await snapshots.has(id)) await snapshots.restore(id)
    else await remove(join(folder, RESTORING))
    return snapshots
  }

  async take(
    name: string | null,
    { clock, random }: { clock: SettableClock; random: Random },
  ): Promise<Snapshot> {
    const id = newId(random, 'snp')
    const created_at = iso(clock.now())
    this.#folder ??= await mkdtemp(join(tmpdir(), 'vskit-snapshots-'))
    const unfinished = join(this.#folder, UNFINISHED + id)
    let world = ''
    try {
      await mkdir(unfinished, { recursive: true })
      await this.#records.copyTo(join(unfinished, FILES.records), () => {
        world = JSON.stringify({ ...this.#world.file, clock: clock.state })
      })
      await writeFile(join(unfinished, FILES.world), world)
      await writeFile(join(unfinished, FILES.about), JSON.stringify({ id, name, created_at }))
      await rename(unfinished, this.#of(id))
    } catch (error) {
      await remove(unfinished)
      throw error
    }
    return this.#read(id)
  }

  /** The newest first. */
  async list(): Promise<Snapshot[]> {
    if (!this.#folder || !existsSync(this.#folder)) return []
    const ids = (await readdir(this.#folder)).filter((name) => ID.test(name))
    const aged = await Promise.all(
      ids.map(async (id) => ({
        snapshot: await this.#read(id),
        at: (await stat(join(this.#of(id), FILES.about))).mtimeMs,
      })),
    )
    return aged.sort((one, other) => other.at - one.at).map(({ snapshot }) => snapshot)
  }

  /** What is no id of a snapshot is none, whatever it would be as a path. */
  async has(id: string): Promise<boolean> {
    return ID.test(id) && this.#folder !== undefined && existsSync(this.#of(id))
  }

  /**
   * Makes records and world what they were. The records are replaced whole or not at all; then the world follows, at the next
   * start if this process ends before. The clock in the world is for the caller to take over.
   * @throws {UnusableCopy}
   */
  async restore(id: string): Promise<void> {
    const world = await this.#worldOf(id)
    const mark = join(this.#folder!, RESTORING)
    await writeFile(mark, id)
    try {
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
        `it is back in memory, but the file of the world could not be written (${(error as Error).message}); ` +
          'the next start does that again',
        { cause: error },
      )
    }
  }

  async remove(id: string): Promise<void> {
    // At once for whoever lists, however long it takes.
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
    const about = JSON.parse(await readFile(join(this.#of(id), FILES.about), 'utf8')) as Omit<
      Snapshot,
      'bytes'
    >
    const sizes = await Promise.all(
      [FILES.world, FILES.records].map((name) => stat(join(this.#of(id), name))),
    )
    return { ...about, bytes: sizes.reduce((sum, { size }) => sum + size, 0) }
  }

  async #worldOf(id: string): Promise<WorldFile> {
    try {
      const world = JSON.parse(await readFile(join(this.#of(id), FILES.world), 'utf8')) as WorldFile
      if (world.version === 1) return world
      throw new Error(
        `it is of version ${String(world.version)}, and this simulator keeps version 1`,
      )
    } catch (error) {
      throw new UnusableCopy(`its world can't be used: ${(error as Error).message}`)
    }
  }
}

async function remove(path: string): Promise<void> {
  await shorten(join(path, FILES.records))
  await rm(path, { recursive: true, force: true })
}

/**
 * Gives all but the last of a large file back piece by piece. Where the file system tells the disk at once what is free
 * again, others can't write until it has: seconds for gigabytes, and the event loop waits in its next write. A file that
 * somebody has linked is left whole: it is his copy too.
 */
async function shorten(file: string): Promise<void> {
  try {
    const { size: whole, nlink } = await lstat(file)
    if (nlink > 1) return
    for (let size = whole; size > PIECE;) await truncate(file, (size -= PIECE))
  } catch {
    // No such file, or none that can be changed: the removal that follows says so.
  }
}
