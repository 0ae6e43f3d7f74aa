import t from 'tap'
import { ProcessGroup } from '../../process/process-group.ts'
import { SCREENED, rulesOf } from './rules.ts'
import { screeningTable } from './table.ts'

t.test('the engine reports matched rules, evaluations and CPU time', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const engine = group.start(
    'engine',
    group.script('../simulator/features/screening/rules/evaluate-process'),
    { messages: true },
  )
  const answer = await engine.ask({
    rules: rulesOf({ rules: 3, depth: 2, entries: 4 }),
    screened: SCREENED,
    seconds: 0.05,
  })
  t.match(answer, { fired: 3, evaluations: Number, cpu_seconds: Number })
})

t.test('the table shows the cost of doubling', async (t) => {
  const summary = (median: number) => ({ median, min: 1.5, max: 2.5, count: 5 })
  const figure = {
    name: 'half the rules',
    rules: 50,
    depth: 20,
    entries: 1000,
    per_second: [2000],
    doublings: [2],
  }
  const [, first, second] = screeningTable([
    { ...figure, name: 'at the limits', summary: summary(1000), doubling: summary(1) },
    { ...figure, summary: summary(2000), doubling: summary(2) },
  ])
  t.strictSame(first, ['at the limits', '50', '20', '1,000', '1,000', '1.00', '', ''])
  t.strictSame(second, [
    'half the rules',
    '50',
    '20',
    '1,000',
    '2,000',
    '0.50',
    '2.00x',
    '1.50 to 2.50',
  ])
})

t.test('the rules of the benchmark have the stated size', async (t) => {
  const text = JSON.stringify(rulesOf({ rules: 2, depth: 3, entries: 5 }))
  t.equal(text.split('"ruleType"').length - 1, 2)
  t.equal(text.split('"group"').length - 1, 6)
  t.equal(text.split(SCREENED.applicant.phone).length - 1, 2, 'last in the array of each')
  t.equal(text.split('+1415').length - 1, 10)
})
