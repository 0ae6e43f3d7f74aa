import { hostname } from 'node:os'
import { openPrivate } from './store/private-file.ts'
import type { SimulatorOptions } from './app/options.ts'
import type { Certificate } from '../fixtures/tls/certificate.ts'
import type { Shared } from './replicas/shared.ts'
import { AUTHORITY_FILE, authorityIn, newSimulatorAuthority } from './store/authority.ts'
import type { Records } from './store/records.ts'
import { retryWrite } from './store/retry-write.ts'
import { FolderSnapshots } from './store/snapshots/folder-snapshots.ts'
import type { Snapshots } from './store/snapshots/snapshots.ts'
import { openSqlite } from './store/sqlite/sqlite.ts'
import { SettableClock } from './time/clock.ts'
import { type Region, World } from './world/world.ts'

/** The stores of a simulator, in one process or shared with others. */
export interface Stores {
  /** Set if other processes use the same data. */
  shared: Shared | undefined
  world: World
  records: Records
  snapshots: Snapshots
  clock: SettableClock
  /** The certificate authority; created on the first call, and stored with the data. */
  authority(): Promise<Certificate>
  /**
   * Returns why the latest writes failed, and what to do. Tries again first: the next change may be
   * days away.
   */
  writeProblems(): Promise<string[]>
  close(): Promise<void>
}

/** Opens the stores of the options. @param region the only one whose organizations it may hold */
export async function openStores(
  options: SimulatorOptions,
  report: (error: unknown) => void,
  region?: Region,
): Promise<Stores> {
  return options.store === undefined
    ? openOwn(options, report)
    : openShared(options, options.store, report, region)
}

async function openOwn(
  options: SimulatorOptions,
  report: (error: unknown) => void,
): Promise<Stores> {
  const { dataDir } = options
  const world = await World.open(dataDir && `${dataDir}/world.json`, options.world, options)
  const file = dataDir === undefined ? ':memory:' : `${dataDir}/records.sqlite`
  // SQLite creates its other files with the mode of this one.
  if (dataDir !== undefined) await (await openPrivate(file, 'a')).close()
  const records = openSqlite(file, report, options)
  const written = world.file.data_folder
  const openSnapshots = async (): Promise<FolderSnapshots> => {
    await world.identify(() => records.identity)
    return FolderSnapshots.open(dataDir && `${dataDir}/snapshots`, records, world, written)
  }
  const snapshots = await openSnapshots().catch(async (error: unknown) => {
    await records.close()
    throw error
  })
  const clock = new SettableClock(Date.now, world.file.clock)
  const close = async (): Promise<void> => {
    await records.close()
    await snapshots.close()
    await world.save()
  }
  const authority = async (): Promise<Certificate> =>
    dataDir === undefined ? newSimulatorAuthority() : authorityIn(`${dataDir}/${AUTHORITY_FILE}`)
  const writeProblems = async (): Promise<string[]> => {
    if (world.writes.problem) await world.save().catch(() => undefined)
    const { writes, counting } = records
    if (writes.problem ?? counting?.problem) await retryWrite(file, records).catch(() => undefined)
    const problems = [writes, counting, world.writes].flatMap((one) => one?.problem ?? [])
    return [...problems, records.syncProblem() ?? []].flat()
  }
  return { shared: undefined, world, records, snapshots, clock, authority, writeProblems, close }
}

async function openShared(
  { world: seed, seed: text, storeLimits: limits, onKept }: SimulatorOptions,
  store: string,
  report: (error: unknown) => void,
  region: Region | undefined,
): Promise<Stores> {
  // Imported only if needed: the embedded store starts without it.
  const { Shared } = await import('./replicas/shared.ts')
  const shared = await Shared.open({
    store,
    world: seed,
    seeded: text !== undefined,
    about: `${hostname()} ${process.pid}`,
    report,
    region,
    onKept,
    ...(limits && { limits }),
  })
  const { world, records, snapshots, clock } = shared
  return {
    shared,
    world,
    records,
    snapshots,
    clock,
    authority: () => shared.authority(),
    writeProblems: () => shared.writeProblems(),
    close: () => shared.close(),
  }
}
