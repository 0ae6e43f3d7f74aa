import {
  declineRefusals,
  screeningRuleTypes,
  unresolvableField,
} from '../../../../spec/generated/screening.ts'
import type { ScreeningRuleInput } from '../../../../spec/generated/wire.ts'
import type { Issue } from '../../../call/errors.ts'
import { fieldsOf } from './conditions.ts'
import { fieldAt, isSensitive } from './fields.ts'

/** Groups inside groups beyond this are refused (GAP-RULE-BOUNDS). */
export const DEEPEST_GROUP = 32

/** Groups that nest too deep. Called also on rules that the schema refused, so it takes nothing for granted. */
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

/** How many groups lie inside each other. */
function depthOf(condition: unknown): number {
  const children = (condition as { children?: unknown } | null | undefined)?.children
  return Array.isArray(children)
    ? 1 + children.reduce<number>((most, child) => Math.max(most, depthOf(child)), 0)
    : 0
}

/** Why a set of rules that the schema takes is refused all the same; undefined when it is accepted. */
export interface RuleRefusal {
  message?: string
  details: { field?: string; issues: Issue[] }
}

/** Unresolvable fields first, then actions that a rule may not carry (GAP-RULE-REFUSALS). */
export function ruleRefusal(rules: readonly ScreeningRuleInput[]): RuleRefusal | undefined {
  const { message } = unresolvableField
  const unresolvable = rules.flatMap(({ condition }, i) =>
    [...fieldsOf(condition, ['screening_rules', i, 'condition'])].filter(
      ({ field }) => !fieldAt(field),
    ),
  )
  if (unresolvable.length > 0) {
    const issues = unresolvable.map(({ path }): Issue => ({
      code: 'custom',
      path,
      message,
      param: 'field',
    }))
    return { message, details: { field: unresolvable[0]!.field, issues } }
  }
  const issues = rules.flatMap((rule, i) => declineIssue(rule, i) ?? [])
  return issues.length > 0 ? { details: { issues } } : undefined
}

/** The rule type's reason goes before the attribute's. */
function declineIssue(
  { action, ruleType, condition }: ScreeningRuleInput,
  index: number,
): Issue | undefined {
  if (action !== 'decline') return undefined
  const type: { may_decline: boolean; refusal?: keyof typeof declineRefusals } =
    screeningRuleTypes[ruleType]
  const sensitive = () => fieldsOf(condition).some(({ field }) => isSensitive(field))
  const cause = type.may_decline ? (sensitive() ? 'sensitive_attribute' : undefined) : type.refusal
  if (cause === undefined) return undefined
  const { message } = declineRefusals[cause]
  return { code: 'custom', path: ['screening_rules', index, 'action'], message, param: 'action' }
}
