import type { References } from '../../../load/contract.ts'
import { isMembers, type Json, type Members } from '../../../load/parse.ts'
import { canonical } from '../normal/reading.ts'
import { EDITORIAL } from '../values/keywords.ts'
import { MOST_DEPTH, Unproven } from './unproven.ts'

/** Keywords whose values are data. */
const DATA = new Set(['const', 'enum', 'default', 'discriminator'])
/** Maps of names to schemas: their names are no keywords. */
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])

/**
 * Returns a text of a schema with the targets in place of all references. Equal texts are equal schemas, also of two contracts: a
 * reference that leads back is written as the number of schemas up to its target.
 * @throws {Unproven} if the schemas are nested too deeply, or refer to each other dynamically
 */
export function expanded(
  contract: References,
  schema: Json,
  spend: (cost: number) => void,
): string {
  const around: Json[] = []
  const visit = (node: Json, isMap = false): Json => {
    spend(1)
    if (Array.isArray(node)) return node.map((one) => visit(one))
    if (!isMembers(node)) return node
    if (!isMap && typeof node.$dynamicRef === 'string') throw new Unproven()
    const depth = around.lastIndexOf(node)
    if (depth >= 0) return { '$ref back': around.length - depth }
    if (around.length === MOST_DEPTH) throw new Unproven()
    around.push(node)
    const entries = Object.entries(node)
      .filter(([key]) => isMap || (!EDITORIAL.has(key) && key !== '$ref'))
      .map(([key, value]) => [
        key,
        !isMap && DATA.has(key) ? value : visit(value, !isMap && MAPS.has(key)),
      ])
    const made = Object.fromEntries(entries) as Members
    if (!isMap && typeof node.$ref === 'string')
      made['$ref to'] = visit(contract.target(node, node.$ref))
    around.pop()
    return made
  }
  return canonical(visit(schema))
}
