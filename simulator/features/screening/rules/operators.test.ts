import t from 'tap'
import type { ScreeningOperator, ScreeningValue } from '../../../../spec/generated/wire.ts'
import { OPERATORS } from './operators.ts'

/** For one resolved value: the values to compare with, each with the operators that hold. */
type Row = [value: ScreeningValue, holding: string]
const TABLE: [name: string, resolved: unknown, rows: Row[]][] = [
  [
    'a string',
    'Ana María',
    [
      ['Ana María', 'eq gte lte contains'],
      ['Ana', 'neq gt gte contains'],
      ['María', 'neq lt lte contains'],
      ['ana maría', 'neq lt lte'],
      ['Maria', 'neq lt lte'],
      ['', 'neq gt gte contains'],
      ['Zoe', 'neq lt lte'],
      [5, 'neq'],
      [true, 'neq'],
      [['Ana María', 'Zoe'], 'neq in'],
      [['Ana', 'ana maría'], 'neq not_in'],
      [[1, 2], 'neq not_in'],
      [[], 'neq not_in'],
    ],
  ],
  [
    'a day',
    '2004-02-29',
    [
      ['2004-03-01', 'neq lt lte'],
      ['2003-12-31', 'neq gt gte'],
      ['2004-02-29', 'eq gte lte contains'],
      ['2004', 'neq gt gte contains'],
    ],
  ],
  [
    'a number',
    21,
    [
      [21, 'eq gte lte'],
      [20, 'neq gt gte'],
      [22.5, 'neq lt lte'],
      ['21', 'neq'],
      ['2', 'neq'],
      [true, 'neq'],
      [[21, 22], 'neq in'],
      [[20], 'neq not_in'],
      [['21'], 'neq not_in'],
    ],
  ],
  [
    'zero',
    0,
    [
      [0, 'eq gte lte'],
      [-1, 'neq gt gte'],
      [false, 'neq'],
      ['', 'neq'],
      [[0], 'neq in'],
    ],
  ],
  [
    'true',
    true,
    [
      [true, 'eq'],
      [false, 'neq'],
      [1, 'neq'],
      ['true', 'neq'],
      [['true'], 'neq not_in'],
      [[1], 'neq not_in'],
    ],
  ],
  [
    'false',
    false,
    [
      [false, 'eq'],
      [true, 'neq'],
      [0, 'neq'],
      ['', 'neq'],
      [[0], 'neq not_in'],
    ],
  ],
  [
    'an array of strings',
    ['Ana', 'María José'],
    [
      ['Ana', 'neq contains'],
      ['María José', 'neq contains'],
      ['María', 'neq'],
      ['ana', 'neq'],
      ['Ana,María José', 'neq'],
      [2, 'neq'],
      [true, 'neq'],
      [['Ana', 'María José'], 'neq not_in'],
      [['Ana'], 'neq not_in'],
      [[], 'neq not_in'],
    ],
  ],
  [
    'an array of numbers',
    [90, 0],
    [
      [90, 'neq contains'],
      [0, 'neq contains'],
      [9, 'neq'],
      ['90', 'neq'],
      [[90, 0], 'neq not_in'],
      [[90], 'neq not_in'],
    ],
  ],
  [
    'an array of one number',
    [5],
    [
      [5, 'neq contains'],
      [4, 'neq'],
      [[5], 'neq not_in'],
    ],
  ],
]

t.test(
  'OPR-001 OPR-002 OPR-003 OPR-004 OPR-005 OPR-006 OPR-007 OPR-008 OPR-009 OPR-010 OPR-011 OPR-012 OPR-013 ' +
    'OPR-014 OPR-015 OPR-016 OPR-017 OPR-019 RSV-006 RSV-007 RSV-008 RSV-009 RSV-010 RSV-011 RSV-012 RSV-014 RSV-015 RSV-016 ' +
    'each operator on each kind of value',
  async (t) => {
    const operators = Object.keys(OPERATORS) as ScreeningOperator[]
    t.strictSame([...operators].sort(), [
      'contains',
      'eq',
      'exists',
      'gt',
      'gte',
      'in',
      'lt',
      'lte',
      'neq',
      'not_in',
    ])
    for (const [name, resolved, rows] of TABLE) {
      for (const [value, holding] of rows) {
        const held = operators.filter((operator) => OPERATORS[operator](resolved, value))
        t.strictSame(
          held.sort(),
          [...holding.split(' '), 'exists'].sort(),
          `${name} against ${JSON.stringify(value)}`,
        )
      }
    }
  },
)

t.test('RSV-008 an array from JSON does not equal the array of the field', async (t) => {
  const resolved = ['Ana']
  t.notOk(OPERATORS.eq(resolved, JSON.parse(JSON.stringify(resolved)) as string[]))
})
