import type { Json, Members } from '../../../load/parse.ts'
import { type Conjunction, propertiesOf, valuesOf } from '../conjunction.ts'
import { haveCommonMatch } from './automaton.ts'
import { parsePattern } from './syntax.ts'

/** Returns the schemas that `patternProperties` apply to a name. */
export function patternSchemasOf(conjunction: Conjunction, name: string): Json[] {
  return (valuesOf(conjunction, 'patternProperties') as Members[]).flatMap((patterns) =>
    Object.entries(patterns).flatMap(([pattern, schema]) =>
      matches(pattern, name) ? [schema] : [],
    ),
  )
}

/** Returns all schemas that apply to each declared field. */
export function fieldSchemas(conjunction: Conjunction): Map<string, Json[]> {
  const properties = propertiesOf(conjunction)
  for (const [name, schemas] of properties)
    properties.set(name, [...schemas, ...patternSchemasOf(conjunction, name)])
  return properties
}

/** Whether a name may match both patterns. */
export function mayShareNames(one: string, other: string): boolean {
  const [left, right] = [parsePattern(one), parsePattern(other)]
  return !left || !right || haveCommonMatch(left, right)
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return false
  }
}
