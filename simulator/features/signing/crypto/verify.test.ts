import fc from 'fast-check'
import t from 'tap'
import { privateBytes, publicPart } from './keys.ts'
import { type Seal, sealPayload } from './seal.ts'
import {
  LIVE,
  STRANGER,
  TEST,
  chain,
  claims,
  found,
  keySets,
  sealedDocument,
  testKey,
} from './testing.ts'
import {
  type AgreementDocument,
  type KeySets,
  type LookUp,
  type VerifyStatus,
  statusOf,
  verification,
} from './verify.ts'
import { rounds } from '../../../../tools/testing/rounds.ts'

const good = sealedDocument()
const withoutSeal = (
  { seal: _seal, final_hash: _hash, ...rest }: AgreementDocument,
  state: AgreementDocument['state'],
): AgreementDocument => ({ ...rest, state })
const withSeal = (seal: Partial<Seal>): AgreementDocument => ({
  ...good,
  seal: { ...good.seal!, ...seal },
})
const revoked = keySets({ ...LIVE, status: 'revoked' })
const flipped = good.seal!.token.replace(
  /.(.{20})$/,
  (end, rest: string) => (end[0] === 'A' ? 'B' : 'A') + rest,
)
const otherFormat = sealPayload(JSON.stringify(claims), privateBytes(LIVE), 'cose_v9')

const table: [name: string, status: VerifyStatus, lookUp: LookUp, keys?: KeySets][] = [
  ['VST-002 a valid seal', 'verified', found(good)],
  [
    'JWK-010 under a key that has been retired',
    'verified',
    found(good),
    keySets({ ...LIVE, status: 'retired' }),
  ],
  [
    'a test document under the test key',
    'verified',
    found({ ...sealedDocument({ mode: 'test' }, TEST), mode: 'test' }),
  ],
  ['VST-003 no document with this hash', 'not_found', { found: 'nothing' }],
  [
    'VST-024 an unreadable record',
    'verification_unavailable',
    { found: 'unreadable', mode: 'live' },
  ],
  ['VST-005 presented and not signed', 'not_signed', found(withoutSeal(good, 'sent'))],
  ['declined', 'not_signed', found(withoutSeal(good, 'declined'))],
  ['withdrawn before signing', 'not_signed', found(withoutSeal(good, 'withdrawn'))],
  ['VST-006 signed and not sealed', 'unsealed', found(withoutSeal(good, 'signed'))],
  ['status sealed without a seal', 'unsealed', found(withoutSeal(good, 'sealed'))],
  ['VST-022 another container', 'unsupported_format', found(withSeal(otherFormat))],
  ['VST-008 an unpublished key', 'unknown_key', found(sealedDocument({}, STRANGER))],
  ['a live document under the test key', 'unknown_key', found(sealedDocument({}, TEST))],
  [
    'a test document under the live key',
    'unknown_key',
    found({ ...sealedDocument({ mode: 'test' }), mode: 'test' }),
  ],
  ['VST-011 an altered signature', 'bad_signature', found(withSeal({ token: flipped }))],
  [
    'a signature by another key under the name of the published one',
    'bad_signature',
    found({ ...good, seal: sealedDocument({ kid: LIVE.kid }, STRANGER).seal! }),
  ],
  [
    "a payload_json that differs from the token's",
    'bad_signature',
    found(withSeal({ payload_json: `${good.seal!.payload_json} ` })),
  ],
  [
    'a payload without a kid',
    'bad_signature',
    found(withSeal(sealPayload('{}', privateBytes(LIVE)))),
  ],
  [
    'a payload that is not JSON',
    'bad_signature',
    found(withSeal(sealPayload('kid', privateBytes(LIVE)))),
  ],
  [
    'a kid that is not a string',
    'bad_signature',
    found(withSeal(sealPayload('{"kid":1}', privateBytes(LIVE)))),
  ],
  ['VST-009 a revoked key', 'revoked_key', found(good), revoked],
  ['VST-013 another agreement', 'claim_mismatch', found(sealedDocument({ agreement_id: 'agr_2' }))],
  ['VST-014 another document', 'claim_mismatch', found(sealedDocument({ document_id: 'doc_2' }))],
  ['VST-015 another organization', 'claim_mismatch', found(sealedDocument({ org_id: 'org_2' }))],
  ['VST-016 another mode', 'claim_mismatch', found(sealedDocument({ mode: 'test' }))],
  ['VST-017 another region', 'claim_mismatch', found(sealedDocument({ region: 'eu' }))],
  ['another file', 'claim_mismatch', found(sealedDocument({ final_hash: 'ef'.repeat(32) }))],
  [
    'no claims but the key',
    'claim_mismatch',
    found(withSeal(sealPayload(JSON.stringify({ kid: LIVE.kid }), privateBytes(LIVE)))),
  ],
  [
    'VST-018 VST-020 the record of the ceremony is deleted',
    'chain_unavailable',
    { found: 'document', document: good, chain: undefined },
  ],
  [
    'the record ends before the pinned position',
    'chain_unavailable',
    found(good, chain.slice(0, 1)),
  ],
  [
    'the record is broken',
    'chain_unavailable',
    found(good, chain.with(0, { ...chain[0]!, type: 'x' })),
  ],
  [
    'a pinned position that is not a number',
    'chain_unavailable',
    found(
      withSeal(sealPayload(JSON.stringify({ ...claims, chain_position: '2' }), privateBytes(LIVE))),
    ),
  ],
]

for (const [name, status, lookUp, keys = keySets()] of table) {
  t.test(`${status}: ${name}`, async (t) => {
    const answer = verification(lookUp, keys)
    t.equal(answer.status, status)
    t.equal(answer.match, status === 'verified', 'VFR-003 VFR-004')
    t.equal(answer.protocol_version, '1')
    const absent = [
      'not_found',
      'not_signed',
      'unsealed',
      'unsupported_format',
      'verification_unavailable',
    ]
    t.equal('seal' in answer, !absent.includes(status), 'seal or no key of that name')
    t.equal('agreement_id' in answer, lookUp.found === 'document')
    if ('seal' in answer && lookUp.found === 'document')
      t.strictSame(answer.seal, lookUp.document.seal, 'as stored')
  })
}

t.test('VFR-007 the table has all eleven statuses', async (t) => {
  t.equal(new Set(table.map(([, status]) => status)).size, 11)
})

t.test('the first of several causes decides the status', async (t) => {
  const gone = (document: AgreementDocument): LookUp => ({
    found: 'document',
    document,
    chain: undefined,
  })
  const bad = withSeal({ token: flipped })
  const mismatch = sealedDocument({ org_id: 'org_2' })
  for (const [status, lookUp, keys = keySets()] of [
    ['bad_signature', found(bad), revoked],
    ['bad_signature', gone(bad)],
    ['revoked_key', found(mismatch), revoked],
    ['claim_mismatch', gone(mismatch)],
    ['unknown_key', gone(withSeal({ token: flipped })), { live: [], test: [] }],
    ['unsupported_format', gone(withSeal(otherFormat)), { live: [], test: [] }],
    ['not_signed', gone({ ...bad, state: 'sent' })],
    ['unsealed', gone({ ...bad, state: 'signed' })],
  ] as [VerifyStatus, LookUp, KeySets?][])
    t.equal(statusOf(lookUp, keys), status)
})

t.test('VST-021 a missing record does not hide a bad seal', async (t) => {
  const lookUp: LookUp = {
    found: 'document',
    document: withSeal({ token: flipped }),
    chain: undefined,
  }
  t.equal(statusOf(lookUp, keySets()), 'bad_signature')
})

t.test('a key set may hold many keys', async (t) => {
  const live = [testKey(9), LIVE, testKey(10)].map(publicPart)
  t.equal(statusOf(found(good), { live, test: [] }), 'verified')
})

t.test('a record reveals only its identifiers to the public', async (t) => {
  const more = {
    ...good,
    title: 'Lease',
    signer_name: 'Ana',
    reference: 'A-1',
    attestations: [
      { type: 'consent_withdrawn', recorded_at: '2026-11-03T08:00:00.000Z', by: 'Ana' },
    ],
  }
  const answer = verification(found(more), keySets())
  t.strictSame(Object.keys(answer), [
    'protocol_version',
    'match',
    'status',
    'seal',
    'agreement_id',
    'document_id',
    'document_index',
    'document_count',
    'final_hash',
    'signature_methods',
    'mode',
    'chain_position',
    'attestations',
  ])
  t.strictSame(answer.attestations, [
    { type: 'consent_withdrawn', recorded_at: '2026-11-03T08:00:00.000Z' },
  ])
  t.equal(answer.chain_position, 3)
})

/** Returns the text with one bit of its UTF-8 bytes flipped. Bytes that are then not UTF-8 cannot be in a JSON seal. */
function turned(text: string, bit: number): string | undefined {
  const bytes = Buffer.from(text)
  bytes[bit >> 3]! ^= 1 << (bit & 7)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

for (const part of ['token', 'payload_json'] as const) {
  t.test(`OFF-008 any one bit of ${part} flipped: never verified`, async (t) => {
    const text = good.seal![part]
    const bits = Buffer.byteLength(text) * 8
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bits - 1 }), (bit) => {
        const altered = turned(text, bit)
        return (
          altered === undefined ||
          statusOf(found(withSeal({ [part]: altered })), keySets()) !== 'verified'
        )
      }),
      { numRuns: rounds(300) },
    )
    t.equal(statusOf(found(good), keySets()), 'verified', 'and without a flipped bit it verifies')
  })
}
