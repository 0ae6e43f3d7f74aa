import { type Case, requirementsOf } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import {
  comparing,
  expectRulesRefused,
  expectRulesAccepted,
  group,
  newTemplate,
  rule,
} from '../../check/resources/templates.ts'

const condition = (label: string, condition: unknown, ...requirements: string[]): Case => ({
  label,
  send: rule({ condition }),
  requirements,
})

const many = <T>(length: number, make: (i: number) => T): T[] =>
  Array.from({ length }, (_, i) => make(i))
const texts = (length: number) => many(length, (i) => `t${i}`)
const numbers = (length: number) => many(length, (i) => i)
const leaf = comparing({})
/** Different from each other, because the contract leaves open whether a list may repeat an entry (GAP-DUPLICATES). */
const leaves = (length: number, from = 0) =>
  many(length, (i) => comparing({ value: `v${from + i}@b.example` }))

/** Returns a readable field path of exactly that length. */
const fieldOf = (length: number) => 'session.metadata.'.padEnd(length, 'k')

/** Operators of custom forms, which screening rules do not have. */
const FORM_OPERATORS = ['includes', 'not_includes', 'ends_with']

/** Operators of other rule engines. */
const FURTHER_OPERATORS = ['not_contains', 'not_exists', 'matches', 'starts_with', '==']

/** Types that a value cannot have. */
const VALUES: readonly [string, unknown][] = [
  ['an object', { a: 1 }],
  ['null', null],
  ['an array of booleans', [true, false]],
  ['an array of mixed types', ['a', 1]],
  ['an array of arrays', [['a']]],
]

/** Conditions that servers accept if they convert types, or ignore capitals. */
export const MISTYPED: readonly Case[] = [
  condition('the kind FIELD, in capitals', { ...leaf, kind: 'FIELD' }, 'CND-001'),
  condition('a list of conditions', [leaf], 'CND-002'),
  condition('a field that is a number', comparing({ field: 7 }), 'CND-003'),
  condition('the operator EQ, in capitals', comparing({ operator: 'EQ' }), 'CND-008'),
  condition('an array with null', comparing({ operator: 'in', value: ['a', null] }), 'CND-014'),
  condition('children in an object', { kind: 'group', op: 'OR', children: { a: leaf } }, 'CND-020'),
  condition('a child that is null', group('OR', leaf, null), 'CND-026'),
]

/** Errors in conditions that are tested below one group and below two. */
const BELOW: readonly [string, unknown][] = [
  ['a child without a kind', { ...leaf, kind: undefined }],
  ['a child with no operator', { ...leaf, operator: undefined }],
  ['a child with a field of 121 characters', comparing({ field: fieldOf(121) })],
  ['a child group of no children', group('AND')],
  ['a child with a value that is an object', comparing({ value: { a: 1 } })],
  ['a child with an array of mixed types', comparing({ operator: 'in', value: ['a', 1] })],
  ['a child with 1001 texts', comparing({ operator: 'in', value: texts(1001) })],
]

/** The limits hold for rules that are switched off, since they can be switched on. */
const SWITCHED_OFF: readonly [string, unknown, ...string[]][] = [
  ['1001 texts', comparing({ operator: 'in', value: texts(1001) }), 'CND-016'],
  ['an array of mixed types', comparing({ operator: 'in', value: ['a', 1] }), 'CND-014'],
  ['a field of 121 characters', comparing({ field: fieldOf(121) }), 'CND-006'],
  ['an unknown operator', comparing({ operator: 'resembles' }), 'CND-008'],
  ['a group of 21 children', group('OR', ...many(21, () => leaf)), 'CND-024'],
]

export const REFUSED_CONDITIONS: readonly Case[] = [
  condition('a condition with an unknown kind', { ...leaf, kind: 'zebra' }, 'CND-001'),
  condition('a condition without kind', { ...leaf, kind: undefined }, 'CND-002'),
  condition('a condition without field', comparing({ field: undefined }), 'CND-003'),
  condition('an empty field', comparing({ field: '' }), 'CND-004', 'LMT-003'),
  condition('a field of 121 characters', comparing({ field: fieldOf(121) }), 'CND-006', 'LMT-003'),
  condition('no operator', comparing({ operator: undefined }), 'CND-007'),
  condition('an unknown operator', comparing({ operator: 'resembles' }), 'CND-008'),
  ...FORM_OPERATORS.map((operator) =>
    condition(
      `the operator ${operator}, of forms`,
      comparing({ operator }),
      'CND-008',
      'OPR-019',
      'FRM-033',
    ),
  ),
  ...VALUES.map(([label, value]) =>
    condition(`a value that is ${label}`, comparing({ value }), 'CND-014'),
  ),
  condition(
    '1001 strings as value',
    comparing({ operator: 'in', value: texts(1001) }),
    'CND-016',
    'LMT-004',
  ),
  condition(
    '1001 numbers as value',
    comparing({ operator: 'in', value: numbers(1001) }),
    'CND-016',
    'LMT-004',
  ),
  condition('a group of XOR', group('XOR', leaf), 'CND-018'),
  condition('a group with op in lower case', group('and', leaf), 'CND-018'),
  condition('a group without op', group(undefined, leaf), 'CND-019'),
  condition('a group without children', { kind: 'group', op: 'OR' }, 'CND-020'),
  condition('a group with an empty list of children', group('OR'), 'CND-021', 'LMT-002'),
  condition('a group of 21 children', group('OR', ...many(21, () => leaf)), 'CND-024', 'LMT-002'),
  condition(
    '21 children at depth two',
    group('OR', group('AND', ...many(21, () => leaf))),
    'LMT-002',
    'CND-026',
  ),
  ...BELOW.flatMap(([label, child]) => [
    condition(`${label}, one level down`, group('AND', leaf, child), 'CND-026'),
    condition(`${label}, two levels down`, group('OR', leaf, group('AND', leaf, child)), 'CND-026'),
  ]),
  ...SWITCHED_OFF.map(([label, wrong, ...requirements]): Case => ({
    label: `${label}, switched off`,
    send: rule({ isActive: false, condition: wrong }),
    requirements,
  })),
  ...MISTYPED,
]

/** Operators with values that none of them takes; apart, because each check has one rate-limit window. */
export const REFUSED_OPERANDS: readonly Case[] = [
  ...FURTHER_OPERATORS.map((operator) =>
    condition(`the operator ${operator}`, comparing({ operator }), 'CND-008', 'OPR-019'),
  ),
  ...(['not_in', 'eq', 'contains'] as const).map((operator) =>
    condition(
      `1001 strings with ${operator}`,
      comparing({ operator, value: texts(1001) }),
      'CND-016',
      'LMT-004',
    ),
  ),
  condition('a group of NOT', group('NOT', leaf), 'CND-018'),
  condition('a group of or, in lower case', group('or', leaf), 'CND-018'),
  ...['in', 'not_in'].map((operator) =>
    condition(
      `an array of mixed types with ${operator}`,
      comparing({ operator, value: ['a', 1, 'b'] }),
      'CND-014',
    ),
  ),
  condition(
    'a number in a list of texts',
    comparing({ operator: 'in', value: [1, 'a'] }),
    'CND-014',
  ),
  condition(
    'a text after nine numbers',
    comparing({ operator: 'in', value: [...numbers(9), 'a'] }),
    'CND-014',
  ),
]

/** Each operator with a value of a suitable type. The contract leaves other types open (GAP-SCREENING-VALUE). */
const OPERATORS: readonly [operators: string[], change: Parameters<typeof comparing>[0]][] = [
  [['eq', 'neq', 'contains', 'exists'], {}],
  [['gt', 'gte', 'lt', 'lte'], { field: 'applicant.age', value: 18 }],
  [['in', 'not_in'], { value: ['una@applicant.example'] }],
]

export const ACCEPTED_CONDITIONS: readonly Case[] = [
  condition('a field of 120 characters', comparing({ field: fieldOf(120) }), 'CND-005', 'LMT-003'),
  ...OPERATORS.flatMap(([operators, change]) =>
    operators.map((operator) =>
      condition(`the operator ${operator}`, comparing({ operator, ...change }), 'OPR-019'),
    ),
  ),
  condition('a value that is a string', leaf, 'CND-009'),
  condition(
    'a value that is a number',
    comparing({ field: 'applicant.age', operator: 'gte', value: 18 }),
    'CND-010',
  ),
  condition('a boolean value', comparing({ field: 'fraud.ipIsTorExit', value: true }), 'CND-011'),
  condition('strings as value', comparing({ operator: 'in', value: texts(2) }), 'CND-012'),
  condition(
    'numbers as value',
    comparing({ field: 'fraud.asn', operator: 'in', value: numbers(2) }),
    'CND-013',
  ),
  condition('1000 texts', comparing({ operator: 'in', value: texts(1000) }), 'CND-015', 'LMT-004'),
  condition(
    '1000 numbers',
    comparing({ field: 'fraud.asn', operator: 'in', value: numbers(1000) }),
    'CND-015',
    'LMT-004',
  ),
  ...[
    ['a text', 'a'],
    ['a number', 1],
    ['a boolean', false],
    ['a list', ['a']],
  ].map(([label, value]) =>
    condition(
      `exists beside ${String(label)}`,
      comparing({ operator: 'exists', value }),
      'CND-017',
    ),
  ),
  condition('a group of AND', group('AND', ...leaves(2)), 'CND-001', 'CND-018'),
  condition('a group of OR', group('OR', ...leaves(2)), 'CND-018'),
  condition('a group of one child', group('OR', leaf), 'CND-022', 'LMT-002'),
  condition('a group of 20 children', group('OR', ...leaves(20)), 'CND-023', 'LMT-002'),
  condition(
    '20 groups of 20 children',
    group('OR', ...many(20, (i) => group('AND', ...leaves(20, 20 * i)))),
    'LMT-002',
  ),
  condition(
    'groups three deep',
    group('AND', leaf, group('OR', leaf, group('AND', leaf))),
    'CND-025',
  ),
]

export const templateConditionChecks: readonly Check[] = [
  {
    id: 'templates.conditions-taken',
    area: 'templates',
    requirements: requirementsOf(ACCEPTED_CONDITIONS),
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Rules use long block lists and nested groups; the limits must be exact.',
    async run(ctx) {
      await expectRulesAccepted(ctx, await newTemplate(ctx), ACCEPTED_CONDITIONS)
    },
  },
  {
    id: 'templates.conditions-refused',
    area: 'templates',
    requirements: requirementsOf(REFUSED_CONDITIONS),
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'A rule with an accepted but invalid condition matches always or never.',
    async run(ctx) {
      // Shows that each refusal below has one cause.
      await newTemplate(ctx, [rule()])
      await expectRulesRefused(ctx, REFUSED_CONDITIONS)
    },
  },
  {
    id: 'templates.operands-refused',
    area: 'templates',
    requirements: requirementsOf(REFUSED_OPERANDS),
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'A limit that holds for one operator only lets the others evaluate what nobody meant.',
    async run(ctx) {
      await newTemplate(ctx, [rule()])
      await expectRulesRefused(ctx, REFUSED_OPERANDS)
    },
  },
]
