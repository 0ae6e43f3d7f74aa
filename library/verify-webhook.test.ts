import { spawnSync } from 'node:child_process'
import t from 'tap'
import { InvalidWebhookError, signWebhook, verifyWebhook } from './verify-webhook.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const OTHER = 'whsec_//////////////////////////////////////////8='
const BODY = '{"sessionId":"vs_1","name":"ž"}'
// printf BODY | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102...1f
const SIGNED = 'v1=532e0b9b6a21976c74e660d50dd29f081036489168b90c2330c6aaa629127ddc'

t.test('a signed body is read from every form of headers', async (t) => {
  for (const headers of [
    SIGNED,
    { 'x-webhook-signature': SIGNED },
    { 'X-Webhook-Signature': [SIGNED] },
    new Headers({ 'X-Webhook-Signature': SIGNED }),
    { 'x-webhook-signature': `v1=${'0'.repeat(64)} ${SIGNED}` },
  ])
    t.match(verifyWebhook(BODY, headers, SECRET), { sessionId: 'vs_1' })
  t.match(verifyWebhook(new TextEncoder().encode(BODY), SIGNED, SECRET), { sessionId: 'vs_1' })
  t.match(
    verifyWebhook(BODY, SIGNED, [OTHER, SECRET]),
    {},
    'during a rotation either secret verifies',
  )
  t.equal(signWebhook(BODY, SECRET), SIGNED)
})

t.test('any other signature is rejected', async (t) => {
  for (const [body, headers, says] of [
    [BODY, {}, /no X-Webhook-Signature/],
    [BODY, undefined, /no X-Webhook-Signature/],
    [BODY, new Headers().get('x-webhook-signature'), /no X-Webhook-Signature/],
    [BODY, 'sha256=abc', /no v1=/],
    [`${BODY} `, SIGNED, /No signature matches/],
    [BODY, signWebhook(BODY, OTHER), /No signature matches/],
    [JSON.stringify(JSON.parse(BODY), null, 1), SIGNED, /raw body/],
    ['no json', signWebhook('no json', SECRET), /not a JSON object/],
    ['[1]', signWebhook('[1]', SECRET), /not a JSON object/],
  ] as const) {
    try {
      verifyWebhook(body, headers, SECRET)
      t.fail(`accepted: ${body}`)
    } catch (error) {
      t.ok(error instanceof InvalidWebhookError, body)
      t.match((error as Error).message, says)
    }
  }
  for (const secret of ['secret', '', [], [SECRET, '']])
    t.throws(() => verifyWebhook(BODY, SIGNED, secret), { name: 'TypeError', message: /whsec_/ })
})

t.test('a parsed body is rejected', async (t) => {
  for (const body of [JSON.parse(BODY), null, undefined, [1]] as string[]) {
    const message = /Expected the raw body as a string or Buffer, .*before any JSON parser/
    t.throws(() => verifyWebhook(body, SIGNED, SECRET), { name: 'TypeError', message })
    t.throws(() => verifyWebhook(body, {}, SECRET), { name: 'TypeError', message })
    t.throws(() => signWebhook(body, SECRET), { name: 'TypeError', message })
  }
})

t.test('verifying a webhook does not load the simulator', async (t) => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import('./library/vskit.ts')
    console.log(JSON.stringify(loaded.filter((url) => url.startsWith('file:'))))
  `
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  })
  const loaded = JSON.parse(stdout) as string[]
  t.ok(loaded.some((url) => url.endsWith('/library/verify-webhook.ts')))
  t.strictSame(
    loaded.filter((url) => /\/node_modules\/|\.json$|simulator\/app\.ts$/.test(url)),
    [],
  )
})
