import { createHash } from 'node:crypto'
import { getPublicKeyAsync, signAsync } from '@noble/ed25519'
import fc from 'fast-check'
import t from 'tap'
import { judge } from './judge.ts'
import type { VerifyAnswer } from './seal.ts'
import { rounds } from '../../tools/testing/rounds.ts'

const FORMAT = 'ed25519_detached_token_v1'
const secret = new Uint8Array(32).fill(7)
const file = Buffer.from('%PDF-1.7 as sealed, with its certificate of completion %%EOF')
const claims = {
  kid: 'key-1',
  agreement_id: 'agr_1',
  document_id: 'doc_1',
  final_hash: sha256(file),
  mode: 'live',
  sealed_at: '2026-11-02T09:14:02.777Z',
}
const payload_json = JSON.stringify(claims)
const signed = `${FORMAT}.${Buffer.from(payload_json).toString('base64url')}`
const seal = {
  format: FORMAT,
  payload_json,
  token: `${signed}.${Buffer.from(await signAsync(Buffer.from(signed), secret)).toString('base64url')}`,
}
const keys = {
  keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: 'key-1',
      status: 'active',
      x: Buffer.from(await getPublicKeyAsync(secret)).toString('base64url'),
    },
  ],
}
const { agreement_id, document_id, final_hash } = claims

/** Verdict on a file if one region confirms with this response and the other has no record. */
async function verdictOn(bytes: Buffer, changed: VerifyAnswer = {}): Promise<string> {
  const answer = {
    match: true,
    status: 'verified',
    mode: 'live',
    seal,
    agreement_id,
    document_id,
    final_hash,
    ...changed,
  }
  const { verdict } = await judge(sha256(bytes), [
    { region: 'us', answer, keys },
    { region: 'eu', answer: { match: false, status: 'not_found' }, keys: { keys: [] } },
  ])
  return verdict
}

t.test('unaltered, it is genuine', async (t) => {
  t.equal(await verdictOn(file), 'genuine')
})

t.test('any bit of the file flipped: not genuine, although the region confirms', async () => {
  await fc.assert(
    fc.asyncProperty(
      bitOf(file),
      async (bit) => (await verdictOn(flipped(file, bit))) === 'rejected',
    ),
  )
})

for (const part of ['token', 'payload_json', 'format'] as const) {
  t.test(`any bit of ${part} flipped: not genuine, although the region confirms`, async () => {
    const text = Buffer.from(seal[part])
    await fc.assert(
      fc.asyncProperty(bitOf(text), async (bit) => {
        const altered = { ...seal, [part]: flipped(text, bit).toString('latin1') }
        // An unknown format is no finding against the file; but it is not genuine either.
        return (
          (await verdictOn(file, { seal: altered })) ===
          (part === 'format' ? 'undecided' : 'rejected')
        )
      }),
      { numRuns: rounds(300) },
    )
  })
}

t.test('any bit of the published key flipped: not genuine', async () => {
  const [key] = keys.keys
  const x = Buffer.from(key!.x)
  await fc.assert(
    fc.asyncProperty(bitOf(x), async (bit) => {
      const text = flipped(x, bit).toString('latin1')
      const altered = { keys: [{ ...key!, x: text }] }
      const { verdict } = await judge(sha256(file), [
        {
          region: 'us',
          keys: altered,
          answer: {
            match: true,
            status: 'verified',
            mode: 'live',
            seal,
            agreement_id,
            document_id,
            final_hash,
          },
        },
      ])
      // A text that is not a key cannot check the seal, which is no finding against the file.
      const isKey = Buffer.from(text, 'base64url').toString('base64url') === text
      return verdict === (isKey ? 'rejected' : 'undecided')
    }),
  )
})

function bitOf(bytes: Buffer): fc.Arbitrary<number> {
  return fc.nat(bytes.length * 8 - 1)
}

function flipped(bytes: Buffer, bit: number): Buffer {
  const altered = Buffer.from(bytes)
  altered[bit >> 3]! ^= 1 << (bit & 7)
  return altered
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
