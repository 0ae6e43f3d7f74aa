import t from 'tap'
import fc from 'fast-check'
import { workflowIssues } from './workflow-issues.ts'

const places = (steps: unknown, idOf?: (place: number) => string): string[] =>
  workflowIssues(steps, idOf).map(({ path }) => path.join('.'))
const form = (...rules: object[]): object => ({
  type: 'custom_form',
  config: { questions: [{ id: 'pets', type: 'yes_no', label: 'Pets?' }], rules },
})
const rule = (questionId: string, op: string): object => ({
  when: { questionId, op, value: true },
  action: 'flag_for_review',
})

t.test('step ids are unique, whether given or generated', async (t) => {
  const step = (id?: string): object => ({
    ...(id !== undefined && { id }),
    type: 'credit_history',
  })
  t.strictSame(places([step('a'), step('b')]), [])
  t.strictSame(places([step('a'), step('b'), step('a'), step('a')]), ['2.id', '3.id'])
  const byPlace = (place: number): string => `step_${place + 1}`
  t.strictSame(places([step('step_2'), step()], byPlace), ['1.id'])
  t.strictSame(places([step(), step('step_1')], byPlace), ['1.id'])
  t.strictSame(places([step(), step()]), [], 'the schema rejects steps without ids')
})

t.test('the rules of each form are reported with their path', async (t) => {
  t.strictSame(
    places([
      { type: 'credit_history' },
      form(rule('pets', 'eq'), rule('pets', 'gt'), rule('rats', 'eq')),
    ]),
    ['1.config.rules.1.when.op', '1.config.rules.2.when.questionId'],
  )
  t.strictSame(
    places([{ ...form(rule('pets', 'gt')), type: 'esign' }]),
    [],
    'a step is a form by its type',
  )
})

t.test('values that are not steps do not throw', async () => {
  const step = fc.oneof(
    fc.anything(),
    fc.record({ type: fc.constant('custom_form'), config: fc.anything(), id: fc.anything() }),
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(step)), (steps) =>
      Array.isArray(workflowIssues(steps)),
    ),
  )
})
