import { isMembers, type Members } from '../../load/parse.ts'
import { type Conjunction, having } from './conjunction.ts'

/** The fields that a member of a conjunction allows, which refuses all others. */
export interface ClosedFields {
  readonly names: ReadonlySet<string>
  readonly patterns: readonly string[]
}

/** The members of a conjunction that refuse fields which they do not declare themselves. */
export function closedFields(conjunction: Conjunction): ClosedFields[] {
  return having(conjunction, 'additionalProperties')
    .filter((schema) => schema.additionalProperties === false)
    .map((schema) => declaredBy([schema]))
}

function declaredBy(schemas: readonly Members[]): ClosedFields {
  const keysOf = (keyword: string) =>
    schemas.flatMap((schema) => (isMembers(schema[keyword]) ? Object.keys(schema[keyword]) : []))
  return { names: new Set(keysOf('properties')), patterns: keysOf('patternProperties') }
}

/** Whether no member refuses a field as undeclared. */
export function allowsField(closed: readonly ClosedFields[], name: string): boolean {
  return closed.every(
    ({ names, patterns }) => names.has(name) || patterns.some((pattern) => fits(pattern, name)),
  )
}

/** A pattern that cannot be read might fit. */
function fits(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return true
  }
}
