import { isAtMost } from '../../forms/rules/text-length.ts'
import {
  declineRefusals,
  screeningRuleTypes,
  unresolvableField,
} from '../../../../spec/generated/screening.ts'
import type { ScreeningRuleInput } from '../../../../spec/generated/wire.ts'
import type { Issue } from '../../../call/errors.ts'
import { fieldsOf } from './conditions.ts'
import { fieldAt, isSensitive } from './fields.ts'

/** Groups nested deeper than this are rejected (GAP-RULE-BOUNDS). */
const DEEPEST_GROUP = 32
/** The schema reports longer ones. */
const LONGEST_FIELD = 120

/** Returns groups that are nested too deeply. Also called on rules that the schema rejected, so it assumes no types. */
export function depthIssues(rules: unknown): Issue[] {
  if (!Array.isArray(rules)) return []
  return rules.flatMap((rule: { condition?: unknown } | null, i): Issue[] => {
    if (depthOf(rule?.condition) <= DEEPEST_GROUP) return []
    const message = `Expected groups nested at most ${DEEPEST_GROUP} deep`
    return [
      { code: 'too_big', path: ['screening_rules', i, 'condition'], message, param: 'condition' },
    ]
  })
}

/** Depth of nested groups. */
function depthOf(condition: unknown): number {
  const children = (condition as { children?: unknown } | null | undefined)?.children
  return Array.isArray(children)
    ? 1 + children.reduce<number>((most, child) => Math.max(most, depthOf(child)), 0)
    : 0
}

/** Reason why a set of rules is rejected. */
export interface RuleRefusal {
  message?: string
  details: { field?: string; issues: Issue[] }
}

/**
 * Returns unresolvable fields, then actions that a rule may not have (GAP-RULE-REFUSALS). Also called on rules that the
 * schema rejected, so it assumes no types.
 * @returns undefined unless the problem is more than the shape
 */
export function ruleRefusal(rules: unknown): RuleRefusal | undefined {
  if (!Array.isArray(rules)) return undefined
  const { message } = unresolvableField
  const unresolvable = rules.flatMap((rule: { condition?: unknown } | null, i) =>
    [...fieldsOf(rule?.condition, ['screening_rules', i, 'condition'])].filter(
      ({ field }) => field !== '' && isAtMost(field, LONGEST_FIELD) && !fieldAt(field),
    ),
  )
  const issues = [
    ...unresolvable.map(({ path }): Issue => ({ code: 'custom', path, message, param: 'field' })),
    ...rules.flatMap((rule: Partial<ScreeningRuleInput> | null, i) => declineIssues(rule ?? {}, i)),
  ]
  const [first] = unresolvable
  if (first) return { message, details: { field: first.field, issues } }
  return issues.length > 0 ? { details: { issues } } : undefined
}

/** A rule may be refused for its type and for an attribute: each cause has a message. */
function declineIssues(
  { action, ruleType, condition }: Partial<ScreeningRuleInput>,
  index: number,
): Issue[] {
  if (action !== 'decline') return []
  const types: Record<string, { may_decline: boolean; refusal?: keyof typeof declineRefusals }> =
    screeningRuleTypes
  const type = Object.hasOwn(types, String(ruleType)) ? types[String(ruleType)] : undefined
  const isAboutPerson = fieldsOf(condition).some(({ field }) => isSensitive(field))
  const causes = [
    ...(type?.may_decline === false && type.refusal !== undefined ? [type.refusal] : []),
    ...(isAboutPerson ? (['sensitive_attribute'] as const) : []),
  ]
  return causes.map((cause) => ({
    code: 'custom',
    path: ['screening_rules', index, 'action'],
    message: declineRefusals[cause].message,
    param: 'action',
  }))
}
