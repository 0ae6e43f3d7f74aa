import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { RunReport } from './run/result.ts'
import { serve } from './testing/serve.ts'

const CLI = join(import.meta.dirname, '../cli.ts')

interface Call {
  action?: string
  run_id?: string
}

/** A provider of states, and a service that does not answer requests with its keys. */
function provider(
  t: Test,
  called: (call: Call) => void,
  answers: (call: Call) => boolean = () => true,
): Promise<string> {
  return serve(t, ({ method, url, headers }, body, response) => {
    const json = (value: unknown) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    if (url !== '/states') {
      // The requests of checks hang, so the run goes on.
      if (url!.startsWith('/v1/') && headers.authorization) return
      return json({})
    }
    if (method === 'GET') return json({ states: [{ name: 'organization' }, { name: 'key' }] })
    const call = JSON.parse(body) as Call
    if (answers(call))
      json({ bindings: { key: `ah_sk_us_test_${call.run_id}`, organization: 'o' } })
    called(call)
  })
}

function start(folder: string, url: string) {
  const file = join(folder, 'target.json')
  const regions = { us: { base_url: url } }
  writeFileSync(file, JSON.stringify({ name: 'x', regions, provider_states: { url } }))
  const args = [CLI, 'conformance', '--target', file, '--report-json', join(folder, 'report.json')]
  const child = spawn(process.execPath, [...args, '--area', 'sessions'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let out = ''
  child.stdout.on('data', (data: Buffer) => {
    out += data.toString()
  })
  return { child, out: () => out }
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  t.test(`${signal} undoes the states and writes the report`, async (t) => {
    const folder = t.testdir()
    const calls: Call[] = []
    const started = Promise.withResolvers<void>()
    const url = await provider(t, (call) => {
      if (calls.push(call) === 4) started.resolve()
    })
    const { child, out } = start(folder, url)
    await started.promise
    child.kill(signal)
    t.strictSame(await once(child, 'close'), [code, null])
    const of = (action: string) =>
      calls.filter((call) => call.action === action).map(({ run_id: id }) => id)
    t.ok(of('setup').length >= 4)
    t.strictSame(of('teardown').toSorted(), of('setup').toSorted())
    t.match(out(), new RegExp(`not judged: the run was ended by ${signal} \\(\\d+ checks without`))
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as RunReport
    t.match(report, { verdict: 'not judged', exit_code: 2 })
    t.ok(report.ended_early!.not_run.length > 0)
  })

t.test('a second signal ends the run at once', async (t) => {
  const [started, undoing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const url = await provider(
    t,
    ({ action }) => (action === 'setup' ? started : undoing).resolve(),
    ({ action }) => action === 'setup',
  )
  const { child } = start(t.testdir(), url)
  await started.promise
  child.kill('SIGTERM')
  await undoing.promise
  setTimeout(() => child.kill('SIGTERM'), 200)
  const begun = performance.now()
  t.strictSame(await once(child, 'close'), [143, null])
  t.ok(performance.now() - begun < 2000)
})
