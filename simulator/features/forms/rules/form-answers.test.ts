import t from 'tap'
import type { CustomFormConfig } from '../../../../spec/generated/wire.ts'
import { answerIssues } from './form-answers.ts'
import type { FormAnswer } from './form-rules.ts'

const form: CustomFormConfig = {
  questions: [
    { id: 'one', type: 'single_choice', label: 'One', options: ['A', 'B'], required: true },
    { id: 'many', type: 'multiple_choice', label: 'Many', options: ['A', 'B'] },
    { id: 'yes', type: 'yes_no', label: 'Yes?' },
    { id: 'count', type: 'number', label: 'Count' },
    { id: 'day', type: 'date', label: 'Day' },
    { id: 'text', type: 'text', label: 'Text' },
    { id: 'mail', type: 'email', label: 'Mail' },
    { id: 'phone', type: 'phone', label: 'Phone' },
  ],
}

const accepted: [id: string, answer: FormAnswer][] = [
  ['one', 'B'],
  ['many', ['B', 'A']],
  ['many', []],
  ['yes', false],
  ['count', -1.5],
  ['count', 0],
  ['day', '2024-02-29'],
  ['text', 'anything'],
  ['text', ''],
  ['mail', 'ana@mail.example'],
  ['mail', 'x@'],
  ['phone', '070-174 06 05'],
]
for (const [id, answer] of accepted) {
  t.strictSame(
    answerIssues(form, { one: 'A', [id]: answer }),
    [],
    `${id} takes ${JSON.stringify(answer)}`,
  )
}

const refused: [id: string, answer: FormAnswer][] = [
  ['one', 'C'],
  ['one', 'a'],
  ['one', true],
  ['one', ['A']],
  ['many', 'A'],
  ['many', ['A', 'C']],
  ['many', ['A', 'A']],
  ['yes', 'yes'],
  ['yes', 1],
  ['count', '1'],
  ['count', Infinity],
  ['day', '2026-02-29'],
  ['day', '2026-2-1'],
  ['day', 20261120],
  ['text', 7],
  ['mail', true],
  ['phone', 46],
  ['nobody', 'x'],
  ['constructor', 'x'],
]
for (const [id, answer] of refused) {
  const issues = answerIssues(form, { one: 'A', [id]: answer })
  t.match(
    issues,
    [{ code: 'custom', path: [id], param: id }],
    `${id} refuses ${JSON.stringify(answer)}`,
  )
  t.equal(issues.length, 1)
}

t.test('a required question must be answered', async (t) => {
  for (const answers of [{}, { one: '' }]) {
    const required = { code: 'invalid_type', path: ['one'], message: 'Required', param: 'one' }
    t.strictSame(answerIssues(form, answers), [required])
  }
})

t.test('every problem is reported at once', async (t) => {
  const issues = answerIssues(form, { stray: 1, count: 'x', day: 'x' })
  t.strictSame(
    issues.map(({ path }) => path[0]),
    ['stray', 'one', 'count', 'day'],
  )
})
