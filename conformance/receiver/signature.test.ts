import { createHmac } from 'node:crypto'
import t from 'tap'
import {
  checkSignature,
  holds32Bytes,
  secretKey,
  KIT_SCHEME,
  secretBytes,
  type SignatureScheme,
} from './signature.ts'

const KEY = Buffer.alloc(32, 7)
const SECRET = `whsec_${KEY.toString('base64')}`
const BODY = Buffer.from('{"sessionId":"vs_1"}')

const mac = (content: string | Buffer, key: Buffer = KEY) =>
  createHmac('sha256', key).update(content).digest()
const signed = (body: Buffer, key = KEY) => mac(body, key).toString('hex')

function checkWith(
  scheme: SignatureScheme,
  headers: Record<string, string>,
  secret = SECRET,
  body: Uint8Array = BODY,
) {
  return checkSignature(scheme, { header: (name) => headers[name], body }, secret)
}

const check = (value: string | undefined, body: Uint8Array = BODY, secret = SECRET) =>
  checkWith(KIT_SCHEME, value === undefined ? {} : { 'X-Webhook-Signature': value }, secret, body)

t.test('a signature computed by openssl verifies', async (t) => {
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

t.test(
  'the scheme of the simulator: the body alone is signed, with the secret shown',
  async (t) => {
    t.strictSame(check(`v1=${signed(BODY)}`), { valid: true, reason: 'valid' })
    t.strictSame(check(`v1=${signed(BODY).toUpperCase()}`).valid, true)
    t.strictSame(
      check(`v1=${signed(BODY, Buffer.alloc(32, 8))} v1=${signed(BODY)}`).valid,
      true,
      'one of several fits, as after a rotation',
    )
  },
)

t.test('every other signature is rejected with the reason', async (t) => {
  const cases: [string | undefined, RegExp, Uint8Array?, string?][] = [
    [`v1=${signed(BODY)}`, /no signature matches/, Buffer.from('{"sessionId":"vs_2"}')],
    [`v1=${signed(BODY)}`, /no signature matches/, Buffer.concat([BODY, Buffer.from('\n')])],
    [`v1=${signed(BODY, Buffer.alloc(32, 8))}`, /no signature matches/],
    [undefined, /there is no X-Webhook-Signature/],
    ['', /holds no v1=/],
    [signed(BODY), /holds no v1=/],
    [`v2=${signed(BODY)}`, /holds no v1=/],
    [`v1=${signed(BODY)}00`, /holds no v1=/],
    [`v1=${signed(BODY)}`, /the secret is not base64/, BODY, 'whsec_%%%'],
  ]
  for (const [value, reason, body, secret] of cases) {
    const verdict = check(value, body, secret)
    t.notOk(verdict.valid)
    t.match(verdict.reason, reason)
  }
})

t.test('schemes of other services', async (t) => {
  const stripe: SignatureScheme = {
    header: 'Stripe-Signature',
    encoding: 'hex',
    prefix: 'v1=',
    signed: 'timestamp.body',
    secret: 'raw',
  }
  const text = 'whsec_used-as-it-stands'
  const stamped = mac(`1700000000.${BODY.toString()}`, Buffer.from(text)).toString('hex')
  t.ok(checkWith(stripe, { 'Stripe-Signature': `t=1700000000,v1=${stamped},v0=x` }, text).valid)
  t.match(checkWith(stripe, { 'Stripe-Signature': `v1=${stamped}` }, text), {
    valid: false,
    reason: /there is no t= beside the signature/,
  })

  const standard: SignatureScheme = {
    header: 'webhook-signature',
    encoding: 'base64',
    prefix: 'v1,',
    signed: 'id.timestamp.body',
    timestampHeader: 'webhook-timestamp',
    idHeader: 'webhook-id',
    secret: 'base64',
  }
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1700000000' }
  const value = mac(`msg_1.1700000000.${BODY.toString()}`).toString('base64')
  t.ok(checkWith(standard, { ...headers, 'webhook-signature': `v1,AAAA v1,${value}` }).valid)
  t.match(checkWith(standard, { 'webhook-signature': `v1,${value}` }), {
    reason: /there is no webhook-id/,
  })

  for (const prefix of ['v1,', 'v1;', 'HMAC-SHA256 ', 'sig, v1=', '']) {
    const scheme = { ...KIT_SCHEME, header: 'X-Sign', prefix }
    const good = prefix + signed(BODY)
    const bad = prefix + signed(BODY, Buffer.alloc(32, 8))
    for (const one of [good, `t=1,${good}`, `t=1, ${bad}, ${good}`, `${bad},${good},v0=x`])
      t.ok(checkWith(scheme, { 'X-Sign': one }).valid, one)
    t.match(checkWith(scheme, { 'X-Sign': bad }), { reason: /no signature matches/ })
    for (const one of [`${good}00`, `x${good}`, good.slice(0, -1)])
      t.match(checkWith(scheme, { 'X-Sign': one }), { reason: /holds no / }, one)
  }

  const plain: SignatureScheme = { ...KIT_SCHEME, header: 'X-Sign', prefix: '', secret: 'hex' }
  t.ok(checkWith(plain, { 'X-Sign': signed(BODY) }, KEY.toString('hex')).valid)
})

t.test('a prefix of two parts is no part of the key', async (t) => {
  for (const encoding of ['hex', 'base64'] as const)
    for (const prefix of ['whsec_test_', 'key:', 'hook.v1|'])
      t.ok(secretKey(prefix + KEY.toString(encoding), encoding)?.equals(KEY), prefix + encoding)
})

t.test('a secret is 32 bytes in any encoding', async (t) => {
  t.ok(secretBytes(SECRET)?.equals(KEY))
  t.equal(secretBytes(`whsec_${Buffer.alloc(31).toString('base64')}`), undefined)
  t.ok(secretKey(`hook/${KEY.toString('hex')}`, 'hex')?.equals(KEY), 'hex uses no slash')
  for (const bytes of [31, 33])
    t.equal(
      secretKey(`key:${Buffer.alloc(bytes, 7).toString('hex')}`, 'hex')?.byteLength,
      bytes,
      `${bytes} bytes, which still sign`,
    )
  // An underscore is a digit of base64url, and does not end a prefix.
  const under = Buffer.alloc(32, 0xff).toString('base64url')
  t.match(under, /_/)
  for (const secret of [
    SECRET,
    KEY.toString('hex'),
    `s_${KEY.toString('hex')}`,
    `whsec_test_${KEY.toString('base64')}`,
    `whsec_live_${KEY.toString('hex')}`,
    under,
    'x'.repeat(32),
  ])
    t.ok(holds32Bytes(secret), secret)
  for (const secret of ['', 'whsec_c2hvcnQ=', KEY.subarray(1).toString('hex')])
    t.notOk(holds32Bytes(secret), secret)
})
