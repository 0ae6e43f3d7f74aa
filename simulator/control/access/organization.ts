import type { Ports } from '../../ports.ts'
import { ApiError } from '../../call/errors.ts'
import type { Organizations } from '../../world/organizations.ts'
import { MODES, type Mode, type Organization, scopeOf } from '../../world/world.ts'

/** Returns the organization with this id. @throws {ApiError} resource_not_found */
export function organizationOf({ world }: { world: Organizations }, id: string): Organization {
  const organization = world.organization(id)
  if (!organization) throw new ApiError('resource_not_found')
  return organization
}

/** Removes all records of an organization. */
export async function wipeRecords(
  ports: Ports,
  organization: Organization,
  modes: Mode[] = MODES,
): Promise<void> {
  for (const mode of modes) {
    const scope = scopeOf(organization, mode)
    await ports.records.clear(scope)
    await ports.erased(scope)
  }
}
