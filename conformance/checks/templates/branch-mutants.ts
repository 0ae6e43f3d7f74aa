import {
  answers,
  type Mutant,
  refuses,
  sending,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'
import { isObject } from '../../http/json.ts'
import { ACCEPTED_ACTIONS, REFUSED_ACTIONS } from './rule-actions.ts'
import { withThat } from './refused-rule-mutants.ts'
import { REFUSED_OPERANDS } from './template-conditions.ts'
import { type Rule, rulesOf, writes } from './template-faults.ts'
import { REFUSED_RULES } from './template-rules.ts'
import { UNREADABLE } from './unreadable-fields.ts'

const changes: Which = (request) => writes(request) && request.method === 'PATCH'

/** Faults that are confined to one case of a family, or to changes. */
export const BRANCH_MUTANTS: readonly Mutant[] = [
  ...REFUSED_OPERANDS.map(({ label, send, requirements }): Mutant => ({
    name: `takes a rule with ${label}`,
    killedBy: 'templates.operands-refused',
    breaks: requirements,
    fault: takes(withThat(send)),
  })),
  ...REFUSED_ACTIONS.filter(({ cause }) => cause === 'sensitive').map((one): Mutant => ({
    name: `accepts ${one.label}`,
    killedBy: 'templates.actions-refused',
    breaks: one.requirements,
    fault: takes(withThat(one.rule)),
  })),
  ...REFUSED_ACTIONS.map((one): Mutant => ({
    name: `accepts ${one.label} in a change`,
    killedBy: 'templates.actions-refused',
    breaks: one.requirements,
    fault: takes((request) => changes(request) && withThat(one.rule)(request)),
  })),
  ...ACCEPTED_ACTIONS.filter(({ label }) => label.startsWith('a decline by')).map(
    ({ label, send, requirements }): Mutant => ({
      name: `takes ${label} for one by a sensitive attribute`,
      killedBy: 'templates.actions-taken',
      breaks: requirements,
      fault: refuses(withThat(send)),
    }),
  ),
  ...UNREADABLE.map(({ label, field, requirements }): Mutant => ({
    name: `resolves ${label}`,
    killedBy: 'templates.fields-unresolvable',
    breaks: requirements,
    fault: takes((request) => writes(request) && request.body.includes(JSON.stringify(field))),
  })),
  ...REFUSED_RULES.filter(({ label }) =>
    /switched off|a tag with|null|boolean|is 0/.test(label),
  ).map(({ label, send, requirements }): Mutant => ({
    name: `does not validate a rule with ${label}`,
    killedBy: 'templates.rules-refused',
    breaks: requirements,
    fault: takes(withThat(send)),
  })),
  {
    name: 'validates the shape of the first rule only',
    killedBy: 'templates.rules-refused',
    breaks: ['SCR-014', 'SCR-018'],
    fault: takes(sending(changes, (body) => rulesOf(body).length > 1)),
  },
  {
    name: 'counts the active rules of a template',
    killedBy: 'templates.hundred-rules',
    breaks: 'TPL-008',
    fault: takes(
      sending(changes, (body) => rulesOf(body).some(({ isActive }) => isActive === false)),
    ),
  },
  {
    name: 'loses characters in names of rules',
    killedBy: 'templates.rules-kept',
    breaks: ['SCR-001', 'TPL-009'],
    fault: answers(writes, (response) => {
      response.body = Buffer.from(response.body.toString().replaceAll(/[^\x20-\x7e]/g, '?'))
    }),
  },
  ...savesMutants(),
]

/** Services that save the valid part of a refused write. */
function savesMutants(): Mutant[] {
  const isOf: readonly (readonly [string, (rules: Rule[]) => boolean])[] = [
    ['an unresolvable field', (rules) => JSON.stringify(rules).includes('applicant.shoeSize')],
    ['a rule of wrong shape', (rules) => rules.some(({ action }) => action === undefined)],
    ['too many rules', (rules) => rules.length > 100],
  ]
  return isOf.flatMap(([what, holds]): Mutant[] => [
    {
      name: `saves the valid rules of a change with ${what}`,
      killedBy: 'templates.refused-change-saves-nothing',
      breaks: ['TPL-012', 'TPL-013'],
      fault: () => {
        let saved: Rule[] | undefined
        return {
          request(request) {
            if (!changes(request)) return
            const rules = rulesOf(JSON.parse(request.body.toString()) as Rule)
            if (holds(rules)) saved = rules.slice(0, 1)
          },
          response(request, response) {
            if (!saved || response.status >= 400 || !changes(request)) return
            const body = JSON.parse(response.body.toString()) as Rule
            const { data } = body
            if (isObject(data)) data['screening_rules'] = saved
            response.body = Buffer.from(JSON.stringify(body))
          },
        }
      },
    },
    {
      name: `creates a template of a write with ${what}`,
      killedBy: 'templates.refused-creation-makes-none',
      breaks: 'TPL-014',
      fault: () => {
        const names: unknown[] = []
        return {
          request(request) {
            if (request.method !== 'POST' || !writes(request)) return
            const body = JSON.parse(request.body.toString()) as Rule
            if (holds(rulesOf(body))) names.push(body['name'])
          },
          response(request, response) {
            if (request.method !== 'GET' || request.path.split('?')[0] !== '/v1/workflow-templates')
              return
            const list = JSON.parse(response.body.toString()) as { data: unknown[] }
            list.data.push(...names.map((name, i) => ({ id: `wt_${i}`, name })))
            response.body = Buffer.from(JSON.stringify(list))
          },
        }
      },
    },
  ])
}
