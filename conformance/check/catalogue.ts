import { readFileSync } from 'node:fs'
import type { Requirement } from '../../spec/requirements.ts'

export type Catalogue = ReadonlyMap<string, Requirement>

const FILE = new URL('../../spec/generated/requirements.json', import.meta.url)
let read: Catalogue | undefined

/** The requirements by id. */
export function loadCatalogue(): Catalogue {
  return (read ??= new Map(
    (JSON.parse(readFileSync(FILE, 'utf8')) as Requirement[]).map((entry) => [entry.id, entry]),
  ))
}
