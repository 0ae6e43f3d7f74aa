import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { receiver, run, SECRET, signed } from './self-test/command-run.ts'
import { writeVariant } from './self-test/mutant.ts'
import { ANSWERS_FIRST } from './self-test/other-choices.ts'

t.test('a receiver that accepts everything fails, and the report names the duty', async (t) => {
  const url = await receiver(t, () => 200)
  const args = ['--webhook', url, '--secret', SECRET, '--only', 'receiver.signature']
  const { out, code } = await run(...args)
  t.equal(code, 1)
  t.match(
    out,
    /fail {2}receiver\.signature\n {2}HDR-015 \(must\): A receiver verifies the signature/,
  )
  const [, signature] = /signature: (.*)/.exec(out) ?? []

  const config = (expires: string): string =>
    join(
      t.testdir({
        'vskit.integration.yaml': JSON.stringify({
          expected_failures: [
            { check: 'receiver.signature', signature, reason: 'being mended', expires },
          ],
        }),
      }),
      'vskit.integration.yaml',
    )
  t.match(await run(...args, '--config', config('2999-12-31')), {
    code: 0,
    out: /expected failure {2}receiver\.signature: being mended/,
  })
  t.match(await run(...args, '--config', config('2020-01-01')), {
    code: 1,
    out: /set a later day/,
  })
})

t.test('the HTML report lists the duties, and no address of a service', async (t) => {
  const url = await receiver(t, () => 200)
  const file = join(t.testdir(), 'report.html')
  const only = ['--only', 'receiver.signature', '--report-html', file]
  t.match(await run('--webhook', url, '--secret', SECRET, ...only), { code: 1 })
  const page = readFileSync(file, 'utf8')
  t.match(page, /<p class="verdict nonconforming">nonconforming<\/p>/)
  t.match(page, /checks in [\d.]+ s, [\d: -]+Z<\/p>/)
  const [, packed = ''] = /id="data">([^<]*)</.exec(page) ?? []
  const { rows } = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as {
    rows: { id: string; standing: string }[]
  }
  t.match(rows[0], { id: 'HDR-015', standing: 'fail' })
  t.ok(rows.some(({ id, standing }) => id === 'CLI-011' && standing === 'not_run'))
  t.notOk(
    rows.some(({ id }) => id === 'IMG-001'),
    'no duties of the service',
  )
})

t.test('two reports are not written into one file', async (t) => {
  const file = join(t.testdir(), 'report')
  const args = ['--webhook', 'http://127.0.0.1:1/', '--report-json', file, '--report-junit', file]
  t.match(await run(...args), { code: 2, err: /--report-json and --report-junit name the same/ })
})

t.test('a broken should is a warning, and a failure with --strict', async (t) => {
  const folder = join(t.testdir(), 'backend')
  writeVariant(folder, {
    name: 'requests every possible image',
    edits: [
      [
        'verifications.js',
        'session.idv?.available_images ?? []',
        "['portrait', 'front', 'selfie']",
      ],
    ],
  })
  const drive = `"${process.execPath}" "${join(folder, 'drive.js')}"`
  const args = ['--drive', drive, '--only', 'backend.listed-images']
  t.match(await run(...args), { code: 0, out: /warn {2}backend\.listed-images\n {2}IMG-036/ })
  t.match(await run(...args, '--strict'), { code: 1, out: /fail {2}backend\.listed-images/ })
})

t.test('a second session after a lost response is reported, and not judged', async (t) => {
  const folder = join(t.testdir(), 'backend')
  writeVariant(folder, ANSWERS_FIRST)
  const drive = `"${process.execPath}" "${join(folder, 'drive.js')}"`
  const args = ['--drive', drive, '--only', 'backend.lost-response', '--strict']
  t.match(await run(...args), {
    code: 0,
    out: /info {2}backend\.lost-response\n {2}CLI-006: 2 sessions/,
  })
})

t.test('the configuration can set another signature scheme', async (t) => {
  const url = await receiver(t, (_, { headers }) =>
    /^t=\d+,[0-9a-f]{64}$/.test(String(headers['x-signature'])) ? 200 : 401,
  )
  const config = join(
    t.testdir({
      'own.yaml':
        'signature: { scheme: hmac-sha256, header: X-Signature, signed: timestamp.body, secret: base64 }',
    }),
    'own.yaml',
  )
  const args = ['--webhook', url, '--secret', SECRET, '--only', 'receiver.unknown-types']
  t.match(await run(...args, '--config', config), { code: 0 })
  t.match(await run(...args, '--wait', '0.01'), {
    code: 2,
    err: /accepted no signed webhook \(401\): is its secret[^]*--secret[^]*after whsec_, decoded as base64/,
  })
})

t.test('a TLS error and a short secret are reported at once', async (t) => {
  const url = await receiver(t, () => 401)
  // Without --wait, a receiver has a minute to start.
  t.match(await run('--webhook', url.replace('http:', 'https:'), '--secret', SECRET), {
    code: 2,
    err: /no TLS connection to the receiver https:.*NODE_EXTRA_CA_CERTS.*http:\/\//,
  })
  t.match(await run('--webhook', url, '--secret', 'whsec_c2hvcnQ=', '--wait', '0.01'), {
    code: 2,
    err: /accepted no signed webhook \(401\).*does not have 32 bytes/,
  })
})

t.test('a receiver that fails is not reported as absent', async (t) => {
  const url = await receiver(t, () => 500)
  t.match(await run('--webhook', url, '--secret', SECRET, '--wait', '0.01'), {
    code: 2,
    err: /accepted no signed webhook \(500\): it failed; its log has the reason/,
  })
})

t.test('a receiver that never answers is judged as late', async (t) => {
  const url = await receiver(t, () => new Promise(() => undefined))
  const args = ['--webhook', url, '--secret', SECRET, '--wait', '0.01', '--answer-within', '0.1']
  t.match(await run(...args, '--only', 'receiver.answers-in-time', '--strict'), {
    code: 1,
    out: /CLI-003 .*\n.*a response within 0\.1 s/,
  })
})

t.test('a receiver that knows no probe is told so', async (t) => {
  const url = await receiver(t, () => 404)
  t.match(await run('--webhook', url, '--secret', SECRET, '--wait', '0.01'), {
    code: 2,
    err: /\(404\).*bytes of the body as received.*a session that it does not know/,
  })
})

t.test('a run that cannot judge says what to do, and exits with 2', async (t) => {
  const folder = t.testdir({
    'list.yaml': '- a',
    'stranger.yaml':
      'expected_failures: [{check: receiver.order, signature: x, reason: x, expires: "2999-01-01"}, {check: receiver.order2, signature: x, reason: x, expires: "2999-01-01"}]',
    'key.yaml': 'driver: x',
    'mute.js': 'process.stdin.resume()',
    'odd.js': 'console.log(JSON.stringify({ready: true, can: ["begin", "dance"]}))',
    'hasty.js': 'console.log(JSON.stringify({ready: true, can: [], recovery_seconds: 0}))',
    'silent.js':
      'console.log(JSON.stringify({ready: true, can: ["verify"]})); process.stdin.resume()',
    'wrong.js': `
      console.log(JSON.stringify({ready: true, can: ['verify']}))
      process.stdin.on('data', (line) => console.log(JSON.stringify({id: JSON.parse(line).id, result: {verdict: 'yes'}})))`,
  })
  const node = (file: string): string => `"${process.execPath}" "${join(folder, file)}"`
  const config = (file: string): string[] => [
    '--webhook',
    'http://a',
    '--config',
    join(folder, file),
  ]
  const cases: [args: string[], err: RegExp][] = [
    [[], /name your receiver with --webhook URL, your backend with --drive COMMAND/],
    [['--webhook', 'localhost:3000'], /expected a URL such as http/],
    [['--webhook', 'http://a', '--only', 'receiver.ordr'], /Did you mean "receiver.order"/],
    [config('list.yaml'), /expected a mapping/],
    [config('key.yaml'), /there is no property "driver" here\. Did you mean "drive"/],
    [
      config('stranger.yaml'),
      /expected_failures\.1\.check: there is no check "receiver.order2"\. Did you mean "receiver.order"/,
    ],
    [config('none.yaml'), /cannot be read/],
    [
      ['--webhook', 'http://127.0.0.1:9/', '--secret', SECRET, '--wait', '0.01'],
      /is it running there/,
    ],
    [['--drive', 'exit 3'], /ended with exit code 3 before it was ready/],
    [
      ['--drive', node('mute.js'), '--timeout', '0.5'],
      /did not print .* see integration\/PROTOCOL/,
    ],
    [['--drive', node('odd.js')], /unknown operations: "dance"/],
    [['--drive', node('hasty.js')], /"recovery_seconds" must be a number above 0, got 0/],
  ]
  for (const [args, err] of cases) t.match(await run(...args), { code: 2, err }, args.join(' '))
  const only = ['--only', 'documents.test-mode']
  t.match(await run('--drive', node('silent.js'), ...only, '--timeout', '2'), {
    code: 2,
    out: /did not respond to "verify" within 2 s/,
  })
  t.match(await run('--drive', node('wrong.js'), ...only), {
    code: 2,
    out: /no "verdict", one of accepted, rejected, not_found, undecided; got "yes"/,
  })
})

t.test('checks and duties are listed', async (t) => {
  t.match((await run('list')).out, /backend\.waits-for-reset +must +begin +LIM-031/)
  t.match((await run('duties')).out, /EVT-021 .*\n {2}not observed: Logs of the receiver/)
})

t.test('a slow run reports its progress, and ends at its time limit', async (t) => {
  const accepting = await receiver(t, async (body, request) => {
    await sleep(400)
    return signed(body, request) ? 200 : 400
  })
  const only = ['--only', 'receiver.signature', 'receiver.order', 'receiver.test-ping']
  const limited = ['--webhook', accepting, '--secret', SECRET, ...only, '--limit', '1']
  const { out, code } = await run(...limited)
  t.equal(code, 2, out)
  t.match(
    out,
    /not judged: the run reached its time limit of 1 s; --limit SECONDS allows more, .*\(3 checks without a result\)/,
  )
})

t.test('a field of sessions that the contract leaves open is not judged', async (t) => {
  const withField = (name: string, field: string): string[] => {
    const folder = join(t.testdirName, name)
    const applicant = '{ applicant, metadata: { orderId } }'
    const edit = [
      'service.js',
      applicant,
      applicant.replace('applicant,', `applicant, ${field}: 'x',`),
    ]
    writeVariant(folder, { name, edits: [edit as [string, string, string]] })
    const drive = `"${process.execPath}" "${join(folder, 'drive.js')}"`
    return ['--drive', drive, '--only', 'receiver.order', 'backend.valid-requests']
  }
  t.testdir({})
  t.match(await run(...withField('open', 'return_url')), {
    code: 2,
    out: /blocked by set-up {2}backend\.valid-requests: the simulator has no field return_url/,
  })
  for (const field of ['returnUrl', 'first_name', 'meta_data'])
    t.match(await run(...withField(field, field)), { code: 1, out: /CLI-015/ }, field)
})
