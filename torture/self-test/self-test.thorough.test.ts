import t from 'tap'
import { torture } from './command.ts'
import { FAULTS } from './faults.ts'

t.test('the part limits finds a limiter that admits one request too many', async (t) => {
  const { part } = FAULTS['limiter-one-over']!
  const { code, reports } = await torture(
    `--part=${part}`,
    '--fault=limiter-one-over',
    '--minutes=0.01',
  )
  t.equal(code, 1)
  // Four classes are tested at once: any of them may be reported first.
  const { problem, command } = reports[0]!.findings[0]!
  const [, served, budget] = /: (\d+) of 500 served, the budget is (\d+)/.exec(problem)!
  t.equal(Number(served), Number(budget) + 1)
  t.match(command, /--part limits --store memory --seed 1 --case 0/)
})

t.test('short runs of some parts with random seeds have no findings', async (t) => {
  // `npm run torture -- --quick` runs more parts after each change.
  const parts = process.env.TEST_FULL
    ? ['raw-http', 'model', 'security', 'upgrade']
    : ['raw-http', 'model']
  const seed = String(Date.now() % 1_000_000)
  const { code, reports } = await torture(
    ...parts.flatMap((part) => ['--part', part]),
    '--minutes=0.02',
    `--seed=${seed}`,
  )
  t.strictSame(
    reports.flatMap(({ part, findings }) =>
      findings.map((finding) => ({ part, seed, ...finding })),
    ),
    [],
  )
  t.equal(code, 0)
  t.strictSame(reports.map(({ part }) => part).sort(), parts.sort())
})
