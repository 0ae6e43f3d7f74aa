import { changeJson, type Fault } from '../../self-test/proxy.ts'
import {
  answers,
  json,
  type Mutant,
  refuses,
  sending,
  staleReads,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'
import { withThat } from './refused-rule-mutants.ts'
import { MISTYPED } from './template-conditions.ts'
import { type Rule, rulesOf, writes } from './template-faults.ts'

const KEPT = 'templates.rules-kept'
const AT_ONCE = 'templates.every-refused-action-at-once'

const by =
  (method: string): Which =>
  (request) =>
    writes(request) && request.method === method

/** Changes each rule in the responses to writes. */
const shows = (name: string, to: Which, change: (rule: Rule) => void): Mutant => ({
  name,
  killedBy: KEPT,
  breaks: ['SCR-001', 'TPL-009'],
  fault: answers(to, (response) => {
    if (response.status >= 400) return
    changeJson(response, ({ data }) => {
      for (const rule of data['screening_rules'] as Rule[]) change(rule)
    })
  }),
})

const reads =
  (form: RegExp): Which =>
  ({ method, path }) =>
    method === 'GET' && form.test(path)

export const TEMPLATE_PROBLEM_MUTANTS: readonly Mutant[] = [
  ...MISTYPED.map(({ label, send, requirements }): Mutant => ({
    name: `accepts a rule with ${label}`,
    killedBy: 'templates.conditions-refused',
    breaks: requirements,
    fault: takes(withThat(send)),
  })),
  {
    name: 'loses the adjustments of rules in a change without rules',
    killedBy: KEPT,
    breaks: 'TPL-010',
    fault: json(
      sending(by('PATCH'), (body) => !('screening_rules' in body)),
      ({ data }) => {
        for (const rule of data['screening_rules'] as Rule[]) delete rule['scoreAdjustment']
      },
    ),
  },
  {
    name: 'accepts null in place of a rule',
    killedBy: 'templates.hundred-rules',
    breaks: 'TPL-003',
    fault: takes(sending(writes, (body) => rulesOf(body).includes(null as never))),
  },
  {
    name: 'does not name a wrong priority in param',
    killedBy: 'templates.rules-refused',
    breaks: 'VAL-006',
    fault: json(writes, ({ error }) => {
      for (const issue of error?.details?.issues ?? []) delete issue.param
    }),
  },
  {
    name: 'resolves any field in a change',
    killedBy: 'templates.fields-unresolvable',
    breaks: ['RFS-015', 'TPL-008'],
    fault: takes(by('PATCH')),
  },
  {
    name: 'does not name an unresolvable field of a change',
    killedBy: 'templates.fields-unresolvable',
    breaks: 'RFS-018',
    fault: json(by('PATCH'), ({ error }) => {
      if (error) error.details = {}
    }),
  },
  shows('trims values', writes, ({ condition }) => {
    const { value } = condition as Rule
    if (typeof value === 'string') Object.assign(condition as Rule, { value: value.trim() })
  }),
  shows('stores adjustments as 32-bit floats', writes, (one) => {
    const weight = one['scoreAdjustment']
    if (typeof weight === 'number') one['scoreAdjustment'] = Math.fround(weight)
  }),
  shows('converts values to lower case', writes, ({ condition }) => {
    const { value } = condition as Rule
    if (typeof value === 'string') Object.assign(condition as Rule, { value: value.toLowerCase() })
  }),
  {
    name: 'lists templates with replaced rules',
    killedBy: 'templates.rules-replaced',
    breaks: 'TPL-009',
    fault: staleReads(reads(/^\/v1\/workflow-templates$/), ['screening_rules'], by('POST')),
  },
  {
    name: 'returns replaced rules when a template is read',
    killedBy: 'templates.rules-replaced',
    breaks: 'TPL-009',
    fault: staleReads(reads(/^\/v1\/workflow-templates\/./), ['screening_rules'], by('POST')),
  },
  ...(['POST', 'PATCH'] as const).map((method): Mutant => ({
    name: `names only the first refused action in a ${method}`,
    killedBy: AT_ONCE,
    breaks: ['VAL-001', 'RFS-010'],
    fault: json(by(method), ({ error }) => {
      error?.details?.issues?.splice(1)
    }),
  })),
  {
    name: 'lets country_block read no device fields',
    killedBy: 'templates.fields-readable',
    breaks: ['RTY-001', 'RTY-002'],
    fault: refuses(
      sending(writes, ({ screening_rules: rules }) =>
        (Array.isArray(rules) ? (rules as Rule[]) : []).some(
          ({ ruleType, condition }) =>
            ruleType === 'country_block' && JSON.stringify(condition).includes('"fraud.'),
        ),
      ),
    ),
  },
  {
    name: 'names only the rule without an action',
    killedBy: AT_ONCE,
    breaks: 'VAL-001',
    fault: json(by('POST'), ({ error }) => {
      const issues = error?.details?.issues as unknown as Rule[] | undefined
      const isMissing = ({ path, code }: Rule): boolean =>
        Array.isArray(path) && path.at(-1) === 'action' && code !== 'custom'
      if (issues?.some(isMissing)) error!.details!.issues = issues.filter(isMissing) as never
    }),
  },
  shows('drops adjustments of 0', writes, (rule) => {
    if (rule['scoreAdjustment'] === 0) delete rule['scoreAdjustment']
  }),
  shows('activates rules in a PATCH', by('PATCH'), (rule) => {
    rule['isActive'] = true
  }),
  shows('loses priorities in a PATCH', by('PATCH'), (rule) => {
    rule['priority'] = 100
  }),
  shows('takes priority 0 for a missing one', writes, (rule) => {
    rule['priority'] ||= 100
  }),
  shows('caps priorities at 9999', writes, (rule) => {
    rule['priority'] = Math.min(Number(rule['priority']), 9999)
  }),
  shows('rounds adjustments in a POST', by('POST'), (rule) => {
    if (rule['scoreAdjustment'] !== undefined) rule['scoreAdjustment'] = -1
  }),
  shows('flattens nested groups', writes, (rule) => {
    const { children } = rule['condition'] as { children?: Rule[] }
    if (children?.[1]?.['children']) children.splice(1, 1, ...(children[1]['children'] as Rule[]))
  }),
  shows('converts numbers in arrays to strings', writes, (rule) => {
    const condition = rule['condition'] as Rule
    if (Array.isArray(condition['value'])) condition['value'] = condition['value'].map(String)
  }),
  {
    name: 'stores the template of a refused creation',
    killedBy: 'templates.refused-creation-makes-none',
    breaks: 'TPL-014',
    fault: listing('refused'),
  },
  {
    name: 'stores a template without a credential',
    killedBy: 'templates.refused-creation-makes-none',
    breaks: 'TPL-016',
    fault: listing('strange'),
  },
  {
    name: 'accepts templates without a credential',
    killedBy: 'templates.refused-creation-makes-none',
    breaks: ['TPL-015', 'TPL-016'],
    fault: takes((request) => by('POST')(request) && !request.headers['authorization']),
  },
]

/** Adds a template to the list for each creation whose rule has such a name, even if it was refused. */
function listing(name: string): () => Fault {
  return () => {
    const kept: unknown[] = []
    return {
      request(request) {
        if (by('POST')(request) && request.body.includes(`"${name} `))
          kept.push(JSON.parse(request.body.toString()))
      },
      response(request, response) {
        if (request.method === 'GET')
          changeJson(response, ({ data }) => ({ data: [...kept, data] }))
      },
    }
  }
}
