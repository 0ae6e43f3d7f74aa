import { loadRequirements, type Requirement } from '../../spec/requirements.ts'

export type Catalogue = ReadonlyMap<string, Requirement>

/** Reading it takes longer than many a run. */
let read: Catalogue | undefined

/** The requirements by id. */
export function loadCatalogue(): Catalogue {
  return (read ??= new Map(loadRequirements().map((requirement) => [requirement.id, requirement])))
}
