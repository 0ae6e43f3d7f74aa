import t from 'tap'
import type { CheckResult, Expectation } from '../run/result.ts'
import { mostBroken } from './most-broken.ts'

type Given = readonly [requirement: string, expected: string, got: string]

function failed(id: string, ...broken: Given[]): CheckResult {
  const expectations = broken.map(
    ([requirement, expected, got]) => ({ requirement, expected, got, holds: false }) as Expectation,
  )
  return { id, outcome: 'fail', expectations } as unknown as CheckResult
}

t.test('the values that most failed checks share come first', async (t) => {
  const holds = { requirement: 'ENV-003', got: 'nothing', holds: true } as Expectation
  const body: Given = ['ENV-001', 'an error body', 'without doc_url']
  const status: Given = ['ERR-001', '422', '400 validation_error']
  const checks = [
    failed('a', body, ['APP-018', '422 for a number', '400 validation_error']),
    failed('b', status, status, body),
    failed('c', status, ['ENV-003', 'a URL', 'nothing']),
    failed('d', status, ['LIM-024', 'seconds', 'nothing']),
    { ...failed('e'), outcome: 'pass', expectations: [holds] } as CheckResult,
  ]
  t.strictSame(mostBroken(checks), [
    'most frequent in failed checks; repair these first',
    '  4 checks  expected 422, got 400 validation_error (ERR-001 and 1 other)',
    '  2 checks  expected an error body, got without doc_url (ENV-001)',
    '',
  ])
})

t.test('few failures need no list, nor do failures that share nothing', async (t) => {
  const alone = ['a', 'b', 'c', 'd'].map((id) => failed(id, [`EXA-${id}`, '1', 'nothing']))
  t.strictSame(mostBroken(alone), [])
  const few = ['a', 'b', 'c'].map((id) => failed(id, ['ERR-001', '422', '400']))
  t.strictSame(mostBroken(few), [])
})
