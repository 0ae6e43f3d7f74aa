import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import {
  type SealKeyStatus,
  mayBecome,
  newSealKey,
  privateBytes,
  publicBytes,
  publicPart,
  sealingKey,
  thumbprint,
} from './keys.ts'
import { LIVE, testKey } from './testing.ts'

t.test('the thumbprint of RFC 8037, appendix A.3', async (t) => {
  t.equal(
    thumbprint('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  )
})

t.test('the public key matches the one that node:crypto derives', async (t) => {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const key = newSealKey(Buffer.from(jwk.d!, 'base64url'), '2026-01-01T00:00:00.000Z')
  t.equal(key.x, jwk.x)
  t.equal(key.d, jwk.d)
  t.equal(Buffer.from(privateBytes(key)).toString('base64url'), jwk.d)
  t.equal(Buffer.from(publicBytes(key)).toString('base64url'), jwk.x)
})

t.test('JWK-013 a published key has the stated members and no private part', async (t) => {
  t.strictSame(publicPart(LIVE), {
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    use: 'sig',
    x: LIVE.x,
    kid: LIVE.kid,
    status: 'active',
    notBefore: '2026-01-01T00:00:00.000Z',
  })
})

t.test('the status of a key only moves from active to retired to revoked', async (t) => {
  const all: SealKeyStatus[] = ['active', 'retired', 'revoked']
  const moves = all.flatMap((from) =>
    all.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`),
  )
  t.strictSame(moves, ['active retired', 'active revoked', 'retired revoked'])
})

t.test('the newest active key seals', async (t) => {
  const [a, b, c] = [testKey(1), testKey(2), { ...testKey(3), status: 'retired' as const }]
  t.equal(sealingKey([a, b, c])?.kid, b.kid)
  t.equal(sealingKey([c]), undefined)
  t.equal(sealingKey([]), undefined)
})

t.test('an invalid key in the world file is reported', async (t) => {
  t.throws(() => publicBytes({ ...LIVE, x: 'short' }), /expected 32 bytes of base64url in x/)
  t.throws(() => privateBytes({ ...LIVE, d: `${LIVE.d}=` }), /in d/)
})
