import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { COMMAND, torture } from './command.ts'

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
