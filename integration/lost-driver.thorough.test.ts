import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { run, SECRET } from './self-test/command-run.ts'

const READY =
  'console.log(JSON.stringify({ready: true, can: ["begin", "result", "image", "browser_token", "verify"]}))\n'

/** Arguments with a driver that is ready, and then runs a program. */
function driven(t: Test, program: string, ...args: string[]): string[] {
  const file = join(t.testdir({ 'drive.js': READY + program }), 'drive.js')
  return ['--drive', `"${process.execPath}" "${file}"`, ...args]
}

t.test('a driver that ends is reported once, and ends the run', async (t) => {
  const program = `process.stdin.once('data', () => { console.error('TypeError: boom'); process.exit(9) })`
  const { code, out } = await run(...driven(t, program))
  t.equal(code, 2, out)
  t.equal(out.split('ended with exit code 9').length, 2, out)
  t.match(out, /ended with exit code 9 during the run[^]*its last output:\s+TypeError: boom/)
  t.match(out, /note: \d+ checks did not run/)
  t.match(out, /not judged: 1 check could not be judged/)
  t.notMatch(out, /harness error|CLI-007/)
})

t.test('without a request of the backend, no duty about requests is broken', async (t) => {
  const checks = ['region', 'waits-for-reset', 'final-refusals', 'lost-response']
  const only = ['--only', ...checks.map((check) => `backend.${check}`)]
  const silent = driven(t, 'process.stdin.resume()', ...only, '--timeout', '2')
  const { code, out } = await run(...silent)
  t.equal(code, 2, out)
  t.match(out, /backend\.region: no request reached .*did not respond to "begin" within 2 s/)
  t.match(out, /did not respond to 3 operations in a row .*--timeout[^]*2 checks did not run/)
  t.notMatch(out, /fail {2}/)

  const failing = `
    process.stdin.on('data', (line) =>
      console.log(JSON.stringify({id: JSON.parse(line).id, error: 'database is down'})))`
  const failed = await run(...driven(t, failing, ...only))
  t.equal(failed.code, 2, failed.out)
  t.notMatch(failed.out, /fail {2}/)
})

t.test('a backend that begins no verification is reported once', async (t) => {
  const failing = `
    process.stdin.on('data', (lines) => {
      for (const line of String(lines).trim().split('\\n')) {
        const { id, do: operation } = JSON.parse(line)
        const told = operation === 'verify' ? { result: { verdict: 'undecided' } } : { error: 'database is down' }
        console.log(JSON.stringify({ id, ...told }))
      }
    })`
  const areas = ['backend', 'documents'].flatMap((area) => ['--area', area])
  const { code, out } = await run(...driven(t, failing, ...areas))
  t.equal(out.split('database is down').length, 2, out)
  t.match(out, /blocked by set-up {2}backend\.region: .*failed at "begin": database is down/)
  t.match(
    out,
    /the backend began no verification; repair "begin" first: --only backend\.region --log \(7 checks without a result\)/,
  )
  t.match(out, /documents\.hash-only/, 'checks that need no verification run')
  t.equal(code, 1, 'a broken duty of the others decides')
})

t.test('a receiver that ends between two checks is no fault of it', async (t) => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end())
    if (request.headers['x-webhook-origin'] === 'test_ping') server.close()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const args = ['--webhook', `http://127.0.0.1:${port}/`, '--secret', SECRET]
  const { code, out } = await run(...args, '--only', 'receiver.event-types', 'receiver.test-ping')
  t.equal(code, 2, out)
  t.match(out, /nothing listens at the receiver http:[^]*any more: its log may say why/)
})

t.test('a receiver that ends because of a webhook fails', async (t) => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.headers['x-webhook-origin'] === 'test_ping') return response.writeHead(200).end()
      server.close()
      server.closeAllConnections()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = (server.address() as AddressInfo).port
  const args = ['--webhook', `http://127.0.0.1:${at}/`, '--secret', SECRET]
  const { code, out } = await run(...args, '--only', 'receiver.signature')
  t.equal(code, 1, out)
  t.match(out, /fail {2}receiver\.signature/)
})
