import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { EXAMPLE_CHECKS, EXAMPLE_REPORT } from '../self-test/example-report.ts'
import { TapReporter } from './tap.ts'

function written(): string {
  let out = ''
  const reporter = new TapReporter((text) => {
    out += text
  })
  reporter.started()
  EXAMPLE_CHECKS.forEach((check, i) => reporter.checked(check, i + 1))
  reporter.finished(EXAMPLE_REPORT)
  return out
}

t.test('an independent TAP parser reads the output', async (t) => {
  const reader = fileURLToPath(new URL('../../node_modules/.bin/tap-parser', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [reader, '--json', '--strict'], {
    input: written(),
    encoding: 'utf8',
  })
  const events = JSON.parse(stdout) as [string, Record<string, unknown>][]
  const asserts = events
    .filter(([kind]) => kind === 'assert')
    .map(([, { name, ok, skip, todo }]) => [name, ok, skip || todo || ''])
  t.strictSame(asserts, [
    ['a.pass', true, ''],
    ['a.fail', false, ''],
    ['a.warn', true, ''],
    ['a.info', true, ''],
    ['a.absent', true, 'not applicable: no images # here'],
    ['a.blocked', false, ''],
    ['a.unreachable', true, 'unreachable state: no state'],
    ['a.harness', false, ''],
    ['a.expected', false, 'ticket 1'],
    ['a.unexpected', false, ''],
  ])
  t.match(events.find(([kind]) => kind === 'complete')?.[1], {
    count: 10,
    plan: { start: 1, end: 10 },
    fail: 5,
    todo: 1,
    skip: 2,
  })
  t.strictSame(
    events.filter(([kind]) => kind === 'extra'),
    [],
    'the output has no unknown lines',
  )
})

t.test('the diagnostics describe the failure, for any text of the target', async (t) => {
  const out = written()
  t.match(out, '    signature: "EXA-005=200"'.slice(2))
  t.match(out, /got: "200 with \\"\\\\u\{1b\}\[31m\\n\.\.\.\\n {2}---\\nok 1\\""/)
})
