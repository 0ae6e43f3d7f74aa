import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { runs } from '../../simulator/testing/process.ts'
import type { RunReport } from '../../conformance/run/result.ts'
import { run } from '../self-test/command-run.ts'

const CLI = join(import.meta.dirname, '../../cli.ts')
const FOREVER = 'setInterval(() => undefined, 1000)'
const HELPER = /helper (\d+)/

/** Arguments with a driver that first starts a process, such as a backend, and prints its id. */
function withDriver(t: Test, program: string): string[] {
  const folder = t.testdir({ 'helper.js': FOREVER, 'main.js': program })
  const node = `"${process.execPath}"`
  const drive = `cd "${folder}"; ${node} helper.js & echo "helper $!"; ${node} main.js`
  return ['--log', '--drive', drive]
}

async function hasEnded(pid: number): Promise<void> {
  while (runs(pid)) await sleep(20)
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  t.test(`${signal} ends the driver and the processes that it started`, async (t) => {
    const args = [CLI, 'check-integration', ...withDriver(t, FOREVER)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const [line] = (await once(child.stderr, 'data')) as [Buffer]
    const [, helper] = HELPER.exec(line.toString())!
    child.kill(signal)
    t.strictSame(await once(child, 'exit'), [code, null])
    await hasEnded(Number(helper))
  })

t.test('the reports of a run that a signal ends name the checks that did not run', async (t) => {
  const driver = `
    console.log(JSON.stringify({ ready: true, can: ['begin'] }))
    process.stdin.on('data', () => console.error('asked'))
  `
  const report = join(t.testdir(), 'report.json')
  const args = [CLI, 'check-integration', ...withDriver(t, driver), '--report-json', report]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  for await (const data of child.stderr) if (String(data).includes('asked')) break
  child.kill('SIGINT')
  t.strictSame(await once(child, 'exit'), [130, null])
  const { ended_early, checks } = JSON.parse(readFileSync(report, 'utf8')) as RunReport
  t.equal(ended_early!.because, 'the run was ended by SIGINT')
  t.ok(ended_early!.not_run.length > 10)
  t.notOk(checks.some(({ id }) => ended_early!.not_run.includes(id)))
})

t.test('a driver that ends is reported at once, also if its backend still runs', async (t) => {
  const started = performance.now()
  const { code, err } = await run(...withDriver(t, 'console.error("no database"); process.exit(3)'))
  t.equal(code, 2)
  t.match(err, /ended with exit code 3 before it was ready; its last output:[^]*no database/)
  t.ok(performance.now() - started < 30_000, 'before the time limit of the driver')
  const [, helper] = HELPER.exec(err)!
  await hasEnded(Number(helper))
})
