import { isObject, type JsonObject } from '../../http/json.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'
import { RULE_TYPES } from '../templates/rule-actions.ts'
import { screening, switchOff } from './action-mutants.ts'

const APPROVE = 'screening.approve-of-each-rule-type'
const ADJUST = 'screening.adjustments-of-each-rule-type'
const ACTIONS = 'screening.actions'
const ADDED = 'screening.adjustments-are-added'

const isGroup = ({ condition }: JsonObject): boolean =>
  isObject(condition) && condition['kind'] === 'group'
const acts =
  (action: string) =>
  (rule: JsonObject): boolean =>
    rule['action'] === action

/** Rules whose action is ignored, for one type or for a group. */
const ignored = (action: string, killedBy: string, requirement: string): Mutant[] => [
  ...RULE_TYPES.filter((type) => type !== 'custom' || action === 'approve').map((type) =>
    screening(
      `ignores ${action} of rules of the type ${type}`,
      killedBy,
      [requirement, 'RTY-002'],
      (rules) => switchOff(rules.filter(acts(action)).filter(({ ruleType }) => ruleType === type)),
    ),
  ),
  screening(
    `ignores ${action} of a rule with a group`,
    killedBy,
    [requirement, 'SCR-012'],
    (rules) => switchOff(rules.filter(acts(action)).filter(isGroup)),
  ),
]

/** Actions that depend on the type of the rule, and sums that are no sums. */
export const ACTIONS_OF_TYPES_MUTANTS: readonly Mutant[] = [
  ...ignored('approve', APPROVE, 'ATN-006'),
  ...ignored('adjust_score', ADJUST, 'ATN-005'),
  screening('counts each adjustment once', ADDED, 'ATN-005', (rules) => {
    const seen = new Set<unknown>()
    for (const rule of rules.filter(acts('adjust_score'))) {
      if (seen.has(rule['scoreAdjustment'])) rule['isActive'] = false
      seen.add(rule['scoreAdjustment'])
    }
  }),
  screening('cuts adjustments to whole numbers', ADDED, 'ATN-005', (rules) => {
    for (const rule of rules.filter(acts('adjust_score')))
      rule['scoreAdjustment'] = Math.trunc(Number(rule['scoreAdjustment']))
  }),
  {
    name: 'shows no tags beside another action',
    killedBy: 'screening.tags-beside-other-actions',
    breaks: ['ATN-002', 'SCR-002'],
    fault: () => ({
      bindings({ params: { screening_rules: rules } }, bindings) {
        if (Array.isArray(rules) && !rules.filter(isObject).every(acts('tag')))
          bindings['tags'] = []
      },
    }),
  },
  screening(
    'keeps the first rule of a name',
    'screening.actions',
    ['ATN-004', 'SCR-002'],
    (rules) => {
      const names = rules.map(({ name }) => name)
      switchOff(rules.filter(({ name }, i) => names.indexOf(name) < i))
    },
  ),
  screening(
    'declines by two rules that decline',
    'screening.decline-is-a-review',
    ['ATN-008', 'ATN-011'],
    (rules) => {
      const declining = rules.filter(acts('decline'))
      if (declining.length > 1) for (const rule of declining) rule['action'] = 'approve'
    },
  ),
  screening(
    'ignores decline of a rule with a group',
    'screening.decline-is-a-review',
    ['ATN-008', 'ATN-011'],
    (rules) => switchOff(rules.filter(acts('decline')).filter(isGroup)),
  ),
  ...RULE_TYPES.flatMap((type) => [
    screening(
      `sends a tag of the type ${type} to review`,
      ACTIONS,
      type === 'custom' ? 'ATN-002' : ['ATN-002', 'RTY-002'],
      (rules) => {
        for (const rule of rules)
          if (acts('tag')(rule) && rule['ruleType'] === type) rule['action'] = 'review'
      },
    ),
    screening(
      `evaluates inactive rules of the type ${type}`,
      ACTIONS,
      type === 'custom' ? 'SCR-022' : ['RTY-002', 'SCR-022'],
      (rules) => {
        for (const rule of rules) if (rule['ruleType'] === type) delete rule['isActive']
      },
    ),
  ]),
  ...[0, 10_000].map((priority) =>
    screening(`ignores rules of priority ${priority}`, ACTIONS, ['ATN-004', 'SCR-017'], (rules) =>
      switchOff(rules.filter((rule) => rule['priority'] === priority)),
    ),
  ),
  {
    name: 'declines by a rule that declines beside one that approves',
    killedBy: 'screening.outcomes',
    breaks: 'ATN-008',
    fault: () => {
      let isTwo = false
      return {
        state({ params: { screening_rules: rules } }) {
          isTwo = Array.isArray(rules) && rules.length > 1
        },
        delivery(delivery) {
          const event = JSON.parse(delivery.body.toString()) as JsonObject
          if (isTwo && 'outcome' in event)
            delivery.body = Buffer.from(JSON.stringify({ ...event, outcome: 'declined' }))
        },
      }
    },
  },
  {
    name: 'reads the metadata of rules without a group only',
    killedBy: 'screening.metadata-that-is-an-object-for-a-group',
    breaks: 'PAT-021',
    fault: () => ({
      state({ params }) {
        const { screening_rules: rules } = params
        if (Array.isArray(rules) && rules.filter(isObject).some(isGroup))
          params['metadata'] = { deep: 'flat' }
      },
    }),
  },
]
