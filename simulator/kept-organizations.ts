import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorldFile } from './world/world.ts'

interface Given {
  dataDir?: string
  world?: string
  budgets: 'contract' | 'roomy'
}

/**
 * Returns which flags have no effect on organizations that the data folder or the database already has.
 * @param stored their ids before the start, which adds those of the given world
 */
export function keptOrganizations(
  { dataDir, world, budgets }: Given,
  { organizations }: WorldFile,
  stored: string[],
): string | undefined {
  const flags = [world === undefined ? [] : '--world', budgets === 'roomy' ? '--budgets roomy' : []]
  const named = flags.flat().join(' and ')
  if (named === '') return undefined
  // Budgets are given to no stored organization, also if the world does not name it.
  const kept = budgets === 'roomy' ? stored : organizations.filter(({ id }) => stored.includes(id))
  if (kept.length === 0) return undefined
  const count = `${kept.length} ${kept.length === 1 ? 'organization' : 'organizations'}`
  const [place, other] = dataDir === undefined ? ['the database', 'database'] : [dataDir, 'folder']
  return `${named}: no effect on ${count} that ${place} already has. Change them through the control API, or choose another ${other}.`
}

/**
 * Returns the ids of a data folder's organizations. None for a file that is missing or damaged: the start creates it or
 * names the damage.
 */
export function organizationsIn(dataDir: string | undefined): string[] {
  if (dataDir === undefined) return []
  try {
    const text = readFileSync(join(dataDir, 'world.json'), 'utf8')
    const { organizations } = JSON.parse(text) as WorldFile
    return organizations.map(({ id }) => id)
  } catch {
    return []
  }
}
