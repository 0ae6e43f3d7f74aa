import { REFUSED_ACTIONS, ACCEPTED_ACTIONS } from './rule-actions.ts'
import { REFUSED_CONDITIONS, ACCEPTED_CONDITIONS } from './template-conditions.ts'
import { READABLE } from './template-fields.ts'
import { UNREADABLE } from './unreadable-fields.ts'
import { REFUSED_RULES, ACCEPTED_RULES } from './template-rules.ts'
import { changeJson, type Fault, type JsonBody } from '../../self-test/proxy.ts'
import {
  answers,
  json,
  type Mutant,
  mutantsOf,
  refuses,
  sending,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'
import { writes, type Rule, rulesOf } from './template-faults.ts'
import { rule } from '../../check/resources/templates.ts'
import { isObject, type JsonObject } from '../../http/json.ts'

/** Selects writes with a rule that satisfies a condition. */
const withRule = (holds: (rule: Rule) => boolean, to: Which = writes): Which =>
  sending(to, (body) => rulesOf(body).some(holds))
/** Selects writes with that rule; a rule of the suite can have any name. */
export const withThat = (rule: unknown): Which => {
  const unnamed = (one: unknown): string =>
    JSON.stringify(one).replace(/"name":"Rule \d+"/, '"name":"Rule"')
  return withRule((one) => unnamed(one) === unnamed(rule))
}

const issues = (change: (issue: Rule) => void): (() => Fault) =>
  json(writes, ({ error }) => {
    for (const issue of error?.details?.issues ?? []) change(issue as unknown as Rule)
  })

const REFUSED_ACTIONS_CASES = REFUSED_ACTIONS.map((one) => ({ ...one, send: one.rule }))
const UNREADABLE_CASES = UNREADABLE.map(({ label, field, requirements }) => ({
  label,
  send: field,
  requirements,
}))

const refusedAction = (name: string, breaks: string, fault: () => Fault): Mutant => ({
  name,
  killedBy: 'templates.actions-refused',
  breaks,
  fault,
})
const unresolvable = (
  name: string,
  breaks: string,
  change: (error: NonNullable<JsonBody['error']>) => void,
): Mutant => ({
  name,
  killedBy: 'templates.fields-unresolvable',
  breaks,
  fault: json(writes, ({ error }) => {
    if (error) change(error)
  }),
})
/** Returns the depth of the nested groups. */
function groupsIn(condition: unknown): number {
  const children = (condition as Rule | undefined)?.['children']
  return Array.isArray(children) ? 1 + Math.max(0, ...children.map(groupsIn)) : 0
}
const nested = (rule: Rule) => (rule['condition'] as Rule)?.['kind'] === 'group'

const declinesInactive = (field: (rule: JsonObject) => boolean): Which => {
  return ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/v1/workflow-templates') return false
    const { screening_rules } = JSON.parse(body.toString()) as JsonObject
    return (
      Array.isArray(screening_rules) &&
      screening_rules
        .filter(isObject)
        .some((rule) => rule['isActive'] === false && rule['action'] === 'decline' && field(rule))
    )
  }
}

/** Faults in accepted rules, and in the errors for others. */
export const REFUSED_RULE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(REFUSED_RULES, 'templates.rules-refused', 'takes a rule with', ({ send }) =>
    takes(withThat(send)),
  ),
  {
    name: 'rejects rules with isActive',
    killedBy: 'templates.rules-taken',
    breaks: 'SCR-029',
    fault: refuses(withRule((one) => Object.hasOwn(one, 'isActive'))),
  },
  ...[
    ['accepts rule types in any case', 'SCR-009', { ruleType: 'CUSTOM' }],
    ['accepts actions in any case', 'SCR-014', { action: 'TAG' }],
  ].map(([name, breaks, change]): Mutant => ({
    name: String(name),
    killedBy: 'templates.rules-refused',
    breaks: String(breaks),
    fault: takes(withThat(rule(change as JsonObject))),
  })),
  ...mutantsOf(ACCEPTED_RULES, 'templates.rules-taken', 'refuses a rule with', ({ send }) =>
    refuses(withThat(send)),
  ),
  ...mutantsOf(
    REFUSED_CONDITIONS,
    'templates.conditions-refused',
    'takes a rule with',
    ({ send }) => takes(withThat(send)),
  ),
  // Further conditions: `mutantsOf` uses only the first one of each requirement.
  ...REFUSED_CONDITIONS.filter(({ label }) =>
    /(object|1001 texts|mixed types), .* down|switched off/.test(label),
  ).map(({ label, send, requirements }): Mutant => ({
    name: `has no limit for a rule with ${label}`,
    killedBy: 'templates.conditions-refused',
    breaks: requirements,
    fault: takes(withThat(send)),
  })),
  ...mutantsOf(
    ACCEPTED_CONDITIONS,
    'templates.conditions-taken',
    'refuses a rule with',
    ({ send }) => refuses(withThat(send)),
  ),
  ...mutantsOf(REFUSED_ACTIONS_CASES, 'templates.actions-refused', 'takes', ({ send }) =>
    takes(withThat(send)),
  ),
  ...mutantsOf(ACCEPTED_ACTIONS, 'templates.actions-taken', 'refuses', ({ send }) =>
    refuses(withThat(send)),
  ),
  ...mutantsOf(READABLE, 'templates.fields-readable', "can't read", ({ send }) =>
    refuses(withThat(send)),
  ),
  ...mutantsOf(UNREADABLE_CASES, 'templates.fields-unresolvable', 'takes a rule on', ({ send }) =>
    takes(withRule((rule) => JSON.stringify(rule).includes(send))),
  ),
  refusedAction(
    'rejects an action with the issue code invalid_value',
    'RFS-006',
    issues((issue) => {
      issue['code'] = 'invalid_value'
    }),
  ),
  refusedAction(
    'names a sensitive attribute as the code of the issue',
    'RFS-007',
    json(
      withRule(({ ruleType }) => ruleType === 'custom'),
      ({ error }) => {
        for (const issue of error?.details?.issues ?? [])
          Object.assign(issue, { code: 'sensitive' })
      },
    ),
  ),
  refusedAction(
    'does not describe the error of an action',
    'RFS-008',
    issues((issue) => {
      issue['message'] = ''
    }),
  ),
  refusedAction(
    'sends the same message for every refused action',
    'RFS-009',
    issues((issue) => {
      issue['message'] = 'No.'
    }),
  ),
  refusedAction(
    'sends the index of a rule as a string',
    'RFS-010',
    issues((issue) => {
      issue['path'] = (issue['path'] as unknown[]).map(String)
    }),
  ),
  refusedAction(
    'always names the first rule',
    'RFS-011',
    issues((issue) => {
      issue['path'] = ['screening_rules', 0, 'action']
    }),
  ),
  refusedAction(
    'refuses rules with 400',
    'RFS-001',
    answers(writes, (response) => {
      if (response.status === 422) response.status = 400
    }),
  ),
  refusedAction(
    'returns a different code for rules',
    'RFS-002',
    json(writes, ({ error }) => {
      if (error) error.code = 'invalid_rule'
    }),
  ),
  refusedAction(
    'refuses rules without a type',
    'RFS-003',
    json(writes, ({ error }) => {
      delete error?.type
    }),
  ),
  refusedAction(
    'refuses rules without a doc_url',
    'RFS-004',
    json(writes, ({ error }) => {
      delete error?.doc_url
    }),
  ),
  refusedAction(
    'refuses rules without a request_id',
    'RFS-005',
    json(writes, ({ error }) => {
      delete error?.request_id
    }),
  ),

  {
    name: 'does not look for fields in rules that are switched off',
    killedBy: 'templates.fields-unresolvable',
    breaks: ['RFS-001', 'RFS-015'],
    fault: takes(withRule(({ isActive }) => isActive === false)),
  },
  {
    name: 'reads names of fields in any case',
    killedBy: 'templates.fields-unresolvable',
    breaks: 'RFS-015',
    fault: takes(withRule((one) => JSON.stringify(one).includes('applicant.familyname'))),
  },
  {
    name: 'ignores further segments of a field',
    killedBy: 'templates.fields-unresolvable',
    breaks: 'RFS-015',
    fault: takes(withRule((one) => JSON.stringify(one).includes('applicant.phone.zebra'))),
  },
  {
    name: 'validates the fields of the first rule only',
    killedBy: 'templates.fields-unresolvable',
    breaks: 'RFS-015',
    fault: takes(
      ({ path, body }) => path === '/v1/workflow-templates' && body.includes('},{"name"'),
    ),
  },
  {
    name: 'does not validate fields in groups',
    killedBy: 'templates.fields-unresolvable',
    breaks: 'RFS-016',
    fault: takes(withRule(nested)),
  },
  {
    name: 'does not validate fields three groups down',
    killedBy: 'templates.fields-unresolvable',
    breaks: 'RFS-016',
    fault: takes(withRule(({ condition }) => groupsIn(condition) > 2)),
  },
  unresolvable('sends another message for an unresolvable field', 'RFS-017', (error) => {
    error.message = 'No such field.'
  }),
  unresolvable('does not name an unresolvable field', 'RFS-018', (error) => {
    delete (error.details as Rule)['field']
  }),
  unresolvable('names only the last segment of a field', 'RFS-018', (error) => {
    const details = error.details as Rule
    details['field'] = String(details['field']).split('.').at(-1)
  }),
  {
    name: 'reveals the applicants that a rule would have matched',
    killedBy: 'templates.fields-unresolvable',
    breaks: 'RFS-019',
    fault: () => {
      let name = ''
      return {
        request({ path, body }) {
          if (path === '/v1/applicants')
            name = (JSON.parse(body.toString()) as Rule)['family_name'] as string
        },
        response(request, response) {
          if (writes(request))
            changeJson(response, ({ error }) => {
              if (error) Object.assign(error.details!, { sample: name })
            })
        },
      }
    },
  },

  {
    name: 'accepts a decline by a disabled fraud type',
    killedBy: 'templates.actions-refused',
    breaks: 'RTY-012',
    fault: takes(declinesInactive((rule) => rule['ruleType'] === 'ip_reputation')),
  },
  {
    name: 'accepts a decline by the disabled age',
    killedBy: 'templates.actions-refused',
    breaks: ['SEN-001', 'SEN-005'],
    fault: takes(declinesInactive((rule) => rule['ruleType'] === 'custom')),
  },
]
