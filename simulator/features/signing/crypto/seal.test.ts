import { createPublicKey, verify as platformVerify } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { fromBase64url } from './base64url.ts'
import { privateBytes, publicBytes } from './keys.ts'
import { SEAL_FORMAT, claimsOf, sealClaims, sealHolds, sealPayload } from './seal.ts'
import { LIVE, STRANGER, claims } from './testing.ts'

const seal = sealClaims(claims, privateBytes(LIVE))
const key = publicBytes(LIVE)

t.test(
  'SEA-001 SEA-002 SEA-003 SEA-004 SEA-005 a token is format, payload and signature',
  async (t) => {
    const parts = seal.token.split('.')
    t.equal(parts.length, 3)
    t.equal(parts[0], 'ed25519_detached_token_v1')
    t.equal(seal.format, SEAL_FORMAT)
    t.equal(Buffer.from(parts[1]!, 'base64url').toString(), seal.payload_json, 'SEA-008')
    t.equal(fromBase64url(parts[2]!)?.length, 64)
    t.strictSame(claimsOf(seal), claims)
    t.strictSame(sealClaims(claims, privateBytes(LIVE)), seal, 'the same claims give the same seal')
  },
)

t.test('fields that are not claims never enter the seal', async (t) => {
  const more = { ...claims, signer_name: 'Ana' }
  t.equal(sealClaims(more, privateBytes(LIVE)).token, seal.token, 'SEA-019 SEA-020')
})

t.test('node:crypto accepts the signature over the first two parts', async (t) => {
  const [format, payload, signature] = seal.token.split('.') as [string, string, string]
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: LIVE.x },
    format: 'jwk',
  })
  const bytes = Buffer.from(signature, 'base64url')
  t.ok(platformVerify(null, Buffer.from(`${format}.${payload}`), publicKey, bytes), 'OFF-004')
  t.notOk(platformVerify(null, Buffer.from(payload), publicKey, bytes), 'OFF-005')
})

t.test('a seal verifies under its key and no other', async (t) => {
  t.ok(sealHolds(seal, key))
  t.notOk(sealHolds(seal, publicBytes(STRANGER)))
  t.notOk(sealHolds(seal, key.subarray(1)), 'a key of 31 bytes')
})

t.test('OFF-007 the payload is any text, kept byte for byte', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(Buffer.from(text).toString() === text)
      const made = sealPayload(text, privateBytes(LIVE))
      return made.payload_json === text && sealHolds(made, key)
    }),
    { numRuns: 50 },
  )
})

t.test('a byte order mark is part of the payload', async (t) => {
  const made = sealPayload('\ufeff{}', privateBytes(LIVE))
  t.ok(sealHolds(made, key))
  t.notOk(sealHolds({ ...made, payload_json: '{}' }, key))
})

t.test(
  'a lone surrogate differs from the replacement character that UTF-8 makes of it',
  async (t) => {
    const made = sealPayload('"\ufffd"', privateBytes(LIVE))
    t.ok(sealHolds(made, key))
    t.notOk(sealHolds({ ...made, payload_json: '"\ud800"' }, key))
  },
)

t.test('each fault of a token is detected by itself', async (t) => {
  const [format, payload, signature] = seal.token.split('.') as [string, string, string]
  const other = sealClaims({ ...claims, document_id: 'doc_2' }, privateBytes(LIVE)).token.split('.')
  const last = signature.slice(0, -1)
  const bytes = Buffer.from(signature, 'base64url')
  const padded = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    .split('')
    .filter((end) => end !== signature.at(-1) && Buffer.from(last + end, 'base64url').equals(bytes))
  t.equal(padded.length, 15, 'other texts that a lenient decoder reads as the same signature')
  const wrong: Record<string, string> = {
    'two parts': `${format}.${payload}`,
    'four parts': `${seal.token}.x`,
    'an empty text': '',
    "the other document's signature": `${format}.${payload}.${other[2]}`,
    "the other document's payload": `${format}.${other[1]}.${signature}`,
    'another format as the first part': `ed25519_detached_token_v2.${payload}.${signature}`,
    padding: `${format}.${payload}.${signature}==`,
    'a space': `${format}.${payload}.${signature} `,
    'plain base64': `${format}.${payload}.${bytes.toString('base64')}`,
    'a signature of 63 bytes': `${format}.${payload}.${bytes.subarray(1).toString('base64url')}`,
    'a signature of zeros': `${format}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    ...Object.fromEntries(
      padded.map((end) => [`an ending ${end}`, `${format}.${payload}.${last}${end}`]),
    ),
  }
  for (const [name, token] of Object.entries(wrong))
    t.notOk(sealHolds({ ...seal, token }, key), name)
  t.notOk(
    sealHolds({ ...seal, payload_json: `${seal.payload_json} ` }, key),
    'payload_json with an added space',
  )
  t.notOk(sealHolds({ ...seal, format: 'other' }, key), "a format that differs from the token's")
})

t.test('a key of small order verifies nothing', async (t) => {
  // With this key and a signature of neutral point and zero, a lenient checker's equation holds for any message.
  const small = Buffer.from(`01${'00'.repeat(31)}`, 'hex')
  const forged = Buffer.from(`01${'00'.repeat(63)}`, 'hex').toString('base64url')
  const token = `${seal.token.split('.').slice(0, 2).join('.')}.${forged}`
  t.notOk(sealHolds({ ...seal, token }, small))
})

t.test('claims are an object or undefined', async (t) => {
  for (const payload_json of ['', '[]', 'null', '3', '{"kid"', '"kid"']) {
    t.equal(claimsOf({ ...seal, payload_json }), undefined, payload_json)
  }
})
