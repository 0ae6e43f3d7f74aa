import t from 'tap'
import { formatSecret, signature } from './sign.ts'

const secret = formatSecret(
  Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex'),
)
const older = formatSecret(Buffer.alloc(32, 0xff))

// printf BODY | openssl dgst -sha256 -mac HMAC -macopt hexkey:…
const BODY = '{"sessionId":"vs_1","name":"ž"}'
const SIGNED = 'v1=532e0b9b6a21976c74e660d50dd29f081036489168b90c2330c6aaa629127ddc'
const SIGNED_BY_OLDER = 'v1=79421b70b354e261991ca5dd019a8ad96c243a25f16b57b1cbeb6609a4df4405'

t.test('HDR-014 the signature is the HMAC of the body under the bytes of the secret', async (t) => {
  // RFC 4231, test cases 1 and 2.
  t.equal(
    signature('Hi There', [formatSecret(Buffer.alloc(20, 0x0b))]),
    'v1=b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  )
  t.equal(
    signature('what do ya want for nothing?', [formatSecret(Buffer.from('Jefe'))]),
    'v1=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  t.equal(signature(BODY, [secret]), SIGNED, 'as UTF-8')
})

t.test('SUB-008 while a rotated secret is valid, both sign the body', async (t) => {
  t.equal(signature(BODY, [secret, older]), `${SIGNED} ${SIGNED_BY_OLDER}`)
})

t.test('SUB-004 a secret is shown as 32 bytes in base64', async (t) => {
  t.equal(secret, 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=')
  t.equal(older, 'whsec_//////////////////////////////////////////8=')
  t.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32)
})
