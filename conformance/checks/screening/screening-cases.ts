import type { Case } from '../../check/cases.ts'
import { comparing } from '../../check/resources/templates.ts'
import type { JsonObject } from '../../http/json.ts'
import { RULE_TYPES } from '../templates/rule-actions.ts'

/** A condition, and whether it holds for the tested verification. */
export interface ConditionCase {
  condition: JsonObject
  holds: boolean
  /** Other members of the rule, if they are not the defaults. */
  change?: JsonObject
  /** Row of the ledger that lets a service refuse the rule when the template is written. */
  refusedBy?: string
}

type Row = readonly [
  field: string,
  operator: string,
  value: unknown,
  holds: boolean,
  ...requirements: string[],
]

export const cases = (rows: readonly Row[]): Case<ConditionCase>[] =>
  rows.map(([field, operator, value, holds, ...requirements]) => ({
    label: `${field} ${operator} ${JSON.stringify(value)}`.slice(0, 180),
    requirements,
    send: { condition: comparing({ field, operator, value }), holds },
  }))

/** A case whose rule a service may refuse, by that row of the ledger. */
export const refusable = (refusedBy: string, one: Case<ConditionCase>): Case<ConditionCase> => ({
  ...one,
  send: { ...one.send, refusedBy },
})

export const refusableCases = (refusedBy: string, rows: readonly Row[]): Case<ConditionCase>[] =>
  cases(rows).map((one) => refusable(refusedBy, one))

/** An applicant with only a name. */
export const NAMED = { family_name: 'Okafor Lindqvist', given_names: ['Ana', 'María'] }

export const META = 'session.metadata'

export const METADATA = {
  desk: 'retail',
  place: 'café noir',
  floor: 3,
  zero: 0,
  digits: '7',
  open: true,
  shut: false,
  codes: ['a', 'b'],
  sizes: [1, 2],
  desk_2: 'annex',
  ratio: 2.5,
  below: -4,
  Wing: 'north',
  '2fa': 'on',
  _wing: 'south',
  rate: '100% (a.b)',
}

/** As long as a list may be. The last entry is the floor. */
const UP_TO_A_THOUSAND = Array.from({ length: 1000 }, (_, i) => 1002 - i)

const FLOOR = comparing({ field: `${META}.floor`, value: 3 })

/** Operators on an existing text, number and boolean. */
export const OPERATOR_CASES = [
  ...cases([
    [`${META}.desk`, 'eq', 'retail', true, 'OPR-001', 'SCR-002', 'PAT-013', 'PAT-016'],
    [`${META}.desk`, 'eq', 'wholesale', false, 'OPR-002', 'SCR-003'],
    [`${META}.floor`, 'eq', 3, true, 'OPR-001', 'PAT-017'],
    [`${META}.open`, 'eq', true, true, 'OPR-001', 'PAT-018'],
    [`${META}.shut`, 'eq', false, true, 'OPR-001', 'PAT-018'],
    [`${META}.desk`, 'neq', 'wholesale', true, 'OPR-003'],
    [`${META}.desk`, 'neq', 'retail', false, 'OPR-004'],
    [`${META}.floor`, 'gt', 2, true, 'OPR-005'],
    [`${META}.floor`, 'gt', 3, false, 'OPR-005'],
    [`${META}.floor`, 'gte', 3, true, 'OPR-006'],
    [`${META}.floor`, 'gte', 4, false, 'OPR-006'],
    [`${META}.floor`, 'lt', 4, true, 'OPR-007'],
    [`${META}.floor`, 'lt', 3, false, 'OPR-007'],
    [`${META}.floor`, 'lte', 3, true, 'OPR-008'],
    [`${META}.floor`, 'lte', 2, false, 'OPR-008'],
    [`${META}.desk`, 'in', ['wholesale', 'retail'], true, 'OPR-009'],
    [`${META}.floor`, 'in', [2, 3], true, 'OPR-009'],
    [`${META}.desk`, 'in', ['wholesale'], false, 'OPR-010'],
    [`${META}.desk`, 'not_in', ['wholesale'], true, 'OPR-012'],
    [`${META}.desk`, 'not_in', ['retail', 'wholesale'], false, 'OPR-013'],
    [`${META}.desk`, 'contains', 'etai', true, 'OPR-015'],
    [`${META}.desk`, 'contains', 'etal', false, 'OPR-016'],
    [`${META}.desk`, 'contains', 'retail ', false, 'OPR-016'],
    [`${META}.desk`, 'exists', 'other', true, 'OPR-017', 'CND-017'],
    [`${META}.shut`, 'exists', true, true, 'OPR-017'],
    [`${META}.zero`, 'exists', 1, true, 'OPR-017'],
    [`${META}.desk`, 'exists', false, true, 'OPR-017', 'CND-017'],
    // Case and accents.
    [`${META}.desk`, 'eq', 'Retail', false, 'RSV-014', 'FRM-032'],
    [`${META}.place`, 'eq', 'cafe noir', false, 'RSV-015', 'FRM-032'],
    [`${META}.desk`, 'contains', 'RET', false, 'RSV-016', 'FRM-032'],
    [`${META}.place`, 'contains', 'cafe', false, 'RSV-016', 'FRM-032'],
    [`${META}.desk`, 'in', ['RETAIL'], false, 'RSV-016', 'FRM-032'],
    [`${META}.desk`, 'neq', 'Retail', true, 'RSV-014', 'FRM-032'],
    [`${META}.place`, 'not_in', ['cafe noir', 'CAFÉ NOIR'], true, 'RSV-015', 'FRM-032'],
    [`${META}.desk`, 'eq', ' retail ', false, 'OPR-002'],
    [`${META}.ratio`, 'gt', 2, true, 'OPR-005'],
    [`${META}.ratio`, 'lt', 3, true, 'OPR-007'],
    [`${META}.Wing`, 'eq', 'north', true, 'PAT-013', 'PAT-015'],
    [`${META}.2fa`, 'eq', 'on', true, 'PAT-013', 'PAT-015'],
    [`${META}._wing`, 'eq', 'south', true, 'PAT-013', 'PAT-015'],
    [`${META}.ratio`, 'eq', 2.5, true, 'OPR-001', 'PAT-017'],
    [`${META}.below`, 'gt', -5, true, 'OPR-005'],
    [`${META}.below`, 'lt', -3, true, 'OPR-007'],
    // Characters with a meaning in patterns have none here.
    [`${META}.desk`, 'contains', 'ret.il', false, 'OPR-016'],
    [`${META}.desk`, 'contains', 'ret_il', false, 'OPR-016'],
    [`${META}.desk`, 'contains', 're%il', false, 'OPR-016'],
    [`${META}.rate`, 'contains', '% (a.', true, 'OPR-015'],
    [`${META}.desk_2`, 'eq', 'annex', true, 'PAT-013', 'PAT-015'],
    [`${META}.floor`, 'in', UP_TO_A_THOUSAND, true, 'OPR-009'],
    [`${META}.floor`, 'not_in', UP_TO_A_THOUSAND, false, 'OPR-013'],
  ]),
  {
    label: 'a condition that holds, of a rule that is switched off',
    requirements: ['SCR-022'],
    send: { condition: FLOOR, holds: false, change: { isActive: false } },
  } satisfies Case<ConditionCase>,
  ...[0, 10_000].map((priority) => ({
    label: `a condition that holds, of a rule of the priority ${priority}`,
    requirements: ['SCR-017', 'SCR-002'],
    send: { condition: FLOOR, holds: true, change: { priority } },
  })),
  ...['first', 'second'].map((place) => ({
    label: `a condition that holds, of the ${place} rule of the priority 500`,
    requirements: ['SCR-002'],
    send: { condition: FLOOR, holds: true, change: { priority: 500 } },
  })),
  ...RULE_TYPES.map((ruleType) => ({
    label: `a condition that holds, of a rule of the type ${ruleType}`,
    requirements: ['RTY-002', 'SCR-002'],
    send: { condition: FLOOR, holds: true, change: { ruleType } },
  })),
  // A number does not equal a text of its digits.
  ...refusableCases('GAP-SCREENING-VALUE', [
    [`${META}.floor`, 'eq', '3', false, 'OPR-002'],
    [`${META}.digits`, 'eq', 7, false, 'OPR-002'],
    [`${META}.floor`, 'in', ['2', '3'], false, 'OPR-010'],
    [`${META}.floor`, 'neq', '3', true, 'OPR-003'],
    // Some languages equate true with 1, and false with 0.
    [`${META}.open`, 'eq', 1, false, 'OPR-002'],
    [`${META}.zero`, 'eq', false, false, 'OPR-002'],
    [`${META}.open`, 'eq', 'true', false, 'OPR-002'],
    // No value is in an empty list.
    [`${META}.desk`, 'in', [], false, 'OPR-010'],
    [`${META}.desk`, 'not_in', [], true, 'OPR-012'],
    [`${META}.open`, 'not_in', ['true'], true, 'OPR-012'],
  ]),
]

/** Operators on absent values. */
export const ABSENT_CASES = [
  ...cases([
    [`${META}.missing`, 'exists', 'x', false, 'OPR-018', 'RSV-005', 'PAT-024'],
    [`${META}.missing`, 'exists', false, false, 'OPR-018', 'CND-017'],
    [`${META}.missing`, 'neq', 'x', false, 'RSV-003'],
    [`${META}.missing`, 'not_in', ['x'], false, 'RSV-003'],
    ...Object.entries({ eq: 'x', contains: 'x', gt: 1, gte: 1, lt: 1, lte: 1 }).map(
      ([operator, value]): Row => [`${META}.missing`, operator, value, false, 'RSV-004'],
    ),
    [`${META}.missing`, 'in', ['x'], false, 'RSV-004'],
    // A member of every JavaScript object, and a key with other capitals.
    [`${META}.constructor`, 'exists', 'x', false, 'PAT-024'],
    [`${META}.Desk`, 'exists', 'x', false, 'PAT-024'],
    ['applicant.phone', 'neq', '+442079460018', false, 'RSV-001'],
    ['applicant.phone', 'exists', 'x', false, 'RSV-001', 'RSV-005'],
    ['applicant.age', 'lt', 18, false, 'RSV-001'],
    ['applicant.address.country', 'not_in', ['GB'], false, 'RSV-001'],
    ['applicant.address.country', 'exists', 'x', false, 'RSV-005'],
    ['applicant.email', 'neq', 'una@applicant.example', false, 'RSV-003'],
    ['applicant.email', 'exists', 'x', false, 'RSV-005'],
    ['applicant.email.domain', 'neq', 'applicant.example', false, 'RSV-003'],
    ['applicant.email.domain', 'exists', 'x', false, 'RSV-005'],
    ['applicant.dateOfBirth', 'neq', '1990-01-01', false, 'RSV-003'],
    ['applicant.dateOfBirth', 'exists', 'x', false, 'RSV-005'],
    ['applicant.age', 'neq', 18, false, 'RSV-003'],
    ['applicant.age', 'exists', 'x', false, 'RSV-005'],
    ['applicant.age', 'gte', 18, false, 'RSV-004'],
    ['applicant.age', 'lte', 18, false, 'RSV-004'],
    ['applicant.age', 'gt', 18, false, 'RSV-004'],
    ['fraud.country', 'not_in', ['GB'], false, 'RSV-003', 'DEV-002'],
    ['fraud.asn', 'neq', 1, false, 'RSV-002', 'DEV-002'],
    ['fraud.ipIsTorExit', 'exists', true, false, 'RSV-002', 'DEV-002'],
    ['device.behavior.headless', 'neq', true, false, 'RSV-002', 'DEV-002'],
  ]),
  // A check that the template does not have.
  ...refusableCases('GAP-PATTERN-SEGMENTS', [
    ['check.credit_history.outcome', 'exists', 'x', false, 'PAT-004'],
    ['check.credit_history.outcome', 'neq', 'pass', false, 'PAT-004', 'RSV-003'],
  ]),
  ...refusableCases('GAP-FINDING-VOCABULARY', [
    ['any.finding.vskit_nobody.severity', 'exists', 'x', false, 'PAT-006'],
  ]),
]

/** A field path of this name does not read the session's own state. */
export const SESSION_METADATA = { own: 'mine', desk: 'other' }

export const TEMPLATE_METADATA_CASES = cases([
  [`${META}.own`, 'exists', 'x', false, 'PAT-014'],
  [`${META}.desk`, 'eq', 'retail', true, 'PAT-013', 'PAT-014'],
])

/** Fields that resolve to an array: one of the applicant, two of the template's metadata. */
export const ARRAY_CASES = [
  ...cases([
    ['applicant.givenNames', 'contains', 'Ana', true, 'RSV-006', 'FLD-007'],
    ['applicant.givenNames', 'contains', 'María', true, 'RSV-006', 'FLD-007'],
    ['applicant.givenNames', 'contains', 'An', false, 'RSV-007'],
    ['applicant.givenNames', 'contains', 'Maria', false, 'RSV-007', 'RSV-015'],
    ['applicant.givenNames', 'eq', 'Ana', false, 'RSV-008'],
    ['applicant.givenNames', 'eq', 'Ana María', false, 'RSV-008'],
    ['applicant.givenNames', 'eq', 'Ana,María', false, 'RSV-008'],
    ['applicant.givenNames', 'in', ['Ana María', 'Ana,María'], false, 'RSV-009'],
    ['applicant.givenNames', 'in', ['Ana'], false, 'RSV-009'],
    ['applicant.givenNames', 'in', ['Ana', 'María'], false, 'RSV-009'],
    ['applicant.givenNames', 'neq', 'Ana', true, 'RSV-010'],
    ['applicant.givenNames', 'neq', 'Zoe', true, 'RSV-010'],
    ['applicant.givenNames', 'not_in', ['Ana'], true, 'RSV-011'],
    ['applicant.givenNames', 'not_in', ['Zoe'], true, 'RSV-011'],
    ['applicant.givenNames', 'neq', 'Ana María', true, 'RSV-010'],
    ['applicant.givenNames', 'not_in', ['Ana María', 'Ana,María'], true, 'RSV-011'],
    [`${META}.codes`, 'contains', 'a', true, 'RSV-012', 'PAT-019'],
    [`${META}.sizes`, 'contains', 2, true, 'RSV-012', 'PAT-020'],
    [`${META}.sizes`, 'contains', 3, false, 'RSV-012', 'PAT-020'],
    [`${META}.sizes`, 'in', [1, 2], false, 'RSV-012', 'PAT-020'],
    [`${META}.codes`, 'neq', 'a', true, 'RSV-012', 'PAT-019'],
    [`${META}.codes`, 'in', ['a', 'b'], false, 'RSV-012', 'PAT-019'],
    [`${META}.codes`, 'not_in', ['a', 'b'], true, 'RSV-012', 'PAT-019'],
    [`${META}.codes`, 'exists', 'x', true, 'OPR-017', 'PAT-019'],
    ['applicant.givenNames', 'exists', 'x', true, 'OPR-017'],
  ]),
  ...refusableCases('GAP-SCREENING-VALUE', [
    ['applicant.givenNames', 'eq', ['Ana', 'María'], false, 'RSV-008'],
    ['applicant.givenNames', 'neq', ['Ana', 'María'], true, 'RSV-010'],
    [`${META}.codes`, 'eq', ['a', 'b'], false, 'RSV-012', 'PAT-019'],
    [`${META}.sizes`, 'contains', '2', false, 'RSV-012', 'PAT-020'],
  ]),
]

/**
 * @param born a date of birth with the age 36 for some more months. It varies by day, so no label
 * contains it.
 */
export function applicantCases(born: string): Case<ConditionCase>[] {
  return cases([
    ['applicant.familyName', 'eq', 'Okafor Lindqvist', true, 'FLD-005', 'FLD-006'],
    ['applicant.familyName', 'eq', 'Okafor', false, 'FLD-006'],
    ['applicant.legalName', 'contains', 'Okafor', false, 'FLD-002'],
    ['applicant.name', 'contains', 'Okafor Lindqvist', true, 'FLD-004'],
    ['applicant.name', 'contains', 'Ana', true, 'FLD-004'],
    ['applicant.name', 'contains', 'María', true, 'FLD-004'],
    ['applicant.givenNames', 'contains', 'María Luz', true, 'RSV-006', 'FLD-007'],
    ['applicant.givenNames', 'contains', 'Inés', true, 'RSV-006', 'FLD-007'],
    ['applicant.givenNames', 'contains', 'Luz', false, 'RSV-007'],
    ['applicant.email', 'eq', 'ana.okafor@in.post.mail.example', true, 'FLD-009'],
    ['applicant.email', 'eq', 'Ana.Okafor@In.Post.Mail.Example', false, 'RSV-014'],
    ['applicant.email', 'neq', 'Ana.Okafor@In.Post.Mail.Example', true, 'RSV-014'],
    ['applicant.email', 'in', ['ANA.OKAFOR@IN.POST.MAIL.EXAMPLE'], false, 'RSV-016'],
    ['applicant.email', 'contains', 'Okafor@', false, 'RSV-016'],
    ['applicant.email.domain', 'eq', 'in.post.mail.example', true, 'FLD-010'],
    ['applicant.email.domain', 'eq', 'mail.example', false, 'FLD-010'],
    ['applicant.email.domain', 'contains', '@', false, 'FLD-010'],
    ['applicant.dateOfBirth', 'eq', born, true, 'FLD-012'],
    ['applicant.age', 'eq', 36, true, 'FLD-013'],
    ['applicant.age', 'gt', 36, false, 'FLD-013'],
    ['applicant.address.country', 'eq', 'GB', true, 'FLD-014'],
    ['applicant.phone', 'eq', '+442079460018', true, 'FLD-015'],
    ['check.id_verification.outcome', 'eq', 'pass', true, 'PAT-001', 'PAT-002', 'PAT-003'],
    ['check.id_verification.outcome', 'in', ['fail', 'review', 'error'], false, 'PAT-002'],
  ]).map((one) => ({ ...one, label: one.label.replace(JSON.stringify(born), 'the day of birth') }))
}

/** Two blanks, capitals, and a decomposed accent: a captured name is kept exactly. */
export const CAPTURED_NAME = 'Ana  MARI\u0301A OKAFOR-Lindqvist'

export const CAPTURED_CASES = cases([
  ['applicant.legalName', 'eq', CAPTURED_NAME, true, 'FLD-001'],
  ['applicant.legalName', 'eq', CAPTURED_NAME.replace('  ', ' '), false, 'FLD-001'],
  ['applicant.legalName', 'contains', 'okafor', false, 'RSV-016'],
  ['applicant.legalName', 'contains', 'MARIA', false, 'RSV-016'],
  ['applicant.name', 'eq', CAPTURED_NAME, true, 'FLD-003'],
  ['applicant.email.domain', 'eq', 'mail.example', true, 'FLD-011'],
  ['applicant.email.domain', 'eq', 'Mail.Example', false, 'FLD-011'],
])
