import type { Organization, WorldFile } from './world.ts'

/** Changes that another process has stored. */
export interface NewerWorld {
  /** Everything but organizations and clock. */
  file: WorldFile
  /** The changed organizations in their order; `organization` is undefined if it was deleted. */
  organizations: { id: string; organization: Organization | undefined }[]
  /** Whether `organizations` has all organizations. */
  all: boolean
  /** Whether all data was replaced, so that no object keeps its identity. */
  fresh: boolean
}

/**
 * Updates a world to a newer state. Changes known objects in place, because running requests refer
 * to organizations, keys and subscriptions.
 */
export function absorb(world: WorldFile, { file, organizations, all, fresh }: NewerWorld): void {
  const { organizations: _, clock: __, data_folder: ___, ...settings } = file
  const { organizations: known, clock, data_folder, ...old } = world
  for (const name of Object.keys(old))
    if (!Object.hasOwn(settings, name)) delete (world as unknown as Record<string, unknown>)[name]
  for (const [name, value] of Object.entries(settings)) {
    const slot = world as unknown as Record<string, unknown>
    slot[name] = fresh ? value : merged(slot[name], value)
  }
  const byId = new Map(fresh ? [] : known.map((one) => [one.id, one]))
  const changed = new Map(organizations.map(({ id, organization }) => [id, organization]))
  const brought = (id: string, organization: Organization): Organization =>
    merged(byId.get(id), organization) as Organization
  const kept = all || fresh ? [] : known.filter(({ id }) => !changed.has(id) || changed.get(id))
  const list = kept.map((one) =>
    changed.get(one.id) ? brought(one.id, changed.get(one.id)!) : one,
  )
  const listed = new Set(list.map(({ id }) => id))
  for (const { id, organization } of organizations)
    if (organization && !listed.has(id)) list.push(brought(id, organization))
  world.organizations = list
}

/** Returns the new value; updates the old object with the same id if there is one. */
function merged(old: unknown, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (!Array.isArray(old)) return value
    // An unchanged list keeps its identity, so values derived from it stay valid.
    const same = JSON.stringify(old) === JSON.stringify(value)
    if (same) return old
    return value.map((one: unknown) => {
      const id = idOf(one)
      return id === undefined
        ? one
        : merged(
            old.find((other) => idOf(other) === id),
            one,
          )
    })
  }
  if (!isObject(value) || !isObject(old)) return value
  for (const name of Object.keys(old)) if (!Object.hasOwn(value, name)) delete old[name]
  for (const [name, one] of Object.entries(value)) old[name] = merged(old[name], one)
  return old
}

function idOf(value: unknown): unknown {
  return isObject(value) ? (value.id ?? value.kid) : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
