import { join } from 'node:path'
import t from 'tap'
import { createSimulator } from '../library/vskit.ts'
import { runVskit } from './testing.ts'

const simulator = await createSimulator({ clock: '2026-01-01T00:00:00Z' })
t.teardown(() => simulator.close())
const env = { VSKIT_CONTROL_URL: simulator.control.url }
const folder = t.testdir({ other: 'no snapshot' })
const none = join(folder, 'none')
const notASnapshot = join(folder, 'other')

/** Arguments before `--json`, the exit code, and the error. */
const FAILURES: [args: string, exit: number, code: string, message: RegExp][] = [
  [
    'clock freeze yesterday',
    2,
    'validation_error',
    /at: Expected a valid date-time, such as 2026-01-31T12:00:00Z$/,
  ],
  ['clock advance 99999999d', 2, 'validation_error', /seconds: /],
  ['events list --limit 0', 2, 'validation_error', /limit: /],
  [`snapshot import ${notASnapshot}`, 2, 'validation_error', /cannot be imported/],
  ['clock advance soon', 1, 'usage', /Expected a duration/],
  ['clock freeze --at', 1, 'usage', /^unknown option '--at'/],
  [
    'trigger kyc.session.cancelled --set __proto__.x=1',
    2,
    'validation_error',
    /Unrecognized key '__proto__'/,
  ],
  ['events resend evt_none', 1, 'resource_not_found', /no event 'evt_none'/],
  ['health --control http://127.0.0.1:9', 1, 'unreachable', /^No simulator answers at/],
  ['events list --organization org_none', 1, 'failed', /^there is no organization 'org_none'/],
  ['logs tail --organization org_none', 1, 'failed', /^there is no organization 'org_none'/],
  ['listen --organization org_none', 1, 'failed', /^there is no organization 'org_none'/],
  [`simulator --world ${none}`, 2, 'failed', /none/],
  ['simulator --memory --data-dir x', 1, 'usage', /^--memory and --data-dir exclude each other/],
  ['simulator --store mysql://user:hidden@db/x', 1, 'usage', /^Expected --store postgres:/],
  ['simulator --control-host a+b', 1, 'usage', /^--control-host: expected a host name.*'a\+b'/],
  ['simulator --allow-receivers 10.0.0.0/99', 1, 'usage', /--allow-receivers.*10\.0\.0\.0\/99/],
  ['simulator --durable', 1, 'usage', /^--durable needs a folder/],
  ['store check --store no-address', 2, 'usage', /^Expected --store postgres:/],
  ['store check --store us=postgres://db/x', 2, 'usage', /got no database for region eu/],
  ['receiver --secret whsec_short', 1, 'usage', /^--secret: expected whsec_/],
  ['health --control notaurl', 1, 'usage', /--control.*Expected the URL of a control API/],
  ['listen --forward-to notaurl', 1, 'usage', /--forward-to.*Expected a URL such as http:/],
  ['listen --route kyc.session.completed=x', 1, 'usage', /--route.*Expected a URL such as http:/],
  [`verify ${none}`, 2, 'usage', /^name the regions to ask, each as --region/],
  [`verify ${none} --offline ${none}`, 2, 'usage', /^--offline takes two files/],
  ['conformance list --only nope', 2, 'usage', /^there is no check "nope"/],
  ['conformance list --area nope', 2, 'usage', /^there is no area "nope"/],
  ['spec diff', 2, 'usage', /^the old contract is missing: pass --base SOURCE/],
  [`verify ${none} --region us=http://127.0.0.1:9`, 2, 'failed', /none cannot be read/],
  ['conformance list --none', 2, 'usage', /unknown option '--none'/],
  ['conformance --timeout -1', 2, 'usage', /Expected a number of seconds above 0/],
  ['spec diff --bsae main', 2, 'usage', /unknown option '--bsae'/],
  ['verify --none', 2, 'usage', /unknown option '--none'/],
  [`spec diff --base ${none}`, 2, 'failed', /none/],
]

for (const [args, exit, code, message] of FAILURES)
  t.test(`vskit ${args.replace(folder, 'FOLDER')} --json`, async (t) => {
    const ended = await runVskit(t, [...args.split(' '), '--json'], { env })
    t.equal(ended.code, code === 'usage' ? 2 : exit)
    // `verify` still lists the files that it could read: none.
    const isUnread = args.startsWith('verify /') && code === 'failed'
    t.match(ended.stdout, isUnread ? /"files": \[\]/ : /^$/)
    const { error } = JSON.parse(ended.stderr) as { error: { code: string; message: string } }
    t.equal(error.code, code)
    t.match(error.message, message)
    t.notMatch(error.message, /^(error|vskit)\b/)
  })

t.test('an invalid variable is a usage error as well', async (t) => {
  for (const [args, variables, says] of [
    ['simulator', { VSKIT_HTTPS: 'maybe' }, /^VSKIT_HTTPS: expected 1 or 0, got 'maybe'/],
    [
      'health',
      { VSKIT_CONTROL_URL: 'notaurl' },
      /VSKIT_CONTROL_URL.*Expected the URL of a control/,
    ],
  ] as const) {
    const { code, stderr } = await runVskit(t, [args, '--json'], { env: variables })
    t.equal(code, 2)
    t.match(JSON.parse(stderr), { error: { code: 'usage', message: says } })
  }
})

t.test('a password of --store is not repeated', async (t) => {
  const { stderr } = await runVskit(t, ['simulator', '--store', 'mysql://user:hidden@db/x'])
  t.match(stderr, /^error: Expected --store postgres:/)
  t.notMatch(stderr, /hidden/)
})

t.test(
  'errors stay text for people, and where --json names a file or is of another command',
  async (t) => {
    for (const args of [
      ['clock', 'freeze', 'yesterday'],
      ['spec', 'diff', '--base', none, '--json', join(none, 'report.json')],
      ['exec', '--world', none, '--', 'true', '--json'],
    ]) {
      const { stderr } = await runVskit(t, args, { env })
      t.match(stderr, /^vskit (clock|spec|exec)/, args.join(' '))
    }
  },
)
