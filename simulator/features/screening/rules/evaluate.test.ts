import fc from 'fast-check'
import t from 'tap'
import { screeningFields, screeningRuleTypes } from '../../../../spec/generated/screening.ts'
import type {
  ScreeningCondition,
  ScreeningRuleInput,
  ScreeningRuleType,
} from '../../../../spec/generated/wire.ts'
import type { Finding } from '../../sessions/rules/checks.ts'
import { evaluate } from './evaluate.ts'
import type { Facts } from './resolve.ts'

const finding = (
  subjectType: Finding['subjectType'],
  severity: Finding['severity'],
  evidence: object = {},
): Finding => ({
  id: `${subjectType}.${severity}`,
  subjectType,
  severity,
  sourceAuthority: 'registry',
  findingType: 'noticed',
  evidence: evidence as Finding['evidence'],
})

const FACTS: Facts = {
  fields: {
    'applicant.name': 'Ana María',
    'applicant.age': 20,
    'applicant.givenNames': ['Ana', 'María'],
    'fraud.botScore': 0,
    'fraud.repeatApplicant': false,
    'applicant.legalName': '',
  },
  checks: { id_verification: 'review' },
  findings: [
    finding('document', 'high'),
    finding('document', 'low', { page: 2, smudged: 0, note: '' }),
    finding('watchlist', 'medium', { page: 9 }),
  ],
  metadata: {
    desk: 'retail',
    maxAge: 90,
    open: false,
    countries: ['DE', 'FR'],
    sizes: [1, 2],
    none: [],
    nested: { a: 1 },
    mixed: ['DE', 1],
    flags: [true],
    nothing: null,
  },
  deviceIntelligence: true,
}

const field = (path: string, operator: string, value?: unknown) =>
  ({
    kind: 'field',
    field: path,
    operator,
    ...(value !== undefined && { value }),
  }) as ScreeningCondition
const group = (op: 'AND' | 'OR', ...children: ScreeningCondition[]): ScreeningCondition => ({
  kind: 'group',
  op,
  children,
})
const rule = (
  condition: ScreeningCondition,
  more: Partial<ScreeningRuleInput> = {},
): ScreeningRuleInput => ({ name: 'a rule', ruleType: 'custom', condition, action: 'tag', ...more })
const TRUE = field('applicant.name', 'exists')
const FALSE = field('applicant.phone', 'exists')
const fires = (condition: ScreeningCondition, facts: Facts = FACTS) =>
  evaluate([rule(condition)], facts).fired.length === 1

t.test(
  'RSV-001 RSV-002 RSV-003 RSV-004 RSV-005 OPR-018 a field without a value fires no rule',
  async (t) => {
    for (const path of [
      'applicant.phone',
      'fraud.ja4',
      'check.esign.outcome',
      'any.finding.face.severity',
      'session.metadata.missing',
      'applicant.legalName',
    ]) {
      for (const operator of [
        'eq',
        'neq',
        'gt',
        'gte',
        'lt',
        'lte',
        'in',
        'not_in',
        'contains',
        'exists',
      ]) {
        const value = operator.endsWith('in') ? ['x'] : 'x'
        t.notOk(fires(field(path, operator, value)), `${path} ${operator}`)
      }
    }
  },
)

t.test('OPR-017 CND-017 false and 0 are values, and exists ignores its operand', async (t) => {
  for (const path of ['fraud.botScore', 'fraud.repeatApplicant', 'session.metadata.open']) {
    for (const value of [undefined, 'x', 7, false, ['a']])
      t.ok(fires(field(path, 'exists', value)), path)
  }
})

t.test('RSV-010 RSV-011 an applicant without names differs from no name', async (t) => {
  t.ok(fires(field('applicant.givenNames', 'neq', 'Ana')))
  t.ok(fires(field('applicant.givenNames', 'not_in', ['Ana'])))
  const nameless = { ...FACTS, fields: { 'applicant.givenNames': [] } }
  t.notOk(fires(field('applicant.givenNames', 'neq', 'Ana'), nameless))
})

t.test('CND-025 CND-026 CND-027 CND-028 groups join their children at each depth', async (t) => {
  t.ok(fires(group('AND', TRUE, TRUE)))
  t.notOk(fires(group('AND', TRUE, FALSE)))
  t.ok(fires(group('OR', FALSE, TRUE)))
  t.notOk(fires(group('OR', FALSE, FALSE)))
  t.ok(fires(group('OR', FALSE, group('AND', TRUE, group('OR', FALSE, TRUE)))))
  t.notOk(fires(group('OR', FALSE, group('AND', TRUE, group('OR', FALSE, FALSE)))))
})

t.test(
  'DEV-001 DEV-002 device and network fields resolve only with device intelligence on',
  async (t) => {
    const fields = screeningFields.filter((entry) => entry.needs_device_intelligence)
    t.equal(fields.length, 29)
    for (const { path } of fields) {
      const facts = { ...FACTS, fields: { [path]: 1 } }
      t.ok(fires(field(path, 'exists'), facts), path)
      t.notOk(
        fires(field(path, 'exists'), { ...facts, deviceIntelligence: false }),
        `${path}, device intelligence off`,
      )
      t.notOk(
        fires(field(path, 'neq', 2), { ...facts, deviceIntelligence: false }),
        `${path} neq, device intelligence off`,
      )
    }
  },
)

t.test('DEV-012 each device and network field is read under its own name and type', async (t) => {
  const table: [id: string, path: string, value: unknown][] = [
    ['DEV-004', 'fraud.botScore', 3],
    ['DEV-006', 'fraud.threatScore', 3],
    ['DEV-007', 'fraud.country', 'x'],
    ['DEV-008', 'fraud.asn', 3],
    ['DEV-009', 'fraud.asOrganization', 'x'],
    ['DEV-010', 'fraud.asnIsDatacenter', true],
    ['DEV-011', 'fraud.verifiedBotCategory', 'x'],
    ['DEV-013', 'fraud.ja4', 'x'],
    ['DEV-014', 'fraud.ipReputation', true],
    ['DEV-015', 'fraud.ipIsTorExit', true],
    ['DEV-016', 'fraud.repeatApplicant', true],
    ['DEV-017', 'fraud.emailDisposable', true],
    ['DEV-018', 'fraud.emailDomainDga', true],
    ['DEV-019', 'fraud.emailUsernameGrammarInvalid', true],
    ['DEV-020', 'fraud.geoTimezoneMismatch', true],
    ['DEV-021', 'fraud.deviceTouchPointMismatch', true],
    ['DEV-022', 'fraud.countryMismatch', true],
    ['DEV-023', 'fraud.impossibleTravel', true],
    ['DEV-024', 'fraud.ringSize', 3],
    ['DEV-025', 'fraud.ringTruncated', true],
    ['DEV-027', 'fraud.captureAbsent', true],
    ['DEV-028', 'fraud.networkContextChanged', true],
    ['DEV-029', 'device.velocity.distinctIps', 3],
    ['DEV-030', 'device.velocity.sessionCount', 3],
    ['DEV-031', 'device.behavior.pasteCount', 3],
    ['DEV-032', 'device.behavior.totalSeconds', 3],
    ['DEV-033', 'device.behavior.minStepSeconds', 3],
    ['DEV-034', 'device.behavior.headless', true],
    ['DEV-035', 'device.behavior.collectionAbsent', true],
  ]
  for (const [id, path, value] of table) {
    const facts = { ...FACTS, fields: { [path]: value } }
    t.ok(fires(field(path, 'eq', value), facts), `${id} ${path}`)
    t.notOk(fires(field(path, 'eq', String(value) + '.'), facts))
    for (const [, other] of table)
      if (other !== path) t.notOk(fires(field(other, 'exists'), facts), `${other} has no value`)
  }
})

t.test('FLD-016 FLD-017 FLD-018 FLD-019 PAT-001 PAT-004 results of checks', async (t) => {
  const table: [path: string, value: unknown][] = [
    ['finding.count', 3],
    ['finding.severity.high.count', 1],
    ['finding.severity.medium.count', 1],
    ['finding.severity.low.count', 1],
    ['check.id_verification.outcome', 'review'],
    ['any.finding.document.severity', 'high'],
    ['any.finding.document.page', 2],
    ['any.finding.document.id', 'document.high'],
    ['any.finding.watchlist.subjectType', 'watchlist'],
    ['any.finding.watchlist.sourceAuthority', 'registry'],
    ['any.finding.watchlist.findingType', 'noticed'],
    ['count_where.finding.document.severity', 2],
    ['count_where.finding.document.page', 1],
    ['count_where.finding.document.smudged', 0],
    ['count_where.finding.document.note', 0],
    ['count_where.finding.document.constructor', 0],
    ['count_where.finding.face.severity', 0],
  ]
  for (const [path, value] of table)
    t.ok(fires(field(path, 'eq', value)), `${path} is ${String(value)}`)
  t.ok(fires(field('all.finding.document.severity', 'contains', 'low')))
  t.notOk(fires(field('all.finding.document.page', 'contains', 9)), 'of another subject')
  t.notOk(fires(field('all.finding.document.severity', 'eq', ['high', 'low'])))
  for (const [operator, value] of [
    ['exists', true],
    ['neq', 'low'],
    ['not_in', ['low']],
    ['contains', 'low'],
  ] as const) {
    const path = 'all.finding.court_record.severity'
    t.notOk(fires(field(path, operator, value)), `PAT-028 ${operator} on missing findings`)
  }
})

t.test(
  'PAT-005 PAT-006 PAT-007 PAT-008 PAT-009 PAT-010 PAT-011 PAT-012 findings without the field are skipped',
  async (t) => {
    t.ok(fires(field('any.finding.document.note', 'exists')))
    t.notOk(fires(field('any.finding.watchlist.note', 'exists')))
  },
)

t.test(
  'PAT-013 PAT-016 PAT-017 PAT-018 PAT-019 PAT-020 PAT-024 the flat values of template metadata',
  async (t) => {
    t.ok(fires(field('session.metadata.desk', 'eq', 'retail')))
    t.ok(fires(field('session.metadata.maxAge', 'gt', 89)))
    t.ok(fires(field('session.metadata.open', 'eq', false)))
    t.ok(fires(field('session.metadata.countries', 'contains', 'FR')))
    t.ok(fires(field('session.metadata.sizes', 'contains', 2)))
    t.ok(fires(field('session.metadata.none', 'exists')))
    t.notOk(fires(field('session.metadata.constructor', 'exists')))
    for (const operator of ['exists', 'neq', 'not_in'] as const) {
      const reading = rule(field('session.metadata.nothing', operator, ['x']), { action: 'review' })
      t.match(evaluate([reading], FACTS), { routing: 'none', unreadable: [] }, `null: ${operator}`)
    }
  },
)

t.test(
  'PAT-021 PAT-022 PAT-023 nested metadata fails a verification whose rules read it',
  async (t) => {
    for (const key of ['nested', 'mixed', 'flags']) {
      const path = `session.metadata.${key}`
      const reading = rule(group('OR', TRUE, field(path, 'exists')), { action: 'approve' })
      t.match(evaluate([reading], FACTS), { routing: 'fail', unreadable: [path] }, key)
      t.match(
        evaluate([{ ...reading, isActive: false }], FACTS),
        { routing: 'none', unreadable: [] },
        `${key}, inactive`,
      )
    }
    t.match(
      evaluate([rule(TRUE, { action: 'approve' })], FACTS),
      { routing: 'approve' },
      'metadata that no rule reads is ignored',
    )
  },
)

t.test('ATN-004 ATN-005 ATN-006 SCR-022 SCR-028 the actions of the fired rules', async (t) => {
  const routing = (...rules: Partial<ScreeningRuleInput>[]) =>
    evaluate(
      rules.map((more) => rule(TRUE, more)),
      FACTS,
    ).routing
  t.equal(routing(), 'none')
  t.equal(routing({ action: 'tag' }), 'none')
  t.equal(routing({ action: 'review' }), 'review')
  t.equal(routing({ action: 'approve' }), 'approve')
  t.equal(routing({ action: 'approve' }, { action: 'review' }), 'review')
  t.equal(routing({ action: 'approve' }, { action: 'decline' }), 'review')
  t.equal(routing({ action: 'adjust_score', scoreAdjustment: 0.5 }), 'review')
  t.equal(
    routing(
      { action: 'adjust_score', scoreAdjustment: 0.7 },
      { action: 'adjust_score', scoreAdjustment: -0.2 },
    ),
    'review',
  )
  t.equal(routing({ action: 'adjust_score', scoreAdjustment: 0.4 }), 'none')
  t.equal(routing({ action: 'adjust_score' }), 'none')
  t.equal(routing({ action: 'tag', scoreAdjustment: 1 }), 'none')
  t.equal(routing({ action: 'review', isActive: false }), 'none')
  t.equal(evaluate([rule(FALSE, { action: 'review' })], FACTS).routing, 'none')
  const tagged = evaluate(
    [
      rule(TRUE, { name: 'late' }),
      rule(TRUE, { name: 'early', priority: 1 }),
      rule(TRUE, { name: 'also late', priority: 100 }),
      rule(FALSE, { name: 'never', priority: 0 }),
    ],
    FACTS,
  )
  t.strictSame(tagged.tags, ['early', 'late', 'also late'], 'by priority, then by position')
  t.strictSame(tagged.fired[0], { index: 1, name: 'early', rule_type: 'custom', action: 'tag' })
})

t.test(
  'ATN-005 SCR-016 SCR-021 SCR-022 SCR-028 a score is the sum of the fired adjustments',
  async (t) => {
    const scored = evaluate(
      [
        rule(TRUE, { action: 'adjust_score', scoreAdjustment: -0.25 }),
        rule(TRUE, { action: 'adjust_score', scoreAdjustment: 0.5 }),
        rule(TRUE, { action: 'review', scoreAdjustment: 1 }),
        rule(FALSE, { action: 'adjust_score', scoreAdjustment: 1 }),
      ],
      FACTS,
    )
    t.equal(scored.score, 0.25)
  },
)

t.test(
  'ATN-002 ATN-003 ATN-008 ATN-010 ATN-011 RTY-001 decline never becomes the outcome, whichever rules fire with it',
  async (t) => {
    const types = Object.keys(screeningRuleTypes) as ScreeningRuleType[]
    const anyRule = fc.record({
      condition: fc.constantFrom(TRUE, FALSE, group('AND', TRUE, TRUE)),
      ruleType: fc.constantFrom(...types),
      action: fc.constantFrom(
        'tag' as const,
        'review' as const,
        'adjust_score' as const,
        'approve' as const,
        'decline' as const,
      ),
      priority: fc.nat(10000),
      isActive: fc.boolean(),
      scoreAdjustment: fc.double({ min: -1, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 12 }), (made) => {
        const rules = made.map((more) => rule(more.condition, more))
        const screening = evaluate(rules, FACTS)
        const declines = screening.fired.some(({ action }) => action === 'decline')
        if (declines && screening.routing !== 'review') return false
        const withoutTags = evaluate(
          rules.filter(({ action }) => action !== 'tag'),
          FACTS,
        )
        return (
          ['none', 'review', 'approve'].includes(screening.routing) &&
          withoutTags.routing === screening.routing
        )
      }),
    )
    for (const ruleType of types)
      t.equal(evaluate([rule(TRUE, { ruleType, action: 'decline' })], FACTS).routing, 'review')
  },
)
