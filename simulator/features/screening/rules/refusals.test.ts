import t from 'tap'
import {
  declineRefusals,
  screeningFields,
  screeningRuleTypes,
} from '../../../../spec/generated/screening.ts'
import type {
  ScreeningCondition,
  ScreeningRuleInput,
  ScreeningRuleType,
} from '../../../../spec/generated/wire.ts'
import { depthIssues, ruleRefusal } from './refusals.ts'

const reading = (field: string): ScreeningCondition => ({
  kind: 'field',
  field,
  operator: 'eq',
  value: 'x',
})
const group = (...children: ScreeningCondition[]): ScreeningCondition => ({
  kind: 'group',
  op: 'OR',
  children,
})
const rule = (more: Partial<ScreeningRuleInput> = {}): ScreeningRuleInput => ({
  name: 'r',
  ruleType: 'custom',
  condition: reading('applicant.email'),
  action: 'decline',
  ...more,
})
const HARMLESS = rule({ action: 'tag' })

t.test(
  'RTY-002 RTY-003 RTY-004 RTY-005 RTY-006 RTY-007 RTY-008 RTY-009 RTY-010 RTY-011 RTY-012 ' +
    'RTY-013 RTY-014 RTY-015 RTY-016 RTY-017 RTY-018 RTY-019 RTY-020 whether a type may decline',
  async (t) => {
    const refused = Object.keys(screeningRuleTypes).filter((name) =>
      ruleRefusal([rule({ ruleType: name as ScreeningRuleType })]),
    )
    t.strictSame(refused, [
      'repeat_applicant',
      'device_velocity',
      'ip_reputation',
      'bot_signal',
      'impossible_travel',
      'identity_ring',
      'email_risk',
      'behavior_anomaly',
      'geo_mismatch',
      'credit_history',
    ])
    for (const name of refused as ScreeningRuleType[]) {
      for (const action of ['tag', 'review', 'adjust_score', 'approve'] as const) {
        t.equal(ruleRefusal([rule({ ruleType: name, action })]), undefined, `${name} ${action}`)
      }
      const cause = name === 'credit_history' ? 'credit_history_rule' : 'fraud_rule_type'
      t.strictSame(
        ruleRefusal([HARMLESS, rule({ ruleType: name, condition: reading('applicant.age') })]),
        {
          details: {
            issues: [declineRefusals[cause], declineRefusals.sensitive_attribute].map(
              ({ message }) => ({
                code: 'custom',
                path: ['screening_rules', 1, 'action'],
                message,
                param: 'action',
              }),
            ),
          },
        },
        `${name}: the reason of the type, then that of the attribute`,
      )
    }
  },
)

t.test(
  'SEN-001 SEN-002 SEN-005 SEN-006 SEN-007 SEN-008 SEN-009 SEN-010 SEN-014 sensitive attributes at any depth; RTY-021 fraud fields are not sensitive',
  async (t) => {
    t.strictSame(
      screeningFields
        .filter(({ sensitive, resolvable }) => sensitive && resolvable)
        .map(({ path }) => path),
      [
        'applicant.legalName',
        'applicant.name',
        'applicant.familyName',
        'applicant.givenNames',
        'applicant.age',
        'applicant.address.country',
      ],
    )
    for (const { path, sensitive, resolvable } of screeningFields) {
      if (!resolvable) continue
      const refusals = [reading(path), group(reading('applicant.email'), group(reading(path)))].map(
        (condition) => ruleRefusal([rule({ condition })])?.details.issues,
      )
      const issue = {
        code: 'custom',
        path: ['screening_rules', 0, 'action'],
        param: 'action',
        message: declineRefusals.sensitive_attribute.message,
      }
      t.strictSame(refusals, sensitive ? [[issue], [issue]] : [undefined, undefined], path)
      for (const action of ['tag', 'review', 'adjust_score'] as const) {
        t.equal(ruleRefusal([rule({ condition: reading(path), action })]), undefined)
      }
    }
  },
)

t.test('SEN-011 SEN-012 SEN-013 a sensitive attribute that no rule can read', async (t) => {
  for (const field of ['applicant.address.postalCode', 'applicant.gender']) {
    const unreadable = {
      code: 'custom',
      path: ['screening_rules', 0, 'condition', 'field'],
      param: 'field',
      message: 'Unresolvable screening-rule field',
    }
    const action = {
      code: 'custom',
      path: ['screening_rules', 0, 'action'],
      param: 'action',
      message: declineRefusals.sensitive_attribute.message,
    }
    const refusal = (issues: object[]) => ({
      message: unreadable.message,
      details: { field, issues },
    })
    const condition = reading(field)
    t.strictSame(ruleRefusal([rule({ condition })]), refusal([unreadable, action]), field)
    const tagging = rule({ condition, action: 'tag' })
    t.strictSame(ruleRefusal([tagging]), refusal([unreadable]), `${field}, without decline`)
  }
})

t.test('RFS-009 the three causes have different messages', async (t) => {
  t.equal(new Set(Object.values(declineRefusals).map(({ message }) => message)).size, 3)
})

t.test(
  'RFS-015 RFS-016 RFS-017 RFS-018 SEN-011 SEN-012 PAT-003 PAT-015 unresolvable fields',
  async (t) => {
    const unknown = [
      'applicant.shoeSize',
      'Applicant.age',
      'applicant.age ',
      'check.idVerification.outcome',
      'check.passport.outcome',
      'check.id_verification.result',
      'any.finding.document',
      'all.finding.document.a.b',
      'session.metadata.my-key',
      'session.metadata.',
      'session.metadata.a.b',
      'constructor',
      'any.finding.document.id\n',
      'count_where.document.id',
      'x'.repeat(120),
      '😀'.repeat(120),
    ]
    for (const path of unknown) {
      t.strictSame(
        ruleRefusal([
          HARMLESS,
          rule({ condition: group(reading('applicant.email'), group(reading(path))) }),
        ]),
        {
          message: 'Unresolvable screening-rule field',
          details: {
            field: path,
            issues: [
              {
                code: 'custom',
                message: 'Unresolvable screening-rule field',
                param: 'field',
                path: ['screening_rules', 1, 'condition', 'children', 1, 'children', 0, 'field'],
              },
            ],
          },
        },
        path,
      )
    }
    for (const path of [
      'check.id_verification.outcome',
      'any.finding.document.severity',
      'all.finding.court_record.case-no',
      'count_where.finding.face.x',
      'session.metadata.Key_1',
      'session.metadata.__proto__',
    ]) {
      t.equal(ruleRefusal([rule({ condition: reading(path) })]), undefined, path)
    }
  },
)

t.test(
  'VAL-001 every problem is reported at once, unresolvable fields before actions',
  async (t) => {
    const rules = [
      rule({ ruleType: 'bot_signal' }),
      rule({ condition: reading('a') }),
      rule({ condition: reading('b') }),
      rule({ condition: reading('applicant.name') }),
    ]
    const first = ruleRefusal(rules)
    t.equal(first?.details.field, 'a')
    t.strictSame(
      first?.details.issues.map(({ path }) => path[1]),
      [1, 2, 0, 3],
    )
    t.strictSame(
      ruleRefusal([rules[0]!, HARMLESS, rules[3]!])?.details.issues.map(({ path }) => path[1]),
      [0, 2],
    )
  },
)

t.test('groups nest at most 32 deep in any body', async (t) => {
  const nested = (depth: number): unknown =>
    depth === 0
      ? reading('applicant.email')
      : { kind: 'group', op: 'AND', children: [nested(depth - 1)] }
  t.strictSame(depthIssues([{ condition: nested(32) }]), [])
  t.match(depthIssues([{ condition: nested(0) }, { condition: nested(33) }]), [
    { code: 'too_big', path: ['screening_rules', 1, 'condition'] },
  ])
  for (const odd of [
    undefined,
    null,
    'rules',
    [null],
    [5],
    [{ condition: null }],
    [{ condition: { children: [null, 5] } }],
  ]) {
    t.strictSame(depthIssues(odd), [])
  }
})
