import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { AUTHORITY_FILE } from './authority.ts'
import { type Damage, authorityDamages, snapshotDamages } from './damages.ts'
import { folderOf, identityOf, readJson, readRecords } from './file-state.ts'
import type { Marker } from './identity.ts'
import { MOVED_NAME, moveAside } from './move-aside.ts'
import { FILES } from './snapshots/snapshot-file.ts'

/** Lists each damaged file, the problem and the remedy. */
export class DamagedFolder extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DamagedFolder'
  }
}

/**
 * Checks that the files of a data folder are intact and belong together.
 * @param repair moves damaged files aside or discards them; otherwise they are an error
 * @returns one line for each discarded item
 * @throws {DamagedFolder}
 */
export function checkDataFolder(folder: string, { repair }: { repair: boolean }): string[] {
  refuseInaccessible(folder)
  makePrivate(folder)
  const damages = [
    ...damagesOf(folder),
    ...authorityDamages(folder),
    ...snapshotDamages(join(folder, 'snapshots')),
  ]
  if (damages.length === 0) return []
  const lines = (what: 'problem' | 'remedy'): string =>
    damages.map((damage) => `  ${damage.file}: ${damage[what]}`).join('\n')
  if (!repair) {
    throw new DamagedFolder(
      `${folder} is damaged:\n${lines('problem')}\n` +
        'Correct the files, or restore the whole folder from a backup. ' +
        'To give up the damaged data instead, start once with --repair:\n' +
        lines('remedy'),
    )
  }
  return damages.map(({ file, problem, remedy, repair: act }) => {
    act()
    return `${file}: ${problem}. Repair: ${remedy}`
  })
}

const SECRETS = [
  'world.json',
  'records.sqlite',
  'records.sqlite-wal',
  'records.sqlite-shm',
  AUTHORITY_FILE,
]

/**
 * Makes the files readable for their owner only: an older version, or a copy, may have left them
 * readable for others. SQLite gives new files the mode of the existing one.
 */
function makePrivate(folder: string): void {
  for (const file of SECRETS.map((name) => join(folder, name)))
    if (existsSync(file) && statSync(file).isFile()) makeFilePrivate(file)
}

function makeFilePrivate(file: string): void {
  try {
    chmodSync(file, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    throw new Error(
      `${file} contains secrets, and this user cannot make it private (EPERM). ` +
        'Start the simulator as the owner of the folder, make this user its owner (chown -R), or choose another folder with --data-dir.',
      { cause: error },
    )
  }
}

/** Read-only and unreadable files look damaged to SQLite: a repair would discard intact records. */
function refuseInaccessible(folder: string): void {
  const { R_OK, W_OK, X_OK } = constants
  for (const name of ['', ...SECRETS, 'records.sqlite-generation', 'snapshots'])
    demandAccess(join(folder, name), R_OK | W_OK, 'read-only')
  const snapshots = join(folder, 'snapshots')
  if (!existsSync(snapshots)) return
  for (const name of readdirSync(snapshots).filter((one) => one.startsWith('snp_'))) {
    demandAccess(join(snapshots, name), R_OK | X_OK, 'unreadable')
    for (const file of Object.values(FILES))
      demandAccess(join(snapshots, name, file), R_OK, 'unreadable')
  }
}

function demandAccess(path: string, mode: number, lacking: 'read-only' | 'unreadable'): void {
  if (!existsSync(path)) return
  try {
    accessSync(path, mode)
  } catch (error) {
    const wanted = lacking === 'read-only' ? 'writable' : 'readable'
    throw new Error(
      `${path} is ${lacking} for this process (${(error as NodeJS.ErrnoException).code}). ` +
        `Make the folder and its files ${wanted}, or choose another folder with --data-dir.`,
      { cause: error },
    )
  }
}

function damagesOf(folder: string): Damage[] {
  const files = {
    world: join(folder, 'world.json'),
    records: join(folder, 'records.sqlite'),
    marker: join(folder, 'records.sqlite-generation'),
  }
  const [world, records, marker] = [
    readJson(files.world, folderOf),
    readRecords(files.records),
    readJson(files.marker, (json) => json),
  ]
  const aside = (file: string) => (): void => {
    moveAside(file)
    if (file === files.records) forget()
  }
  const forget = (): void => rmSync(files.marker, { force: true })
  const known = [world, marker].map(identityOf).filter((identity) => identity !== undefined)
  const newest = Math.max(0, ...known.map(({ generation }) => generation))

  const found: Damage[] = []
  const damage = (file: string, problem: string, remedy: string, act: () => void): void => {
    found.push({ file: relative(folder, file), problem, remedy, repair: act })
  }
  const newWorld =
    'organizations, keys and webhook subscriptions come from --world or the demo world'
  if (typeof world === 'object' && 'damaged' in world)
    damage(
      files.world,
      world.damaged,
      `renames it to ${MOVED_NAME}; ${newWorld}`,
      aside(files.world),
    )
  if (typeof marker === 'object' && 'damaged' in marker)
    damage(
      files.marker,
      marker.damaged,
      `renames it to ${MOVED_NAME}; no data is lost, but missing commits are not detected`,
      aside(files.marker),
    )

  if (typeof records === 'object' && 'damaged' in records) {
    damage(
      files.records,
      records.damaged,
      `renames it to ${MOVED_NAME} and starts without records`,
      aside(files.records),
    )
    return found
  }
  if (typeof records === 'string') {
    if (newest > 0 || (records === 'empty' && known.length > 0))
      damage(files.records, records, 'starts without records', aside(files.records))
    return found
  }
  if (typeof world === 'string')
    damage(
      files.world,
      `${world}, although records.sqlite exists`,
      `${newWorld}; records of other organizations cannot be read`,
      aside(files.world),
    )
  // A crash interrupted a restore: the start completes it, after which all files match.
  if (restoring(folder)) return found
  const { identity } = records
  if (!identity) return found
  // The marker is written before the world names this folder, so it must exist from then on.
  if (
    typeof marker === 'string' &&
    (identity.generation > 0 || known.some(({ id }) => id === identity.id))
  )
    damage(
      files.marker,
      `${marker}, so it is unknown whether records.sqlite has every commit`,
      'continues; commits may be missing',
      forget,
    )
  const lostEntries = entriesAfter(identity, identityOf(marker))
  const strangers = known.filter(({ id }) => id !== identity.id)
  if (strangers.length > 0)
    damage(
      files.records,
      `it belongs to data folder ${identity.id}, expected ${strangers.map(({ id }) => id).join(', ')}`,
      'accepts the files as one folder from now on; no data is lost',
      forget,
    )
  else if (identity.generation < newest || lostEntries > 0)
    damage(
      files.records,
      'it lacks acknowledged writes: records.sqlite-wal is missing or damaged, or the file is an older copy',
      `continues without the missing writes: ${lostWrites(newest - identity.generation, lostEntries)}`,
      forget,
    )
  return found
}

/**
 * Counts the activity entries of the marker that the records lack. A commit after the marker may have
 * deleted entries, and is in the log only if all earlier ones are.
 */
function entriesAfter(records: Marker, marker: Marker | undefined): number {
  if (!marker || records.generation > marker.generation) return 0
  return Math.max(0, (marker.activity ?? 0) - (records.activity ?? 0))
}

/** The counters are not synced to the disk: after a loss of power, more may be missing. */
function lostWrites(commits: number, entries: number): string {
  const parts = [
    commits > 0 && `${commits} commits of records`,
    entries > 0 && `${entries} entries of the activity log`,
  ]
  return `at least ${parts.filter(Boolean).join(' and ')}`
}

function restoring(folder: string): boolean {
  return existsSync(join(folder, 'snapshots', '.restoring'))
}
