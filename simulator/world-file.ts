import { toIssues, newAjv } from './http/validate.ts'
import worldSchema from './world.schema.json' with { type: 'json' }
import type { WorldFile } from './store/world.ts'

/**
 * Reads a world that a person has written.
 * @throws {Error} that names the file and every place that is wrong
 */
export function readWorld(text: string, file: string): WorldFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error })
  }
  const validate = newAjv().compile(worldSchema)
  if (!validate(value)) {
    const problems = toIssues(validate.errors ?? []).map(({ path, message }) => `  ${path.join('.') || '(whole file)'}: ${message}`)
    throw new Error(`${file} is no world file:\n${problems.join('\n')}`)
  }
  const world = value as unknown as WorldFile
  const problems = world.organizations.flatMap((organization) => organization.keys.flatMap(({ id, type, mode, key, key_sha256 }) => {
    if (key === undefined) return key_sha256 === undefined ? [`  key ${id}: write key or key_sha256`] : []
    const prefix = `ah_${type}_${organization.region}_${mode}_`
    return key.startsWith(prefix) ? [] : [`  key ${id}: must start with ${prefix}, as its type, region and mode say`]
  }))
  if (problems.length > 0) throw new Error(`${file} contradicts itself:\n${problems.join('\n')}`)
  return world
}
