import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AUTHORITY_FILE, readAuthority } from './authority.ts'
import { type Marker, identityFrom } from './identity.ts'
import { LAST_PLACE } from './sqlite/tables/activity.ts'

/** A damaged file of a data folder. */
interface Damage {
  file: string
  problem: string
  /** Data that `--repair` discards. */
  drops: string
  repair: () => void
}

/** Lists each damaged file, the problem and the remedy. */
export class DamagedFolder extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DamagedFolder'
  }
}

/**
 * Records up to this size are checked completely at each start, larger ones by their first pages:
 * about 100 ms either way.
 */
const CHECKED_BYTES = 64 * 1024 * 1024

/** State of a file; `identity` is undefined if it was not written yet. */
type Part = 'missing' | 'empty' | { damaged: string } | { identity: Marker | undefined }

/**
 * Checks that the files of a data folder are intact and belong together.
 * @param repair moves damaged files aside or discards them; otherwise they are an error
 * @returns one line for each discarded item
 * @throws {DamagedFolder}
 */
export function checkDataFolder(folder: string, { repair }: { repair: boolean }): string[] {
  refuseReadOnly(folder)
  const damages = [
    ...damagesOf(folder),
    ...authorityDamages(folder),
    ...snapshotDamages(join(folder, 'snapshots')),
  ]
  if (damages.length === 0) return []
  const lines = (what: 'problem' | 'drops'): string =>
    damages.map((damage) => `  ${damage.file}: ${damage[what]}`).join('\n')
  if (!repair) {
    throw new DamagedFolder(
      `${folder} is damaged:\n${lines('problem')}\n` +
        'Correct the files, restore the whole folder from a backup, or start once with --repair, which drops:\n' +
        lines('drops'),
    )
  }
  return damages.map(({ file, problem, drops, repair: act }) => {
    act()
    return `${file}: ${problem}. Dropped: ${drops}`
  })
}

/** Read-only files look damaged to SQLite: a repair would discard intact records. */
function refuseReadOnly(folder: string): void {
  const names = [
    '',
    'world.json',
    'records.sqlite',
    'records.sqlite-wal',
    'records.sqlite-shm',
    AUTHORITY_FILE,
  ]
  for (const path of names.map((name) => join(folder, name)).filter((one) => existsSync(one))) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new Error(
        `${path} is read-only for this process (${code}). ` +
          'Make the folder and its files writable, or choose another folder with --data-dir.',
        { cause: error },
      )
    }
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
    const name = `${file}.damaged-${Date.now()}`
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(file + end)) renameSync(file + end, name + end)
    if (file === files.records) rmSync(files.marker, { force: true })
  }
  const forget = (): void => rmSync(files.marker, { force: true })
  const known = [world, marker].map(identityOf).filter((identity) => identity !== undefined)
  const newest = Math.max(0, ...known.map(({ generation }) => generation))

  const found: Damage[] = []
  const damage = (file: string, problem: string, drops: string, act: () => void): void => {
    found.push({ file: file.slice(folder.length + 1), problem, drops, repair: act })
  }
  const setAside = 'its contents; the file is renamed to *.damaged-*'
  if (typeof world === 'object' && 'damaged' in world)
    damage(files.world, world.damaged, setAside, aside(files.world))
  if (typeof marker === 'object' && 'damaged' in marker)
    damage(files.marker, marker.damaged, 'only this check', forget)

  if (typeof records === 'object' && 'damaged' in records) {
    damage(files.records, records.damaged, `all records: ${setAside}`, aside(files.records))
    return found
  }
  if (typeof records === 'string') {
    if (newest > 0 || (records === 'empty' && known.length > 0))
      damage(files.records, records, `all records of ${newest} commits`, aside(files.records))
    return found
  }
  if (typeof world === 'string')
    damage(
      files.world,
      `${world}, and records.sqlite is there`,
      'organizations, keys and webhook subscriptions; those of --world replace them, and records of other organizations cannot be read',
      aside(files.world),
    )
  // A crash interrupted a restore: the start repeats it, after which all files match.
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
      'only this check; commits may be missing',
      forget,
    )
  const lostEntries = Math.max(0, (identityOf(marker)?.activity ?? 0) - (identity.activity ?? 0))
  const strangers = known.filter(({ id }) => id !== identity.id)
  if (strangers.length > 0)
    damage(
      files.records,
      `it belongs to data folder ${identity.id}, expected ${strangers.map(({ id }) => id).join(', ')}`,
      'no data: the files are accepted as one folder from now on',
      forget,
    )
  else if (identity.generation < newest || lostEntries > 0)
    damage(
      files.records,
      `it has ${identity.generation} of ${newest} acknowledged commits, and lacks ${lostEntries} entries of the activity log: ` +
        'records.sqlite-wal is missing or damaged, or the file is an older copy',
      `the writes of the last ${newest - identity.generation} commits, and ${lostEntries} entries of the activity log`,
      forget,
    )
  return found
}

/** Reads the folder identity in `world.json`. */
function folderOf(json: unknown): unknown {
  return (json as { data_folder?: unknown } | null)?.data_folder
}

function identityOf(part: Part): Marker | undefined {
  return typeof part === 'object' && 'identity' in part ? part.identity : undefined
}

function readJson(file: string, identity: (json: unknown) => unknown): Part {
  if (!existsSync(file)) return 'missing'
  const text = readFileSync(file, 'utf8')
  if (text.trim() === '') return 'empty'
  try {
    const value = identity(JSON.parse(text))
    const known = identityFrom(value)
    return value === undefined || known ? { identity: known } : { damaged: 'no id and generation' }
  } catch (error) {
    return { damaged: `not JSON: ${(error as Error).message}` }
  }
}

/** Opened read-only: closing it then neither moves nor deletes the write-ahead log. */
function readRecords(file: string): Part {
  if (!existsSync(file)) return 'missing'
  const { size } = statSync(file)
  if (size === 0) return 'empty'
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { readOnly: true })
    if (size <= CHECKED_BYTES) {
      const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as {
        quick_check: string
      }
      if (found !== 'ok') return { damaged: found.replaceAll('\n', ' ') }
    }
    const hasStore = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'store'").get()
    if (!hasStore) return { identity: undefined }
    const { last } = db.prepare(LAST_PLACE).get() as { last: number | null }
    const row = db.prepare('SELECT id, generation FROM store').get()
    return { identity: identityFrom({ ...row, activity: last ?? 0 }) }
  } catch (error) {
    return { damaged: (error as Error).message }
  } finally {
    db?.close()
  }
}

/** The file exists if the simulator was ever started with `--https`. */
function authorityDamages(folder: string): Damage[] {
  const file = join(folder, AUTHORITY_FILE)
  if (!existsSync(file)) return []
  try {
    readAuthority(readFileSync(file, 'utf8'))
    return []
  } catch (error) {
    const damage: Damage = {
      file: AUTHORITY_FILE,
      problem: (error as Error).message,
      drops: 'the certificate authority of --https; a new one is created, which clients must trust',
      repair: () => renameSync(file, `${file}.damaged-${Date.now()}`),
    }
    return [damage]
  }
}

function restoring(folder: string): boolean {
  return existsSync(join(folder, 'snapshots', '.restoring'))
}

/** A snapshot is a folder of three files. */
function snapshotDamages(folder: string): Damage[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.startsWith('snp_'))
  return names.flatMap((name) => {
    const path = join(folder, name)
    const [world, records] = [
      readJson(join(path, 'world.json'), folderOf),
      readRecords(join(path, 'records.sqlite')),
    ]
    const parts: [file: string, part: Part][] = [
      ['snapshot.json', readJson(join(path, 'snapshot.json'), () => undefined)],
      ['world.json', world],
      ['records.sqlite', records],
    ]
    const problems = parts.flatMap(([file, part]): [string, string][] => {
      if (typeof part === 'string') return [[file, part]]
      return 'damaged' in part ? [[file, part.damaged]] : []
    })
    const [one, other] = [identityOf(world), identityOf(records)]
    if (one && other && (one.id !== other.id || one.generation > other.generation))
      problems.push(['records.sqlite', 'it belongs to another snapshot than world.json'])
    return problems.slice(0, 1).map(([file, problem]) => ({
      file: `snapshots/${name}/${file}`,
      problem,
      drops: `the snapshot; its folder is renamed to .damaged-${name}`,
      repair: () => renameSync(path, join(folder, `.damaged-${name}`)),
    }))
  })
}
