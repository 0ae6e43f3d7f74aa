import { isMembers, type Json, type Members } from '../../../load/parse.ts'
import { type Conjunction, having, propertiesOf, valuesOf } from '../conjunction.ts'
import { haveCommonMatch } from './automaton.ts'
import { matchName } from './matcher.ts'
import { parsePattern } from './syntax.ts'

/** Returns the schemas that `patternProperties` apply to a name. */
export function patternSchemasOf(conjunction: Conjunction, name: string): Json[] {
  return (valuesOf(conjunction, 'patternProperties') as Members[]).flatMap((patterns) =>
    Object.entries(patterns).flatMap(([pattern, schema]) =>
      matchName(pattern, name) === true ? [schema] : [],
    ),
  )
}

/** Returns all schemas that apply to each declared field. */
export function fieldSchemas(conjunction: Conjunction): Map<string, Json[]> {
  const properties = propertiesOf(conjunction)
  for (const [name, schemas] of properties)
    properties.set(name, [
      ...schemas,
      ...patternSchemasOf(conjunction, name),
      ...furtherSchemasOf(conjunction, name),
    ])
  return properties
}

/** Returns the schemas of the members that do not declare a field themselves, but restrict further fields. */
function furtherSchemasOf(conjunction: Conjunction, name: string): Json[] {
  return having(conjunction, 'additionalProperties')
    .filter((schema) => !propertiesOf([schema]).has(name))
    .filter((schema) => patternSchemasOf([schema], name).length === 0)
    .map((schema) => schema.additionalProperties!)
    .filter((further) => isMembers(further))
}

/** Whether a name may match both patterns. */
export function mayShareNames(one: string, other: string): boolean {
  const [left, right] = [parsePattern(one), parsePattern(other)]
  return !left || !right || haveCommonMatch(left, right)
}

/** Returns the patterns of a conjunction that need too much time for one of the names. */
export function undecidedPatterns(conjunction: Conjunction, names: readonly string[]): string[] {
  const patterns = (valuesOf(conjunction, 'patternProperties') as Members[]).flatMap(Object.keys)
  return patterns.filter((pattern) =>
    names.some((name) => matchName(pattern, name) === 'undecided'),
  )
}
