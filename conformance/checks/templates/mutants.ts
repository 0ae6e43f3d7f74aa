import { changeJson, type Fault } from '../../self-test/proxy.ts'
import {
  answers,
  json,
  type Mutant,
  refuses,
  sending,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'
import { writes, type Rule, rulesOf } from './template-faults.ts'

const creates: Which = (request) => writes(request) && request.method === 'POST'
const changes: Which = (request) => writes(request) && request.method === 'PATCH'

const withCount = (count: number, to: Which): Which =>
  sending(to, (body) => rulesOf(body).length === count)

/** Rules of a template in responses to writes. */
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

/** Changes the steps of a template in the response to its write. */
const steps = (change: (text: string) => string): (() => Fault) =>
  json(writes, ({ data }) => {
    if (data?.['steps']) data['steps'] = JSON.parse(change(JSON.stringify(data['steps'])))
  })

export const TEMPLATES_MUTANTS: readonly Mutant[] = [
  {
    name: 'converts config to snake case',
    killedBy: 'templates.config-in-camel-case',
    breaks: 'VAL-015',
    fault: steps((text) => text.replaceAll('allowPhotoUpload', 'allow_photo_upload')),
  },
  {
    name: 'converts config to snake case in the list',
    killedBy: 'templates.config-in-camel-case',
    breaks: 'VAL-015',
    fault: answers(
      ({ method, path }) => method === 'GET' && /^\/v1\/workflow-templates(\?|$)/.test(path),
      (response) => {
        response.body = Buffer.from(
          response.body.toString().replaceAll('allowPhotoUpload', 'allow_photo_upload'),
        )
      },
    ),
  },
  {
    name: 'converts config to snake case in a change',
    killedBy: 'templates.config-in-camel-case',
    breaks: 'VAL-015',
    fault: answers(
      ({ method, path }) => method === 'PATCH' && path.startsWith('/v1/workflow-templates/'),
      (response) => {
        response.body = Buffer.from(
          response.body.toString().replaceAll('allowPhotoUpload', 'allow_photo_upload'),
        )
      },
    ),
  },
  {
    name: 'converts locales to lower case',
    killedBy: 'history.document-keys-preserved',
    breaks: 'VER-018',
    fault: steps((text) => text.replaceAll('"de-CH"', '"de-ch"')),
  },
  ...(
    [
      ['the list', /^\/v1\/workflow-templates(\?|$)/],
      ['a read', /^\/v1\/workflow-templates\/[^/]+$/],
    ] as const
  ).map(([where, path]): Mutant => ({
    name: `converts locales to lower case in ${where}`,
    killedBy: 'history.document-keys-preserved',
    breaks: 'VER-018',
    fault: answers(
      (request) => request.method === 'GET' && path.test(request.path),
      (response) => {
        response.body = Buffer.from(response.body.toString().replaceAll('"de-CH"', '"de-ch"'))
      },
    ),
  })),
  {
    name: 'converts documents to snake case',
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
    name: 'rejects rules',
    killedBy: 'templates.create',
    breaks: ['SCR-001', 'SCR-004'],
    fault: refuses(withCount(1, creates)),
  },
  keeps('drops rules on creation', 'templates.create', 'SCR-001', creates, () => []),
  keeps('returns rules in snake case', 'templates.create', 'SCR-029', creates, (rules) =>
    rules.map(({ ruleType, ...others }) => ({ ...others, rule_type: ruleType })),
  ),
  keeps(
    'has a default priority of 0',
    'templates.create',
    ['SCR-016', 'LMT-005'],
    creates,
    (rules) => rules.map((rule) => ({ ...rule, priority: 0 })),
  ),
  keeps(
    'has another default priority for rules about credit histories',
    'templates.create',
    ['SCR-016', 'LMT-005'],
    creates,
    (rules) =>
      rules.map((rule) =>
        rule['ruleType'] === 'credit_history' ? { ...rule, priority: 50 } : rule,
      ),
  ),
  keeps('stores new rules as inactive', 'templates.create', 'SCR-021', creates, (rules) =>
    rules.map((rule) => ({ ...rule, isActive: false })),
  ),

  {
    name: 'does not serve changes of templates',
    killedBy: 'templates.rules-replaced',
    breaks: 'TPL-006',
    fault: refuses(changes, 405, 'method_not_allowed'),
  },
  {
    name: 'requires rules on each change',
    killedBy: 'templates.rules-replaced',
    breaks: 'TPL-007',
    fault: refuses(sending(changes, (body) => body['screening_rules'] === undefined)),
  },
  keeps(
    'adds rules to the existing ones',
    'templates.rules-replaced',
    'TPL-009',
    changes,
    (rules, sent) => (sent?.length ? [{ name: 'first' }, ...rules] : rules),
  ),
  keeps(
    'deletes rules that a change omits',
    'templates.rules-replaced',
    'TPL-010',
    changes,
    (rules, sent) => (sent ? rules : []),
  ),
  {
    name: 'writes the rules of a template to all of the organization',
    killedBy: 'templates.rules-replaced',
    breaks: 'TPL-009',
    fault: () => {
      const last = new Map<unknown, unknown>()
      return {
        response(request, response) {
          if (!changes(request) || response.status >= 400) return
          const key = request.headers['authorization']
          const sent = JSON.parse(request.body.toString()) as Rule
          if ('screening_rules' in sent) last.set(key, sent['screening_rules'])
          changeJson(response, ({ data }) => {
            if (last.has(key)) data['screening_rules'] = last.get(key)
          })
        },
      }
    },
  },
  {
    name: 'deletes the rules when the steps change',
    killedBy: 'templates.rules-replaced',
    breaks: 'TPL-010',
    fault: json(
      sending(changes, (body) => 'steps' in body && !('screening_rules' in body)),
      ({ data }) => {
        if (data) data['screening_rules'] = []
      },
    ),
  },
  keeps(
    'treats an empty list as a missing list',
    'templates.rules-replaced',
    'TPL-011',
    changes,
    (rules, sent) => (sent?.length === 0 ? [{ name: 'second' }] : rules),
  ),

  {
    name: 'accepts at most 99 rules',
    killedBy: 'templates.hundred-rules',
    breaks: ['TPL-004', 'LMT-001'],
    fault: refuses(withCount(100, creates)),
  },
  {
    name: 'accepts 101 rules',
    killedBy: 'templates.hundred-rules',
    breaks: ['TPL-005', 'LMT-001'],
    fault: takes(withCount(101, creates)),
  },
  {
    name: 'accepts an object as a list of rules',
    killedBy: 'templates.hundred-rules',
    breaks: 'TPL-003',
    fault: takes(sending(creates, (body) => !Array.isArray(body['screening_rules']))),
  },
  {
    name: 'limits the number of rules on creation only',
    killedBy: 'templates.hundred-rules',
    breaks: 'TPL-008',
    fault: takes(changes),
  },
  {
    name: 'accepts at most 99 rules on a change',
    killedBy: 'templates.hundred-rules',
    breaks: 'TPL-008',
    fault: refuses(withCount(100, changes)),
  },

  keeps(
    'stores the valid part of a rejected change',
    'templates.refused-change-saves-nothing',
    ['TPL-012', 'TPL-013'],
    changes,
    () => [{ name: 'new' }],
  ),
  {
    name: 'saves the name of a refused change',
    killedBy: 'templates.refused-change-saves-nothing',
    breaks: 'TPL-012',
    fault: () => {
      let name: unknown
      return {
        response(request, response) {
          if (changes(request) && response.status === 422)
            name = (JSON.parse(request.body.toString()) as Rule)['name'] ?? name
          if (request.method !== 'GET' || name === undefined || response.status >= 300) return
          changeJson(response, ({ data }) => {
            if (data?.['screening_rules']) data['name'] = name as string
          })
        },
      }
    },
  },
]
