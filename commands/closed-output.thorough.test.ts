import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const COMMAND = join(import.meta.dirname, '../bin/vskit.cjs')

/** Runs a command whose standard output nobody reads. */
async function runUnread(...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 20_000,
  })
  child.stdout.destroy()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stderr }
}

for (const args of [
  ['completion', 'bash'],
  ['conformance', 'list'],
  ['conformance', 'coverage', '--json'],
  ['check-integration', 'list'],
]) {
  t.test(`vskit ${args.join(' ')} ends silently when its output is closed`, async (t) => {
    t.strictSame({ ...(await runUnread(...args)) }, { code: 141, stderr: '' })
  })
}

t.test('a simulator shuts down when its output is closed', async (t) => {
  const ports = ['--admin-port', '--us-port', '--eu-port'].flatMap((flag) => [flag, '0'])
  t.strictSame(await runUnread('simulator', '--json', ...ports), {
    code: 0,
    stderr: 'SIGTERM: closing\n',
  })
})

t.test('a full disk is reported', { skip: !existsSync('/dev/full') }, async (t) => {
  for (const args of [
    ['conformance', 'list'],
    ['completion', 'bash'],
    ['--help'],
    ['spec', '--help'],
  ]) {
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const
    const child = spawn(process.execPath, [COMMAND, ...args], { stdio: [...stdio] })
    let stderr = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const [code] = (await once(child, 'close')) as [number | null]
    t.equal(code, 2)
    t.match(stderr, /^vskit: the output cannot be written: the disk is full\. Free some space/)
    t.notMatch(stderr, / {4}at /)
  }
})
