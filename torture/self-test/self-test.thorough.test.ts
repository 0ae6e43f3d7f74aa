import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { COMMAND, torture } from './command.ts'
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

t.test('a case is repeated by its number, and an unknown part is an error', async (t) => {
  const { code, reports } = await torture('--part', 'raw-http', '--case', '500')
  t.equal(code, 0)
  t.match(reports, [{ cases: 1, of: 1, findings: [] }])
  const child = spawn(process.execPath, [COMMAND, '--part', 'nothing'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = await text(child.stderr)
  t.match(said, /Unknown part nothing\. Choose one of: raw-http/)
})

t.test('a signal ends the simulators and deletes their folders', async (t) => {
  const TMPDIR = t.testdir()
  const files = (): string[] =>
    readdirSync(TMPDIR, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.startsWith('vskit-torture'),
    )
  const child = spawn(process.execPath, [COMMAND, '--part', 'fuzz', '--full'], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR },
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  while (!files().some((name) => name.endsWith('world.json')) && child.exitCode === null)
    await sleep(20)
  child.kill('SIGTERM')
  t.equal(await ended, 143)
  t.same(files(), [])
})
