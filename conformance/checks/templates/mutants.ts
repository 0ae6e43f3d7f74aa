import { REFUSED_ACTIONS, TAKEN_ACTIONS } from './template-actions.ts'
import { REFUSED_CONDITIONS, TAKEN_CONDITIONS } from './template-conditions.ts'
import { READABLE, UNREADABLE } from './template-fields.ts'
import { REFUSED_RULES, TAKEN_RULES } from './template-rules.ts'
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

const writes: Which = ({ method, path }) =>
  method !== 'GET' && path.startsWith('/v1/workflow-templates')
const creates: Which = (request) => writes(request) && request.method === 'POST'
const changes: Which = (request) => writes(request) && request.method === 'PATCH'

type Rule = Record<string, unknown>
const rulesOf = (body: Rule): Rule[] =>
  Array.isArray(body['screening_rules']) ? (body['screening_rules'] as Rule[]) : []

/** Writes with a rule of which something holds. */
const withRule = (holds: (rule: Rule) => boolean, to: Which = writes): Which =>
  sending(to, (body) => rulesOf(body).some(holds))
/** Writes with that very rule. */
const withThat = (rule: unknown): Which =>
  withRule((one) => JSON.stringify(one) === JSON.stringify(rule))
const withCount = (count: number, to: Which): Which =>
  sending(to, (body) => rulesOf(body).length === count)

/** The rules of a template as its writer gets them back. */
const keeps = (
  name: string,
  killedBy: string,
  breaks: Mutant['breaks'],
  to: Which,
  change: (rules: Rule[], sent: Rule[] | undefined) => unknown[],
): Mutant => ({
  name,
  killedBy,
  breaks,
  fault: answers(to, (response, request) => {
    if (response.status >= 400) return
    const sent = (JSON.parse(request.body.toString()) as Rule)['screening_rules'] as
      | Rule[]
      | undefined
    changeJson(response, ({ data }) => {
      data['screening_rules'] = change(data['screening_rules'] as Rule[], sent)
    })
  }),
})

/** The steps of a template as its writer gets them back. */
const steps = (change: (text: string) => string): (() => Fault) =>
  json(writes, ({ data }) => {
    if (data?.['steps']) data['steps'] = JSON.parse(change(JSON.stringify(data['steps'])))
  })

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
const nested = (rule: Rule) => (rule['condition'] as Rule)?.['kind'] === 'group'

export const TEMPLATES_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(REFUSED_RULES, 'templates.rules-refused', 'takes a rule with', ({ send }) =>
    takes(withThat(send)),
  ),
  ...mutantsOf(TAKEN_RULES, 'templates.rules-taken', 'refuses a rule with', ({ send }) =>
    refuses(withThat(send)),
  ),
  ...mutantsOf(
    REFUSED_CONDITIONS,
    'templates.conditions-refused',
    'takes a rule with',
    ({ send }) => takes(withThat(send)),
  ),
  ...mutantsOf(TAKEN_CONDITIONS, 'templates.conditions-taken', 'refuses a rule with', ({ send }) =>
    refuses(withThat(send)),
  ),
  ...mutantsOf(REFUSED_ACTIONS_CASES, 'templates.actions-refused', 'takes', ({ send }) =>
    takes(withThat(send)),
  ),
  ...mutantsOf(TAKEN_ACTIONS, 'templates.actions-taken', 'refuses', ({ send }) =>
    refuses(withThat(send)),
  ),
  ...mutantsOf(READABLE, 'templates.fields-readable', "can't read", ({ send }) =>
    refuses(withThat(send)),
  ),
  ...mutantsOf(UNREADABLE_CASES, 'templates.fields-unresolvable', 'takes a rule on', ({ send }) =>
    takes(withRule((rule) => JSON.stringify(rule).includes(send))),
  ),

  refusedAction(
    'refuses an action by the code invalid_value',
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
    'does not say what is wrong with an action',
    'RFS-008',
    issues((issue) => {
      issue['message'] = ''
    }),
  ),
  refusedAction(
    'says the same of every refused action',
    'RFS-009',
    issues((issue) => {
      issue['message'] = 'No.'
    }),
  ),
  refusedAction(
    'writes the index of a rule as a text',
    'RFS-010',
    issues((issue) => {
      issue['path'] = (issue['path'] as unknown[]).map(String)
    }),
  ),
  refusedAction(
    'points at the first rule always',
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
    'has a code of its own for rules',
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
    name: 'does not look into groups for fields',
    killedBy: 'templates.fields-unresolvable',
    breaks: 'RFS-016',
    fault: takes(withRule(nested)),
  },
  unresolvable('words an unresolvable field otherwise', 'RFS-017', (error) => {
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
    name: 'tells whom a rule would have met',
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
    name: 'writes config in snake case',
    killedBy: 'templates.config-in-camel-case',
    breaks: 'VAL-015',
    fault: steps((text) => text.replaceAll('allowPhotoUpload', 'allow_photo_upload')),
  },
  {
    name: 'writes locales in small letters',
    killedBy: 'history.document-keys-preserved',
    breaks: 'VER-018',
    fault: steps((text) => text.replaceAll('"de-CH"', '"de-ch"')),
  },
  {
    name: 'writes documents in snake case',
    killedBy: 'history.document-keys-preserved',
    breaks: 'VER-017',
    fault: steps((text) => text.replaceAll('documentClass', 'document_class')),
  },
  {
    name: 'demands screening rules',
    killedBy: 'templates.create',
    breaks: 'TPL-002',
    fault: refuses(sending(creates, (body) => body['screening_rules'] === undefined)),
  },
  {
    name: 'creates templates without an id',
    killedBy: 'templates.create',
    breaks: 'TPL-001',
    fault: json(creates, ({ data }) => {
      delete (data as Rule)?.['id']
    }),
  },
  {
    name: 'takes no rules',
    killedBy: 'templates.create',
    breaks: ['SCR-001', 'SCR-004'],
    fault: refuses(withCount(1, creates)),
  },
  keeps('drops rules on creation', 'templates.create', 'SCR-001', creates, () => []),
  keeps('gives rules back in snake case', 'templates.create', 'SCR-029', creates, (rules) =>
    rules.map(({ ruleType, ...others }) => ({ ...others, rule_type: ruleType })),
  ),
  keeps(
    'has a default priority of 0',
    'templates.create',
    ['SCR-016', 'LMT-005'],
    creates,
    (rules) => rules.map((rule) => ({ ...rule, priority: 0 })),
  ),
  keeps('switches new rules off', 'templates.create', 'SCR-021', creates, (rules) =>
    rules.map((rule) => ({ ...rule, isActive: false })),
  ),

  {
    name: 'has no way to change templates',
    killedBy: 'templates.rules-replaced',
    breaks: 'TPL-006',
    fault: refuses(changes, 405, 'method_not_allowed'),
  },
  {
    name: 'demands rules on each change',
    killedBy: 'templates.rules-replaced',
    breaks: 'TPL-007',
    fault: refuses(sending(changes, (body) => body['screening_rules'] === undefined)),
  },
  keeps(
    'adds rules to those that are there',
    'templates.rules-replaced',
    'TPL-009',
    changes,
    (rules, sent) => (sent?.length ? [{ name: 'first' }, ...rules] : rules),
  ),
  keeps(
    'clears rules that are not sent',
    'templates.rules-replaced',
    'TPL-010',
    changes,
    (rules, sent) => (sent ? rules : []),
  ),
  keeps(
    'takes an empty list for no list',
    'templates.rules-replaced',
    'TPL-011',
    changes,
    (rules, sent) => (sent?.length === 0 ? [{ name: 'second' }] : rules),
  ),

  {
    name: 'takes 99 rules',
    killedBy: 'templates.hundred-rules',
    breaks: ['TPL-004', 'LMT-001'],
    fault: refuses(withCount(100, creates)),
  },
  {
    name: 'takes 101 rules',
    killedBy: 'templates.hundred-rules',
    breaks: ['TPL-005', 'LMT-001'],
    fault: takes(withCount(101, creates)),
  },
  {
    name: 'takes an object for a list of rules',
    killedBy: 'templates.hundred-rules',
    breaks: 'TPL-003',
    fault: takes(sending(creates, (body) => !Array.isArray(body['screening_rules']))),
  },
  {
    name: 'bounds rules on creation alone',
    killedBy: 'templates.hundred-rules',
    breaks: 'TPL-008',
    fault: takes(changes),
  },
  {
    name: 'takes 99 rules on a change',
    killedBy: 'templates.hundred-rules',
    breaks: 'TPL-008',
    fault: refuses(withCount(100, changes)),
  },

  keeps(
    'saves what is good in a refused change',
    'templates.refused-change-saves-nothing',
    ['TPL-012', 'TPL-013'],
    changes,
    () => [{ name: 'new' }],
  ),
  {
    name: 'keeps the template of a refused creation',
    killedBy: 'templates.refused-creation-makes-none',
    breaks: 'TPL-014',
    fault: listing('refused'),
  },
  {
    name: 'keeps the template of a stranger',
    killedBy: 'templates.refused-creation-makes-none',
    breaks: 'TPL-016',
    fault: listing('strange'),
  },
  {
    name: 'lets strangers write templates',
    killedBy: 'templates.refused-creation-makes-none',
    breaks: ['TPL-015', 'TPL-016'],
    fault: takes((request) => creates(request) && !request.headers['authorization']),
  },
]

/** Lists a template of each creation whose rule has such a name, refused or not. */
function listing(name: string): () => Fault {
  return () => {
    const kept: unknown[] = []
    return {
      request(request) {
        if (creates(request) && request.body.includes(`"${name} `))
          kept.push(JSON.parse(request.body.toString()))
      },
      response(request, response) {
        if (request.method === 'GET')
          changeJson(response, ({ data }) => ({ data: [...kept, data] }))
      },
    }
  }
}
