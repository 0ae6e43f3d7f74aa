import { existsSync, readFileSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { AUTHORITY_FILE, readAuthority } from './authority.ts'
import { type FileState, folderOf, identityOf, readJson, readRecords } from './file-state.ts'
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
    const damage: Damage = {
      file: AUTHORITY_FILE,
      problem: (error as Error).message,
      remedy: `renames it to ${MOVED_NAME} and creates a new authority for --https, which clients must trust`,
      repair: () => moveAside(file),
    }
    return [damage]
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
    const [about, world, records] = [
      readJson(join(path, 'snapshot.json'), idOf),
      readJson(join(path, 'world.json'), folderOf),
      readRecords(join(path, 'records.sqlite')),
    ]
    const parts: [file: string, part: FileState][] = [
      ['snapshot.json', about],
      ['world.json', world],
      ['records.sqlite', records],
    ]
    const problems = parts.flatMap(([file, part]): [string, string][] => {
      if (typeof part === 'string') return [[file, part]]
      return 'damaged' in part ? [[file, part.damaged]] : []
    })
    const id = identityOf(about)?.id
    if (id !== undefined && id !== name) problems.push(['snapshot.json', `it is of ${id}`])
    const [one, other] = [identityOf(world), identityOf(records)]
    if (one && other && (one.id !== other.id || one.generation > other.generation))
      problems.push(['records.sqlite', 'it belongs to another snapshot than world.json'])
    return problems.slice(0, 1).map(([file, problem]) => ({
      file: `snapshots/${name}/${file}`,
      problem,
      remedy: `removes the snapshot from the list; renames its folder to .damaged-${name}`,
      repair: () => renameSync(path, join(folder, `.damaged-${name}`)),
    }))
  })
}
