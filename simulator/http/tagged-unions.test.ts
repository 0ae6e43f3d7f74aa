import t from 'tap'
import { document, operation } from '../../spec/contract.ts'
import { Call } from '../call/call.ts'
import { Validators } from './operations.ts'
import { withTags } from './tagged-unions.ts'

const create = operation('createWorkflowTemplate')
const validate = new Validators(document).for(create)
const issues = (body: unknown) => {
  const call = new Call(create, 0, '127.0.0.1', () => 'req_1')
  call.body = body
  return validate(call, {})
}
const told = (body: unknown) =>
  issues(body)
    .map(({ code, path }) => `${code} ${path.join('.')}`)
    .sort()
const withCondition = (condition: unknown) => ({
  name: 'A',
  steps: [{ id: 'identity', type: 'id_verification' }],
  screening_rules: [{ name: 'r', ruleType: 'custom', action: 'tag', condition }],
})
const AT = 'screening_rules.0.condition'
const leaf = { kind: 'field', field: 'applicant.name', operator: 'eq', value: 'a' }

t.test(
  'CND-001 CND-002 CND-003 CND-007 CND-008 the tag selects the branch, and only its problems are reported',
  async (t) => {
    t.strictSame(told(withCondition(leaf)), [])
    t.strictSame(told(withCondition({ kind: 'field' })), [
      `invalid_type ${AT}.field`,
      `invalid_type ${AT}.operator`,
      `invalid_type ${AT}.value`,
    ])
    t.strictSame(told(withCondition({ ...leaf, operator: 'equals' })), [
      `invalid_enum_value ${AT}.operator`,
    ])
    t.strictSame(
      told(withCondition({ kind: 'group', op: 'AND', children: [leaf, { ...leaf, field: '' }] })),
      [`too_small ${AT}.children.1.field`],
    )
    t.strictSame(
      told(withCondition({ ...leaf, op: 'AND' })),
      [`unrecognized_keys ${AT}`],
      'a key of the other branch',
    )
    t.strictSame(told(withCondition({ field: 'applicant.name' })), [`invalid_type ${AT}.kind`])
    t.strictSame(told(withCondition('applicant.name')), [`invalid_type ${AT}`], 'no object at all')
    t.strictSame(told(withCondition(null)), [`invalid_type ${AT}`])
    t.strictSame(
      issues(withCondition({ ...leaf, kind: 'Field' })),
      [
        {
          code: 'invalid_enum_value',
          path: ['screening_rules', 0, 'condition', 'kind'],
          message: 'Expected one of "field", "group"',
          param: 'kind',
        },
      ],
      'the valid tags are listed',
    )
    t.match(issues(withCondition({ ...leaf, kind: 5 }))[0], {
      code: 'invalid_enum_value',
      path: [...AT.split('.').map((part) => (part === '0' ? 0 : part)), 'kind'],
    })
  },
)

t.test('CND-026 one problem in a nested condition is one issue', async (t) => {
  let condition: unknown = { ...leaf, value: {} }
  for (let depth = 0; depth < 20; depth++)
    condition = { kind: 'group', op: 'OR', children: [condition] }
  t.strictSame(told(withCondition(condition)), [
    `invalid_type ${AT}${'.children.0'.repeat(20)}.value`,
  ])
})

t.test(
  'CND-009 CND-010 CND-011 CND-012 CND-013 CND-014 CND-015 CND-016 LMT-004 the permitted types of a value',
  async (t) => {
    const entries = (count: number, one: unknown) => Array.from({ length: count }, () => one)
    for (const value of [
      '',
      'a',
      0,
      -1.5,
      true,
      false,
      [],
      ['a'],
      [1, 2.5],
      entries(1000, 'a'),
      entries(1000, 1),
    ]) {
      t.strictSame(told(withCondition({ ...leaf, value })), [], JSON.stringify(value).slice(0, 40))
    }
    for (const value of [null, {}, [true], ['a', 1], [['a']], [null]]) {
      t.strictSame(
        told(withCondition({ ...leaf, value })),
        [`invalid_type ${AT}.value`],
        JSON.stringify(value),
      )
    }
    for (const one of ['a', 1]) {
      t.strictSame(told(withCondition({ ...leaf, value: entries(1001, one) })), [
        `too_big ${AT}.value`,
      ])
    }
    t.strictSame(told(withCondition({ ...leaf, operator: 'exists', value: undefined })), [])
  },
)

t.test('CHK-010 a step of an unknown type gets the list of the seven types', async (t) => {
  const [issue, ...others] = issues({ name: 'A', steps: [{ id: 'a', type: 'passport' }] })
  t.match(issue, { path: ['steps', 0, 'type'] })
  t.strictSame(others, [])
  const types = [...issue!.message.matchAll(/"(\w+)"/g)].map(([, type]) => type!)
  t.equal(new Set(types).size, 7)
  for (const type of ['id_verification', 'credit_history', 'esign'])
    t.ok(types.includes(type), type)
  t.strictSame(
    told({
      name: 'A',
      steps: [{ id: 'a', type: 'sanctions_screening', config: { faceCheck: 'selfie' } }],
    }),
    ['unrecognized_keys steps.0.config'],
  )
})

t.test('unions without a common constant are left as they are', async (t) => {
  const a = { type: 'object', required: ['k'], properties: { k: { const: 'a' } } }
  const schemas = {
    plain: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    sameTag: { oneOf: [a, a] },
    optional: { oneOf: [a, { type: 'object', properties: { k: { const: 'b' } } }] },
  }
  t.strictSame(withTags({ components: { schemas } }), { components: { schemas } })
})
