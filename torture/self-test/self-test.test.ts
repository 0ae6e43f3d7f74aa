import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Report } from '../run.ts'
import { FAULTS } from './faults.ts'

const COMMAND = fileURLToPath(new URL('../command.ts', import.meta.url))

/** Runs the torture test as a user does. */
async function torture(...args: string[]): Promise<{ code: number | null; reports: Report[] }> {
  const child = spawn(process.execPath, [COMMAND, '--seed', '1', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [stdout, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  return { code, reports: lines.map((line) => JSON.parse(line) as Report) }
}

t.test('the part of limits finds a limiter that lets one request more through', async (t) => {
  const { part } = FAULTS['limiter-one-over']!
  const { code, reports } = await torture(
    `--part=${part}`,
    '--fault=limiter-one-over',
    '--minutes=0.01',
  )
  t.equal(code, 1)
  // Four classes are asked at once: any of them may be told first.
  const { problem, command } = reports[0]!.findings[0]!
  const [, served, budget] = /: (\d+) of 500 served, the budget is (\d+)/.exec(problem)!
  t.equal(Number(served), Number(budget) + 1)
  t.match(command, /--part limits --store memory --seed 1 --case 0/)
})

t.test('a case is repeated by its number, and an unknown part is an error', async (t) => {
  const { code, reports } = await torture('--part', 'raw-http', '--case', '500')
  t.equal(code, 0)
  t.match(reports, [{ cases: 1, of: 1, findings: [] }])
  const child = spawn(process.execPath, [COMMAND, '--part', 'nothing'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = await text(child.stderr)
  t.match(said, /There is no part nothing\. Choose of: raw-http/)
})

t.test('a moment of some parts finds nothing, with another seed each time', async (t) => {
  // The weekly run attacks with the others, too, as `npm run torture -- --quick` does after each change.
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
