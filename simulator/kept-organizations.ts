import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorldFile } from './world/world.ts'

interface Given {
  dataDir?: string
  world?: string
  budgets: 'contract' | 'roomy'
}

/**
 * Returns which flags have no effect on organizations that the data folder already has. Call it before the start, which
 * adds those of the given world to the folder.
 */
export function keptOrganizations(
  { dataDir, world, budgets }: Given,
  { organizations }: WorldFile,
): string | undefined {
  const flags = [world === undefined ? [] : '--world', budgets === 'roomy' ? '--budgets roomy' : []]
  const named = flags.flat().join(' and ')
  if (dataDir === undefined || named === '') return undefined
  const stored = storedIds(join(dataDir, 'world.json'))
  const kept = organizations.filter(({ id }) => stored.includes(id)).length
  if (kept === 0) return undefined
  return `${named}: no effect on ${kept} of ${organizations.length} organizations, because ${dataDir} already has them. Change them through the control API, or choose another folder.`
}

/** Returns no ids for a file that is missing or damaged: the start creates it or names the damage. */
function storedIds(file: string): string[] {
  try {
    const { organizations } = JSON.parse(readFileSync(file, 'utf8')) as WorldFile
    return organizations.map(({ id }) => id)
  } catch {
    return []
  }
}
