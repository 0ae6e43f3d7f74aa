import t from 'tap'
import { ran, SMALL } from '../testing.ts'

const LIMITS = 'values:\n  notes_max: { value: 5, unit: count, source: contract, why: x }\n'
const limits = (value: number) =>
  JSON.stringify({ values: { notes_max: { value, unit: 'count', source: 'contract', why: 'x' } } })

t.test('a table that became JSON is compared by its values', async (t) => {
  const diff = async (files: Record<string, string>) =>
    ran(
      t.testdir({
        old: { 'openapi.yaml': SMALL, 'limits.yaml': LIMITS, 'notes.yaml': 'a: 1 # one\n' },
        new: { 'openapi.yaml': SMALL, ...files },
      }),
      'diff',
      '--base',
      'old',
      '--head',
      'new',
      '--fail-on',
      'risky',
    )
  const same = await diff({ 'limits.json': limits(5), 'notes.json': '{"a":1}' })
  t.match(same, { code: 0, err: '' })
  t.match(same.out, /0 changes/)
  const fewer = await diff({ 'limits.json': limits(4), 'notes.yaml': 'a: 1\n' })
  t.match(fewer, { code: 1, out: /limit-value-changed[\s\S]*limits\.json/ })
  t.notMatch(fewer.out, /file-changed/)
  const both = await diff({ 'limits.yaml': LIMITS, 'limits.json': limits(4), 'notes.json': '{}' })
  t.match(both, { code: 1, out: /limits\.json added/ }, 'a second table is a file without a rule')
  t.match(both.out, /notes\.json changed/)
})
