import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { AUTHORITY_FILE } from './authority.ts'
import { type Damage, authorityDamages, snapshotDamages } from './damages.ts'
import { type FileState, folderOf, readJson, readRecords } from './file-state.ts'
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

const WORLD = 'world.json'
const RECORDS = 'records.sqlite'
const MARKER = 'records.sqlite-generation'
const SECRETS = [WORLD, RECORDS, `${RECORDS}-wal`, `${RECORDS}-shm`, AUTHORITY_FILE]
const NEW_WORLD =
  'organizations, keys and webhook subscriptions come from --world or the demo world'

/**
 * Makes the files readable for their owner only: an older version, or a copy, may have left them
 * readable for others. SQLite gives new files the mode of the existing one.
 */
function makePrivate(folder: string): void {
  for (const file of SECRETS.map((name) => join(folder, name)))
    try {
      if (existsSync(file) && statSync(file).isFile()) chmodSync(file, 0o600)
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
  for (const name of ['', ...SECRETS, MARKER, 'snapshots'])
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
  const world = readJson(join(folder, WORLD), folderOf)
  const records = readRecords(join(folder, RECORDS))
  const marker = readJson(join(folder, MARKER), (json) => json)
  const known = [world.identity, marker.identity].filter((identity) => identity !== undefined)
  const newest = Math.max(0, ...known.map(({ generation }) => generation))
  const found: Damage[] = []
  const damage = (file: string, problem: string, remedy: string, repair: () => void): void => {
    found.push({ file, problem, remedy, repair })
  }
  const forget = (): void => rmSync(join(folder, MARKER), { force: true })
  const aside = (file: string) => (): void => {
    moveAside(join(folder, file))
    if (file === RECORDS) forget()
  }
  const renamed = (file: string, { exists, problem }: FileState, result: string): void => {
    if (exists && problem !== undefined)
      damage(file, problem, `renames it to ${MOVED_NAME}${result}`, aside(file))
  }
  renamed(WORLD, world, `; ${NEW_WORLD}`)
  renamed(MARKER, marker, '; no data is lost, but missing commits are not detected')
  renamed(RECORDS, records, ' and starts without records')
  if (!records.exists) {
    if (newest > 0 || (records.problem === 'empty' && known.length > 0))
      damage(RECORDS, records.problem!, 'starts without records', aside(RECORDS))
    return found
  }
  if (records.problem !== undefined) return found
  if (!world.exists)
    damage(
      WORLD,
      `${world.problem}, although records.sqlite exists`,
      `${NEW_WORLD}; records of other organizations cannot be read`,
      aside(WORLD),
    )
  const { identity } = records
  // A crash interrupted a restore: the start completes it, after which all files match.
  if (!identity || existsSync(join(folder, 'snapshots', '.restoring'))) return found
  // The marker is written before the world names this folder, so it must exist from then on.
  if (!marker.exists && (identity.generation > 0 || known.some(({ id }) => id === identity.id)))
    damage(
      MARKER,
      `${marker.problem}, so it is unknown whether records.sqlite has every commit`,
      'continues; commits may be missing',
      forget,
    )
  const lostEntries = entriesAfter(identity, marker.identity)
  const strangers = known.filter(({ id }) => id !== identity.id)
  if (strangers.length > 0)
    damage(
      RECORDS,
      `it belongs to data folder ${identity.id}, expected ${strangers.map(({ id }) => id).join(', ')}`,
      'accepts the files as one folder from now on; no data is lost',
      forget,
    )
  else if (identity.generation < newest || lostEntries > 0)
    damage(
      RECORDS,
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
