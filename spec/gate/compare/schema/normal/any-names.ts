import { isMembers, type Members } from '../../../load/parse.ts'
import { patternRelation } from '../patterns/relation.ts'

/** Writes the schema of a pattern that every name matches as `additionalProperties`. */
export function anyNames(schema: Members): void {
  const { patternProperties: patterns } = schema
  if (!isMembers(patterns!) || 'properties' in schema) return
  const [[pattern, inside] = [], ...others] = Object.entries(patterns)
  if (pattern === undefined || others.length > 0) return
  if (patternRelation('', pattern).relation !== 'equal') return
  delete schema.patternProperties
  schema.additionalProperties = inside!
}
