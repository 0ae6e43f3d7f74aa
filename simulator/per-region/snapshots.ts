import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { SettableClock } from '../time/clock.ts'
import { FILES, readSnapshotFile, writeSnapshotFile } from '../store/snapshots/snapshot-file.ts'
import type { Snapshot, StoredSnapshots } from '../store/snapshots/snapshots.ts'
import { REGIONS, type Region, type WorldFile } from '../world/world.ts'
import { inTemporaryFolder } from '../store/snapshots/temporary-folder.ts'
import { UnusableCopy } from '../store/records.ts'
import { checkCopy } from '../store/sqlite/copying.ts'
import { TaskThread, scriptBeside } from '../threads/task-thread.ts'
import { afterFirst } from './routes.ts'

/** Ends a thread that hangs. */
const LONGEST_MS = 3_600_000

type Parts = Readonly<Record<Region, StoredSnapshots>>

/** Snapshots with a part in each database, under one id. A part without the other is listed, too. */
export class RegionalSnapshots implements StoredSnapshots {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  take(name: string | null, given: { id: string; clock: SettableClock }): Promise<Snapshot> {
    return this.#inBoth(given.id, (part) => part.take(name, given))
  }

  /** Writes one file with the organizations and records of both, for any other simulator. */
  exportTo(id: string, to: Writable): Promise<void> {
    return inTemporaryFolder(async (folder) => {
      const worlds = {} as Record<Region, WorldFile>
      for (const region of REGIONS) {
        const own = join(folder, region)
        await mkdir(own)
        const file = join(own, 'file')
        await this.#parts[region].exportTo(id, createWriteStream(file))
        const about = await readSnapshotFile(createReadStream(file), own, () => undefined)
        await writeFile(join(own, FILES.about), JSON.stringify({ id, ...about }))
        worlds[region] = JSON.parse(await readFile(join(own, FILES.world), 'utf8')) as WorldFile
      }
      const us = join(folder, 'us')
      await writeFile(join(us, FILES.world), JSON.stringify(joinedWorld(worlds)))
      await inThread('addRecords', join(us, FILES.records), join(folder, 'eu', FILES.records))
      await writeSnapshotFile(us, to)
    })
  }

  importFrom(from: Readable, id: string, checkWorld: (world: unknown) => void): Promise<Snapshot> {
    return inTemporaryFolder(async (folder) => {
      const about = await readSnapshotFile(from, folder, checkWorld)
      const world = JSON.parse(await readFile(join(folder, FILES.world), 'utf8')) as WorldFile
      checkCopy(join(folder, FILES.records))
      return this.#inBoth(id, async (part, region) => {
        const own = join(folder, region)
        await mkdir(own)
        await copyRecords(join(folder, FILES.records), region, join(own, FILES.records))
        await writeFile(join(own, FILES.world), JSON.stringify(worldOf(world, region)))
        await writeFile(join(own, FILES.about), JSON.stringify(about))
        const file = join(own, 'file')
        await writeSnapshotFile(own, createWriteStream(file))
        return part.importFrom(createReadStream(file), id, () => undefined)
      })
    })
  }

  /** Newest first. */
  async list(): Promise<Snapshot[]> {
    const [us, eu] = await Promise.all(REGIONS.map((region) => this.#parts[region].list()))
    const others = new Map(eu!.map((part) => [part.id, part]))
    const listed = us!.map((part) => {
      const other = others.get(part.id)
      others.delete(part.id)
      return other ? sum(part, other) : part
    })
    return others.size === 0 ? listed : [...listed, ...others.values()]
  }

  /** Whether one of the databases has a part of the snapshot. */
  async has(id: string): Promise<boolean> {
    return (await this.missingIn(id)).length < REGIONS.length
  }

  /** Returns the regions whose database has no part of the snapshot. */
  async missingIn(id: string): Promise<Region[]> {
    const found = await Promise.all(REGIONS.map((region) => this.#parts[region].has(id)))
    return REGIONS.filter((_, i) => !found[i])
  }

  async remove(id: string): Promise<void> {
    const missing = await this.missingIn(id)
    if (!missing.includes('us')) await this.#parts.us.remove(id)
    if (!missing.includes('eu')) await afterFirst(() => this.#parts.eu.remove(id))
  }

  /** Makes both parts; if the second fails, the first is removed. */
  async #inBoth(
    id: string,
    make: (part: StoredSnapshots, region: Region) => Promise<Snapshot>,
  ): Promise<Snapshot> {
    const us = await make(this.#parts.us, 'us')
    try {
      return sum(us, await make(this.#parts.eu, 'eu'))
    } catch (error) {
      await this.#parts.us.remove(id)
      throw error
    }
  }
}

function sum(one: Snapshot, other: Snapshot): Snapshot {
  return { ...one, bytes: one.bytes + other.bytes }
}

/** Clock, disclosures and secrets are those of region us, with which region eu shares them. */
function joinedWorld({ us, eu }: Record<Region, WorldFile>): WorldFile {
  const seal_keys = { ...us.seal_keys, ...(eu.seal_keys?.eu && { eu: eu.seal_keys.eu }) }
  return { ...us, seal_keys, organizations: [...us.organizations, ...eu.organizations] }
}

/** Returns the part of a world that belongs to a region. */
export function worldOf(world: WorldFile, region: Region): WorldFile {
  const organizations = world.organizations.filter((one) => one.region === region)
  return { ...world, organizations }
}

/** @throws {UnusableCopy} */
async function copyRecords(file: string, region: Region, to: string): Promise<void> {
  try {
    await inThread('copyRegion', file, region, to)
  } catch (error) {
    throw new UnusableCopy(`its records are broken: ${(error as Error).message}`)
  }
}

/** Runs a task on records files. It grows with the data, so it must not block requests and heartbeats. */
async function inThread(task: string, ...input: unknown[]): Promise<void> {
  const thread = new TaskThread({
    script: scriptBeside(import.meta.url, 'records-worker'),
    purpose: 'dividing or joining the records of a snapshot',
  })
  try {
    await thread.run(task, input, { deadline: LONGEST_MS })
  } finally {
    await thread.close()
  }
}
