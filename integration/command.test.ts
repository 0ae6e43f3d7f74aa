import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { signWebhook } from '../library/verify-webhook.ts'
import { checkIntegrationCommand } from './command.ts'
import { writeVariant } from './self-test/mutant.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

let shown = ''

async function run(...args: string[]) {
  let [out, err, code] = ['', '', -1]
  shown = ''
  const command = checkIntegrationCommand({
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
      shown += text
    },
    terminal: false,
    color: false,
    exit: (n) => {
      code = n
    },
  })
  await command.parseAsync(args, { from: 'user' })
  return { out, err, code }
}

/** A receiver with a given response. */
async function receiver(
  t: Test,
  answer: (body: Buffer, request: IncomingMessage) => number | Promise<number>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    response.writeHead(await answer(await buffer(request), request)).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

const signed = (body: Buffer, { headers }: IncomingMessage): boolean =>
  headers['x-webhook-signature'] === signWebhook(body, SECRET)

/** Has the headers of every delivery: the id of the event, and a time that is not long ago. */
const isComplete = ({ headers }: IncomingMessage): boolean =>
  String(headers['x-webhook-id']).startsWith('evt_') &&
  Math.abs(Number(headers['x-webhook-timestamp']) - Date.now() / 1000) < 300

t.test('with a receiver alone, checks that need a backend are skipped and listed', async (t) => {
  const url = await receiver(t, (body, request) =>
    signed(body, request) && isComplete(request) ? 204 : 400,
  )
  const folder = t.testdir({})
  const [json, junit] = [join(folder, 'run.json'), join(folder, 'run.xml')]
  const args = ['--webhook', url, '--secret', SECRET, '--area', 'receiver', '--strict']
  const { out, code } = await run(...args, '--report-json', json, '--report-junit', junit)
  t.equal(code, 0, out)
  t.match(out, /2 checks: .*--drive.*\(receiver\.absent-members, receiver\.order\)/)
  t.notMatch(out, SECRET)
  t.match(JSON.parse(readFileSync(json, 'utf8')), {
    suite: 'integration',
    exit_code: 0,
    counts: { pass: 10, unreachable: 2 },
  })
  t.match(readFileSync(junit, 'utf8'), /classname="integration\.receiver"/)
})

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

t.test('without --secret, a secret is printed, and the run waits for the receiver', async (t) => {
  let refusals = 2
  const url = await receiver(t, (body, { headers }) => {
    const [secret] = /whsec_\S+/.exec(shown) ?? ['']
    // Like a receiver that starts with the printed variables.
    if (refusals-- > 0) return 503
    return headers['x-webhook-signature'] === signWebhook(body, secret) ? 200 : 400
  })
  const { code, err } = await run('--webhook', url, '--only', 'receiver.signature')
  t.equal(code, 0)
  t.match(
    err,
    /Start your receiver with these variables[^]*VSKIT_URL=http[^]*VSKIT_KEY=ah_sk_us_test_/,
  )
})

t.test('with --secret, a receiver alone gets the service from which it reads', async (t) => {
  const url = await receiver(t, async (body, request) => {
    if (!signed(body, request)) return 400
    const { sessionId } = JSON.parse(body.toString()) as { sessionId?: string }
    if (request.headers['x-webhook-origin'] === 'test_ping') return 200
    const [, service, key] = /VSKIT_URL=(\S+)[^]*VSKIT_KEY=(\S+)/.exec(shown) ?? []
    const headers = { authorization: `Bearer ${key}` }
    return (await fetch(`${service}/v1/sessions/${sessionId}`, { headers })).status
  })
  const args = ['--webhook', url, '--secret', SECRET, '--area', 'receiver', '--strict']
  const { code, out, err } = await run(...args)
  t.equal(code, 0, out)
  t.notMatch(err, /VSKIT_WEBHOOK_SECRET/)
})

t.test('a receiver alone that reads from another service is not judged', async (t) => {
  for (const status of [404, 502]) {
    const url = await receiver(t, (body, request) => {
      if (!signed(body, request)) return 400
      return request.headers['x-webhook-origin'] === 'test_ping' ? 200 : status
    })
    const args = ['--webhook', url, '--secret', SECRET]
    t.match(await run(...args, '--only', 'receiver.event-types'), {
      code: 2,
      out: new RegExp(`answered ${status} to a correct event[^]*VSKIT_URL and VSKIT_KEY`),
    })
    t.match(await run(...args, '--only', 'receiver.signature', 'receiver.test-ping'), { code: 0 })
  }
})

t.test('a receiver alone that fails on one type is judged', async (t) => {
  const url = await receiver(t, (body, request) => {
    if (!signed(body, request)) return 400
    return /kyc\.session\.expired/.test(body.toString()) ? 500 : 200
  })
  const args = ['--webhook', url, '--secret', SECRET, '--only', 'receiver.event-types']
  t.match(await run(...args), { code: 1, out: /fail {2}receiver\.event-types\n {2}CLI-014/ })
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
    err: /accepted no signed webhook \(401\): is its secret[^]*--secret/,
  })
})

t.test('three deliveries of one event have one id', async (t) => {
  const ids: unknown[] = []
  const url = await receiver(t, (body, { headers }) => {
    if (/"kyc.session.completed"/.test(body.toString())) ids.push(headers['webhook-id'])
    return 200
  })
  const config = join(
    t.testdir({
      'standard.yaml':
        'signature: { scheme: hmac-sha256, header: webhook-signature, encoding: base64, prefix: "v1,", signed: id.timestamp.body, timestamp_header: webhook-timestamp, id_header: webhook-id, secret: base64 }',
    }),
    'standard.yaml',
  )
  const args = ['--webhook', url, '--secret', SECRET, '--only', 'receiver.duplicates']
  t.match(await run(...args, '--config', config), { code: 0 })
  t.equal(ids.length, 3)
  t.equal(new Set(ids).size, 1)
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

t.test('a run that cannot judge says what to do, and exits with 2', async (t) => {
  const folder = t.testdir({
    'list.yaml': '- a',
    'stranger.yaml':
      'expected_failures: [{check: receiver.order2, signature: x, reason: x, expires: "2999-01-01"}]',
    'key.yaml': 'driver: x',
    'mute.js': 'process.stdin.resume()',
    'odd.js': 'console.log(JSON.stringify({ready: true, can: ["begin", "dance"]}))',
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
    [config('stranger.yaml'), /no check "receiver.order2"\. Did you mean "receiver.order"/],
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
