import type {
  ScreeningAction,
  ScreeningRule,
  ScreeningRuleInput,
} from '../../../../spec/generated/wire.ts'
import { limits } from '../../../../spec/generated/limits.ts'
import { collectFields, holds } from './conditions.ts'
import { type Facts, isUnreadable, resolver } from './resolve.ts'

/** Result of a template's rules for one verification. */
export interface Screening {
  /** The rules that hold, by priority, then in the order of the template. */
  fired: FiredRule[]
  /** `decline` is not a route: such a rule routes to review (ATN-008). */
  routing: 'none' | 'review' | 'approve' | 'fail'
  /** Sum of all adjustments; from REVIEW_SCORE on it routes to review. */
  score: number
  /** Names of the fired `tag` rules, for reviewers. */
  tags: string[]
  /** Paths that read nested template metadata: they fail the verification (GAP-NONFLAT-METADATA). */
  unreadable: string[]
}

export interface FiredRule {
  /** Position in the template. */
  index: number
  name: string
  rule_type: string
  action: ScreeningAction
}

/** GAP-SCORE-WEIGHING. */
const REVIEW_SCORE = 0.5

/** Evaluates the rules of a template. Deterministic for the same rules and facts; linear in both. */
export function evaluate(
  rules: readonly (ScreeningRuleInput | ScreeningRule)[],
  facts: Facts,
): Screening {
  // Stored rules have the same members as submitted ones; the stored type is open only for readers of the API.
  const active = (rules as readonly ScreeningRuleInput[])
    .map((rule, index) => ({ rule, index }))
    .filter(({ rule }) => rule.isActive ?? true)
    .sort((a, b) => priorityOf(a.rule) - priorityOf(b.rule))
  const resolve = resolver(facts)
  const fields = new Set<string>()
  for (const { rule } of active) collectFields(rule.condition, fields)
  const unreadable = [...fields].filter((field) => isUnreadable(field, facts))
  const fired = active.filter(({ rule }) => holds(rule.condition, resolve))
  const score = rounded(
    fired.reduce(
      (sum, { rule }) => sum + (rule.action === 'adjust_score' ? (rule.scoreAdjustment ?? 0) : 0),
      0,
    ),
  )
  const actions = new Set(fired.map(({ rule }) => rule.action))
  return {
    fired: fired.map(({ rule: { name, ruleType, action }, index }) => ({
      index,
      name,
      rule_type: ruleType,
      action,
    })),
    routing: unreadable.length > 0 ? 'fail' : routingOf(actions, score),
    score,
    tags: fired.filter(({ rule }) => rule.action === 'tag').map(({ rule }) => rule.name),
    unreadable,
  }
}

/** The more cautious action wins (GAP-ACTION-CONFLICT). */
function routingOf(actions: ReadonlySet<ScreeningAction>, score: number): Screening['routing'] {
  if (actions.has('review') || actions.has('decline') || score >= REVIEW_SCORE) return 'review'
  return actions.has('approve') ? 'approve' : 'none'
}

function priorityOf({ priority }: ScreeningRuleInput): number {
  return priority ?? limits.screening_priority_default.value
}

/** 0.7 - 0.2 must be 0.5. */
function rounded(sum: number): number {
  return Math.round(sum * 1e9) / 1e9
}
