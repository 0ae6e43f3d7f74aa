import t from 'tap'
import { torture } from './command.ts'

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
