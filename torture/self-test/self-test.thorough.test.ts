import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { COMMAND, torture } from './command.ts'
import { FAULTS } from './faults.ts'

/** Time in which a part with its simulators sends the first requests. */
const STARTED_MS = 3000

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

t.test('a signal ends the simulators and deletes their folders without a message', async (t) => {
  // The second part queries its database all the time.
  for (const [part, simulators] of [
    ['fuzz', 1],
    ['replicas-network', 2],
  ] as const) {
    // PostgreSQL's socket needs a short path, and its user another one's folder.
    const TMPDIR = mkdtempSync(join(tmpdir(), 'vskit-signal-'))
    chmodSync(TMPDIR, 0o755)
    t.teardown(() => rmSync(TMPDIR, { recursive: true, force: true }))
    const folders = (): string[] =>
      readdirSync(TMPDIR).filter((name) => name.startsWith('vskit-torture'))
    const worlds = (): number =>
      folders().filter((name) => existsSync(join(TMPDIR, name, 'given-world.json'))).length
    const child = spawn(process.execPath, [COMMAND, '--part', part, '--full'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TMPDIR },
    })
    const said = text(child.stderr)
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    while (worlds() < simulators && child.exitCode === null) await sleep(20)
    await sleep(STARTED_MS)
    child.kill('SIGTERM')
    t.equal(await ended, 143, part)
    t.equal(await said, '', part)
    t.same(folders(), [], part)
  }
})
