import type { ScreeningCondition } from '../../../../spec/generated/wire.ts'
import { OPERATORS } from './operators.ts'

/**
 * Whether a condition holds. A field without a value makes its comparison false, with negative operators, too (RSV-001
 * to RSV-005); its siblings in an OR are still evaluated (GAP-UNRESOLVED-IN-OR).
 * @param resolve the value at a field path; undefined when there is none
 */
export function holds(condition: ScreeningCondition, resolve: (path: string) => unknown): boolean {
  if (condition.kind === 'group') {
    return condition.op === 'AND'
      ? condition.children.every((child) => holds(child, resolve))
      : condition.children.some((child) => holds(child, resolve))
  }
  const resolved = resolve(condition.field)
  return resolved !== undefined && OPERATORS[condition.operator](resolved, condition.value)
}

/**
 * Adds every field path of a condition to the known ones. Not a generator, whose every step would pass through all
 * groups.
 */
export function collectFields(condition: ScreeningCondition, known: Set<string>): void {
  if (condition.kind === 'field') known.add(condition.field)
  else for (const child of condition.children) collectFields(child, known)
}

/**
 * Returns every field path of a condition with its position, in document order. Also called on conditions that the
 * schema rejected, so it assumes no types.
 */
export function* fieldsOf(
  condition: unknown,
  path: (string | number)[] = [],
): Generator<{ field: string; path: (string | number)[] }> {
  const { kind, field, children } = (condition ?? {}) as Record<string, unknown>
  if (kind === 'field' && typeof field === 'string') yield { field, path: [...path, 'field'] }
  else if (kind === 'group' && Array.isArray(children))
    for (const [i, child] of children.entries()) yield* fieldsOf(child, [...path, 'children', i])
}
