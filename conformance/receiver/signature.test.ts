import { createHmac } from 'node:crypto'
import t from 'tap'
import { checkSignature, secretBytes } from './signature.ts'

const KEY = Buffer.alloc(32, 7)
const SECRET = `whsec_${KEY.toString('base64')}`
const BODY = Buffer.from('{"sessionId":"vs_1"}')

const signed = (body: Buffer, key = KEY) => createHmac('sha256', key).update(body).digest('hex')
const check = (value: string | undefined, body: Uint8Array = BODY, secret = SECRET) =>
  checkSignature({
    scheme: 'hmac-sha256-body-hex',
    header: 'X-Webhook-Signature',
    value,
    secret,
    body,
  })

t.test('a known pair, worked out by other means', async (t) => {
  // printf body | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f
  const secret = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64')}`
  t.ok(
    check(
      'v1=847fab25fa1026d858d8d0118069f4be4c9ff2662794980187b437218e65e0f1',
      Buffer.from('body'),
      secret,
    ).valid,
  )
})

t.test('the body alone is signed, with the secret that was shown', async (t) => {
  t.strictSame(check(`v1=${signed(BODY)}`), { valid: true, reason: 'valid' })
  t.strictSame(check(`v1=${signed(BODY).toUpperCase()}`).valid, true)
  t.strictSame(
    check(`v1=${signed(BODY, Buffer.alloc(32, 8))} v1=${signed(BODY)}`).valid,
    true,
    'one of several fits, as after a rotation',
  )
})

t.test('everything else is refused, and says why', async (t) => {
  const cases: [string | undefined, RegExp, Uint8Array?, string?][] = [
    [`v1=${signed(BODY)}`, /no signature fits/, Buffer.from('{"sessionId":"vs_2"}')],
    [`v1=${signed(BODY)}`, /no signature fits/, Buffer.concat([BODY, Buffer.from('\n')])],
    [`v1=${signed(BODY, Buffer.alloc(32, 8))}`, /no signature fits/],
    [undefined, /there is no X-Webhook-Signature/],
    ['', /holds no v1=/],
    [signed(BODY), /holds no v1=/],
    [`v2=${signed(BODY)}`, /holds no v1=/],
    [`v1=${signed(BODY)}00`, /holds no v1=/],
    [`v1=${signed(BODY)}`, /secret is not/, BODY, KEY.toString('base64')],
    [`v1=${signed(BODY)}`, /secret is not/, BODY, 'whsec_c2hvcnQ='],
  ]
  for (const [value, reason, body, secret] of cases) {
    const verdict = check(value, body, secret)
    t.notOk(verdict.valid)
    t.match(verdict.reason, reason)
  }
})

t.test('a secret is 32 bytes', async (t) => {
  t.ok(secretBytes(SECRET)?.equals(KEY))
  t.equal(secretBytes(`whsec_${Buffer.alloc(31).toString('base64')}`), undefined)
})
