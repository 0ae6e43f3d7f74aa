import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createSimulator } from '../library/vskit.ts'
import { runVskit } from './testing.ts'

const COMMAND = join(import.meta.dirname, '../bin/vskit.cjs')

async function serve(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('another server that answers in JSON is reported', async (t) => {
  const other = await serve(t, (_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"data":{"id":"vs_1"}}')
  })
  const folder = t.testdir({ 'state.json': '{}' })
  const run = (...args: string[]) => runVskit(t, ['snapshot', ...args], { cwd: folder })
  const at = ['--control', other]
  const reports = await Promise.all([
    run('save', ...at),
    run('list', ...at),
    run('load', ...at),
    run('import', 'state.json', ...at),
    run('export', 'new.json', ...at),
  ])
  t.strictSame(
    reports.map(({ code }) => code),
    [1, 1, 1, 1, 2],
  )
  for (const { stderr } of reports) t.match(stderr, 'is not the control API of a simulator')
})

t.test('a file that is no snapshot is named, with the reason', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const folder = t.testdir({ 'README.md': '# Read me' })
  const args = ['snapshot', 'import', 'README.md', '--control', simulator.control.url]
  t.match(await runVskit(t, args, { cwd: folder }), {
    code: 2,
    stderr:
      /README\.md cannot be imported\. .*not a snapshot file\. Name a file that vskit snapshot export wrote\./,
  })
})

t.test('an export ends silently when its output is closed', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  // A shell: Node gives its children sockets, which /dev/stdout cannot open.
  const run = '{ "$0" "$1" snapshot export /dev/stdout --control "$2"; echo $? >&2; } | head -c 3'
  const child = spawn('sh', ['-c', run, process.execPath, COMMAND, simulator.control.url])
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => (output.stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output.stderr += text.toString()))
  await once(child, 'close')
  t.strictSame(output, { stdout: '{"f', stderr: '141\n' })
})
