import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { signWebhook } from '../library/verify-webhook.ts'
import { receiver, run, SECRET, shownText, signed } from './self-test/command-run.ts'

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
  t.match(out, /5 checks: needs a backend with a driver; name a command with --drive/)
  t.notMatch(out, SECRET)
  t.match(JSON.parse(readFileSync(json, 'utf8')), {
    suite: 'integration',
    exit_code: 0,
    counts: { pass: 10, unreachable: 5 },
  })
  t.match(readFileSync(junit, 'utf8'), /classname="integration\.receiver"/)
})

t.test('without --secret, a secret is printed, and the run waits for the receiver', async (t) => {
  let refusals = 2
  const url = await receiver(t, (body, { headers }) => {
    const [secret] = /whsec_\S+/.exec(shownText()) ?? ['']
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
    const [, service, key] = /VSKIT_URL=(\S+)[^]*VSKIT_KEY=(\S+)/.exec(shownText()) ?? []
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

t.test('four deliveries of one event have one id', async (t) => {
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
  t.equal(ids.length, 4)
  t.equal(new Set(ids).size, 1)
})
