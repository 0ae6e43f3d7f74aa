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
  // Budgets are given to no stored organization, also if the world does not name it.
  const kept = budgets === 'roomy' ? stored : organizations.filter(({ id }) => stored.includes(id))
  if (kept.length === 0) return undefined
  return `${named}: no effect on ${kept.length} ${kept.length === 1 ? 'organization' : 'organizations'} that ${dataDir} already has. Change them through the control API, or choose another folder.`
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
