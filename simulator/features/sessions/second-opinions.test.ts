import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JSONWebKeySet, calculateJwkThumbprint, createLocalJWKSet } from 'jose'
import t, { type Test } from 'tap'
import { controlFor, dataOf } from '../../control/testing.ts'
import { client } from '../../testing/simulator.ts'

/** A seal and the key set, as a third party gets both over HTTP, split by the contract's three steps. */
async function sealAndKeys(t: Test) {
  const { simulator, control } = await controlFor(t)
  const region = client(simulator, undefined)
  const { sha256 } = dataOf<{ sha256: string }>(
    await control('POST', '/organizations/org_acme/sealed_documents', { mode: 'live' }),
  )
  const keys = (await region('GET', '/.well-known/esign-keys')).json<JSONWebKeySet>()
  const { seal } = (await region('POST', '/v1/esign/verify', { sha256 })).json<{
    seal: { token: string; payload_json: string }
  }>()
  const [format, payload, signature] = seal.token.split('.') as [string, string, string]
  const { kid } = JSON.parse(seal.payload_json) as { kid: string }
  return {
    keys,
    kid,
    signed: Buffer.from(`${format}.${payload}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}

t.test(
  "jose reads the key set, finds the seal's key and agrees with its kid; WebCrypto checks the signature with that key",
  async (t) => {
    const { keys, kid, signed, signature } = await sealAndKeys(t)
    // Not jose's own verify: the signed text begins with the format's name, where a JWS has its encoded header.
    const key = await createLocalJWKSet(keys)({ alg: 'EdDSA', kid })
    t.ok(await crypto.subtle.verify('Ed25519', key, signature, signed))
    t.notOk(
      await crypto.subtle.verify(
        'Ed25519',
        key,
        signature,
        Buffer.concat([signed, Buffer.from('x')]),
      ),
      'of another text',
    )
    t.equal(await calculateJwkThumbprint(keys.keys.find((one) => one.kid === kid)!), kid)
  },
)

t.test('openssl checks the signature with the published key', async (t) => {
  const { keys, kid, signed, signature } = await sealAndKeys(t)
  const x = Buffer.from(keys.keys.find((one) => one.kid === kid)!.x!, 'base64url')
  // RFC 8410, section 4: the key's bits behind a header that is the same for every Ed25519 key.
  const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), x])
  const folder = t.testdir()
  t.match(openssl(folder, { key, signed, signature }), 'Signature Verified Successfully')
  signature[0]! ^= 1
  t.throws(() => openssl(folder, { key, signed, signature }), 'one bit of the signature flipped')
})

function openssl(folder: string, files: Record<'key' | 'signed' | 'signature', Buffer>): string {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  const at = (name: keyof typeof files): string => join(folder, name)
  try {
    return execFileSync(
      'openssl',
      [
        'pkeyutl',
        '-verify',
        '-pubin',
        '-keyform',
        'DER',
        '-inkey',
        at('key'),
        '-rawin',
        '-in',
        at('signed'),
        '-sigfile',
        at('signature'),
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(
      'openssl is missing: install it with `apt-get install openssl` (or `brew install openssl`)',
      { cause: error },
    )
  }
}
