import { existsSync, readFileSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { AUTHORITY_FILE, readAuthority } from './authority.ts'
import { folderOf, readJson, readRecords } from './file-state.ts'
import { MOVED_NAME, moveAside } from './move-aside.ts'

/** A damaged file of a data folder. */
export interface Damage {
  file: string
  problem: string
  /** What `--repair` does, and the data that is lost by it. */
  remedy: string
  repair: () => void
}

/** The file exists if the simulator was ever started with `--https`. */
export function authorityDamages(folder: string): Damage[] {
  const file = join(folder, AUTHORITY_FILE)
  if (!existsSync(file)) return []
  try {
    readAuthority(readFileSync(file, 'utf8'))
    return []
  } catch (error) {
    return [
      {
        file: AUTHORITY_FILE,
        problem: (error as Error).message,
        remedy: `renames it to ${MOVED_NAME} and creates a new authority for --https, which clients must trust`,
        repair: () => moveAside(file),
      },
    ]
  }
}

/** The id in `snapshot.json`, in the form of an identity. */
function idOf(json: unknown): unknown {
  return { id: (json as { id?: unknown } | null)?.id, generation: 0 }
}

/** A snapshot is a folder of three files. */
export function snapshotDamages(folder: string): Damage[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.startsWith('snp_'))
  return names.flatMap((name) => {
    const path = join(folder, name)
    const parts = {
      'snapshot.json': readJson(join(path, 'snapshot.json'), idOf),
      'world.json': readJson(join(path, 'world.json'), folderOf),
      'records.sqlite': readRecords(join(path, 'records.sqlite')),
    }
    const problems = Object.entries(parts).map(([file, part]) => [file, part.problem])
    const [about, world, records] = Object.values(parts).map(({ identity }) => identity)
    if (about && about.id !== name) problems.push(['snapshot.json', `it is of ${about.id}`])
    if (world && records && (world.id !== records.id || world.generation > records.generation))
      problems.push(['records.sqlite', 'it belongs to another snapshot than world.json'])
    const found = problems.find(([, problem]) => problem !== undefined)
    if (!found) return []
    return {
      file: `snapshots/${name}/${found[0]}`,
      problem: found[1]!,
      remedy: `removes the snapshot from the list; renames its folder to .damaged-${name}`,
      repair: () => renameSync(path, join(folder, `.damaged-${name}`)),
    }
  })
}
