import { loadRequirements, type Requirement } from '../../spec/requirements.ts'

export type Catalogue = ReadonlyMap<string, Requirement>

/** The requirements by id. */
export function loadCatalogue(): Catalogue {
  return new Map(loadRequirements().map((requirement) => [requirement.id, requirement]))
}
