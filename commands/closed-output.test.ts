import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
