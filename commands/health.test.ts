import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runVskit, startVskit } from './testing.ts'

t.test('health has exit code 1 while data cannot be written', async (t) => {
  const cwd = t.testdir({ data: {} })
  const at = { cwd, env: { VSKIT_CONTROL_URL: '' } }
  const ports = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
  const simulator = startVskit(t, ['simulator', '--json', '--data-dir', 'data', ...ports], at)
  const { control } = JSON.parse(await simulator.says(/\n/)) as { control: string }
  const health = (...flags: string[]) => runVskit(t, ['health', ...flags], at)
  t.match(await health(), { code: 0, stdout: /^ok: / })
  // The world is written to a file of this name first.
  const obstacle = join(cwd, 'data', '.world.json.tmp')
  mkdirSync(obstacle)
  const { status } = await fetch(`${control}/clock/freeze`, { method: 'POST' })
  t.equal(status, 500)
  const problem = `${join(cwd, 'data', 'world.json')} cannot be written: it is a folder. Name a file.`
  const failing = await health()
  t.match(failing, { code: 1, stdout: /^failing: / })
  t.equal(failing.stdout.split('\n')[1]?.trim(), problem)
  const { code, stdout } = await health('--json')
  t.equal(code, 1)
  t.match(JSON.parse(stdout), { status: 'failing', problems: [problem] })
  rmdirSync(obstacle)
  t.match(await health(), { code: 0, stdout: /^ok: / })
  const { stderr } = await simulator.kill('SIGTERM')
  t.equal(stderr, `${problem} Until then, requests that change data get 500.\nSIGTERM: closing\n`)
})
