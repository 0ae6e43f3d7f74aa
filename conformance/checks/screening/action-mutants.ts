import { isObject, type JsonObject } from '../../http/json.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'
import { RULE_TYPES } from '../templates/rule-actions.ts'
import { EVERYBODY } from './fired-rules.ts'

/** Changes the rules of a verification before it is screened. */
export const screening = (
  name: string,
  killedBy: string,
  breaks: Mutant['breaks'],
  change: (rules: JsonObject[], params: JsonObject) => void,
): Mutant => ({
  name,
  killedBy,
  breaks,
  fault: () => ({
    state({ params }) {
      const { screening_rules: rules } = params
      if (Array.isArray(rules)) change(rules.filter(isObject), params)
    },
  }),
})

const isLive = ({ mode }: JsonObject): boolean => mode === 'live'
const isElsewhere = ({ region }: JsonObject): boolean => region === 'eu'
const declines = ({ action }: JsonObject): boolean => action === 'decline'

const EACH_PLANE = 'screening.same-in-each-plane'

/** Drops the tags of some rules in some planes. */
const untagged = (
  name: string,
  breaks: string[],
  where: (params: JsonObject) => boolean,
): Mutant => ({
  name,
  killedBy: EACH_PLANE,
  breaks,
  fault: () => ({
    bindings({ params }, bindings) {
      const { tags } = bindings
      if (where(params) && Array.isArray(tags))
        bindings['tags'] = tags.filter((tag) => !breaks.includes(String(tag)))
    },
  }),
})

/** Counts the findings of a severity in the first check only. */
export const countsOneOf = (severity: string, breaks: string): Mutant => ({
  name: `counts the findings of the severity ${severity} of the first check only`,
  killedBy: 'screening.findings-of-every-check',
  breaks,
  fault: () => ({
    bindings(_, bindings) {
      const tags = bindings['tags'] as unknown[]
      bindings['tags'] = tags.filter((tag) => tag !== `${severity} 2`)
    },
  }),
})

const BESIDE_ERROR = 'screening.errored-check-beside-another'

/** Reports these outcomes of an errored check and the one beside it. */
const reporting = (name: string, errored: string, other: string): Mutant => ({
  name,
  killedBy: BESIDE_ERROR,
  breaks: 'PAT-001',
  fault: () => ({
    bindings({ params: { check, beside } }, bindings) {
      if (typeof beside === 'string')
        bindings['tags'] = ['beside', `${String(check)} ${errored}`, `${beside} ${other}`]
    },
  }),
})

const HUNDRED = 'screening.every-rule-of-a-hundred'

export const switchOff = (rules: readonly JsonObject[]): void => {
  for (const rule of rules) rule['isActive'] = false
}

const byPriority = (rules: readonly JsonObject[]): JsonObject[] =>
  rules.toSorted((a, b) => Number(a['priority'] ?? 100) - Number(b['priority'] ?? 100))

export const ACTION_MUTANTS: readonly Mutant[] = [
  reporting('reports the worst outcome for each check', 'error', 'error'),
  reporting('reports the outcome of another check', 'pass', 'error'),
  {
    name: 'reports an errored check beside another one as failed',
    killedBy: BESIDE_ERROR,
    breaks: ['PAT-001', 'STA-027'],
    fault: () => ({
      bindings(_, bindings) {
        const tags = bindings['tags'] as unknown[]
        bindings['tags'] = tags.filter((tag) => !String(tag).endsWith('error'))
      },
    }),
  },
  ...RULE_TYPES.map((type) =>
    screening(
      `reviews nobody by rules of the type ${type}`,
      'screening.review-of-each-rule-type',
      ['ATN-004', 'RTY-002'],
      (rules) => switchOff(rules.filter(({ ruleType }) => ruleType === type)),
    ),
  ),
  ...(
    [
      ['decline', 'screening.actions'],
      ['approve', 'screening.inactive-approve'],
    ] as const
  ).map(([action, killedBy]) =>
    screening(
      `applies each rule with the action ${action}, whatever its condition`,
      killedBy,
      'SCR-003',
      (rules) => {
        for (const rule of rules.filter((one) => one['action'] === action))
          rule['condition'] = EVERYBODY
      },
    ),
  ),
  screening('applies an inactive decline', 'screening.actions', 'SCR-022', (rules) => {
    for (const rule of rules.filter(declines)) delete rule['isActive']
  }),
  ...[1, -1].map((score) =>
    screening(
      `weighs the adjustment ${score} of a rule that approves`,
      'screening.actions',
      'SCR-028',
      (rules) => {
        for (const rule of rules)
          if (rule['action'] === 'approve' && rule['scoreAdjustment'] === score)
            rule['action'] = 'review'
      },
    ),
  ),
  screening(
    'reviews nobody by a rule with a group',
    'screening.actions',
    ['ATN-004', 'SCR-012'],
    (rules) =>
      switchOff(
        rules.filter(({ condition }) => isObject(condition) && condition['kind'] === 'group'),
      ),
  ),
  screening('weighs rules that do not hold', 'screening.scores-are-weighed', 'SCR-003', (rules) => {
    for (const rule of rules) rule['condition'] = EVERYBODY
  }),
  ...(
    [
      ['review', 'ATN-004'],
      ['decline', 'ATN-008'],
    ] as const
  ).map(([action, breaks]): Mutant => ({
    name: `announces the end of a verification with the action ${action}, and keeps its status`,
    killedBy: 'screening.outcomes',
    breaks,
    fault: () => {
      let last: unknown
      return {
        state({ params: { screening_rules: rules } }) {
          if (Array.isArray(rules)) last = isObject(rules[0]) && rules[0]['action']
        },
        delivery(delivery) {
          const event = JSON.parse(delivery.body.toString()) as JsonObject
          const changed = { ...event, type: 'kyc.session.completed', outcome: 'declined' }
          if (last === action && event['type'] !== changed.type)
            delivery.body = Buffer.from(JSON.stringify(changed))
        },
      }
    },
  })),
  screening('evaluates the first 50 rules', HUNDRED, ['SCR-002', 'TPL-004'], (rules) =>
    switchOff(rules.slice(50)),
  ),
  ...RULE_TYPES.map((type) =>
    screening(
      `evaluates no rules of the type ${type}`,
      'screening.operators',
      ['RTY-002', 'SCR-002'],
      (rules) => switchOff(rules.filter(({ ruleType }) => ruleType === type)),
    ),
  ),
  screening('evaluates no rules of the priority 0', 'screening.operators', 'SCR-017', (rules) =>
    switchOff(rules.filter(({ priority }) => priority === 0)),
  ),
  screening('evaluates all rules but the last', HUNDRED, ['SCR-002', 'TPL-004'], (rules) =>
    switchOff(rules.slice(99)),
  ),
  screening(
    'evaluates the 99 rules with the lowest priorities',
    HUNDRED,
    ['SCR-002', 'TPL-004'],
    (rules) => switchOff(byPriority(rules).slice(99)),
  ),
  {
    name: 'applies each rule after the first one that holds',
    killedBy: HUNDRED,
    breaks: 'SCR-003',
    fault: () => ({
      bindings({ params }, bindings) {
        const { tags } = bindings
        if (!Array.isArray(tags) || !Array.isArray(params['screening_rules'])) return
        const names = params['screening_rules'].filter(isObject).map(({ name }) => name)
        bindings['tags'] = names.slice(names.indexOf(tags[0]))
      },
    }),
  },
  untagged('collects signals in one region only', ['DEV-008', 'DEV-034'], isElsewhere),
  untagged('runs no rules in live mode', ['FLD-007', 'FLD-009', 'PAT-013'], isLive),
  untagged('counts no findings in live mode', ['FLD-016'], isLive),
  untagged('knows no outcomes of checks in live mode', ['PAT-003'], isLive),
  {
    name: 'compares without case in the other region',
    killedBy: EACH_PLANE,
    breaks: ['RSV-003', 'RSV-014'],
    fault: () => ({
      bindings({ params }, bindings) {
        const { tags } = bindings
        if (isElsewhere(params) && Array.isArray(tags)) tags.push('RSV-003', 'RSV-014')
      },
    }),
  },
  screening(
    'declines by rules in live mode',
    'screening.decline-is-a-review-in-live-mode',
    ['ATN-008', 'ATN-011'],
    (rules, { mode }) => {
      for (const rule of rules.filter(declines)) if (mode === 'live') rule['action'] = 'approve'
    },
  ),
  screening('weighs inactive rules', 'screening.scores-are-weighed', 'SCR-022', (rules) => {
    for (const rule of rules) delete rule['isActive']
  }),
  {
    name: 'adds the suffix to the family name in rules',
    killedBy: 'screening.applicant-fields',
    breaks: ['FLD-005', 'FLD-006'],
    fault: () => ({
      state({ params: { applicant } }) {
        if (isObject(applicant) && applicant['name_suffix'] !== undefined)
          applicant['family_name'] =
            `${String(applicant['family_name'])} ${String(applicant['name_suffix'])}`
      },
    }),
  },
  screening(
    'takes only the action of the first rule that matches',
    'screening.actions',
    ['ATN-004', 'SCR-002'],
    (rules) => {
      for (const rule of rules.slice(1)) rule['action'] = 'tag'
    },
  ),
  screening(
    'ends a borderline result by a rule that declines',
    'screening.decline-is-a-review',
    ['ATN-008', 'ATN-011'],
    (rules, { expected_outcome }) => {
      for (const rule of rules.filter(declines))
        if (expected_outcome === 'review') rule['action'] = 'approve'
    },
  ),
  screening(
    'ignores a decline beside a tag',
    'screening.decline-is-a-review',
    ['ATN-008', 'ATN-011'],
    (rules) => {
      for (const rule of rules.filter(declines)) if (rules.length > 1) rule['action'] = 'tag'
    },
  ),
]
