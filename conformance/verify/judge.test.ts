import t from 'tap'
import { keyOf, signed } from '../../fixtures/esign/make.ts'
import { sealVectors, signatureVectors } from '../../fixtures/seal-vectors.ts'
import { type Finding, type RegionResponse, judge } from './judge.ts'
import type { VerifyAnswer } from './seal.ts'

const vector = (name: string) => sealVectors().find((one) => one.name === name)!
const valid = vector('valid')
const HASH = valid.document.final_hash
const { agreement_id, document_id, final_hash } = valid.document
const good: VerifyAnswer = {
  match: true,
  status: 'verified',
  seal: valid.seal,
  mode: 'live',
  agreement_id,
  document_id,
  final_hash,
}
const no = (status: string): VerifyAnswer => ({ match: false, status })
const responseOf = (
  answer: VerifyAnswer,
  region = 'us',
  keys: unknown = { keys: valid.keys },
): RegionResponse => ({ region, answer, keys })
const missing = responseOf(no('not_found'), 'eu')
const unanswered: RegionResponse = { region: 'eu', failure: 'no response' }

const KEY = keyOf(signatureVectors[0]!.private_key, 'active')
/** A region of a service with its own names of fields and claims. */
const own = (claims: object, answer: VerifyAnswer = {}, region = 'us'): RegionResponse =>
  responseOf(
    {
      match: true,
      status: 'verified',
      mode: 'live',
      seal: signed(JSON.stringify({ kid: KEY.kid, ...claims }), KEY),
      ...answer,
    },
    region,
    { keys: [KEY] },
  )
const base64 = Buffer.from(HASH, 'hex').toString('base64')

const table: [name: string, verdict: Finding, responses: RegionResponse[], sha256?: string][] = [
  ['VFY-017 one region confirms', 'genuine', [responseOf(good), missing]],
  ['one confirms, the other did not respond', 'genuine', [responseOf(good), unanswered]],
  [
    'VST-019 one confirms, the other holds no record of the ceremony',
    'genuine',
    [responseOf(good), responseOf(no('chain_unavailable'), 'eu')],
  ],
  ['all have responded, and none knows it', 'not_found', [responseOf(no('not_found')), missing]],
  ['VFY-018 one has not responded', 'undecided', [responseOf(no('not_found')), unanswered]],
  [
    'VFY-018 one knows only an unsigned agreement, the other has not responded',
    'undecided',
    [responseOf(no('not_signed')), unanswered],
  ],
  [
    'VFY-018 one knows a test record, the other has not responded',
    'undecided',
    [responseOf({ ...good, mode: 'test' }), unanswered],
  ],
  [
    'an unsigned agreement, and all have responded',
    'incomplete',
    [responseOf(no('unsealed')), missing],
  ],
  [
    'VFY-018 VST-025 one cannot verify now',
    'undecided',
    [responseOf(no('verification_unavailable')), missing],
  ],
  ['VST-004 only one was asked', 'undecided', [missing]],
  ['no region was asked', 'undecided', []],
  ['VFY-027 a test record', 'test_record', [responseOf({ ...good, mode: 'test' }), missing]],
  ['no mode', 'undecided', [responseOf({ ...good, mode: undefined }), missing]],
  ['VRS-002 an unknown status', 'undecided', [responseOf(no('archived')), missing]],
  [
    'VRS-002 an unknown status that says match',
    'undecided',
    [responseOf({ ...good, status: 'verified_twice' }), missing],
  ],
  [
    'VRS-003 VRS-004 verified without match',
    'undecided',
    [responseOf({ ...good, match: false }), missing],
  ],
  ['match is a string', 'undecided', [responseOf({ ...good, match: 'true' }), missing]],
  ['VRS-005 no seal', 'rejected', [responseOf({ ...good, seal: undefined }), missing]],
  [
    'VRS-006 an unfamiliar format',
    'undecided',
    [responseOf({ ...good, seal: vector('unsupported-format').seal }), missing],
  ],
  [
    'an invalid seal',
    'rejected',
    [responseOf({ ...good, seal: vector('signature-bit').seal }), missing],
  ],
  ...[{}, [], { keys: null }, { keys: valid.keys.map((key) => ({ ...key, status: 'new' })) }].map(
    (keys): (typeof table)[number] => [
      `VFY-017 a key set without a usable key: ${JSON.stringify(keys).slice(0, 20)}`,
      'undecided',
      [responseOf(good, 'us', keys), missing],
    ],
  ),
  ['an unpublished key', 'rejected', [responseOf(good, 'us', { keys: [] }), missing]],
  [
    'a revoked key',
    'rejected',
    [responseOf({ ...good, seal: vector('revoked-key').seal }), missing],
  ],
  [
    'a seal of another document',
    'rejected',
    [responseOf({ ...good, seal: vector('claims-document').seal }), missing],
  ],
  [
    'a test seal in live mode',
    'test_record',
    [responseOf({ ...good, seal: vector('claims-mode').seal }), missing],
  ],
  ['a response about another file', 'rejected', [responseOf(good), missing], 'f'.repeat(64)],
  [
    'claims in camel case, and other names in the response',
    'genuine',
    [own({ agreementId: 'a', documentId: 'd', finalHash: HASH, recordMode: 'live' }), missing],
  ],
  ['the hash in a nested claim', 'genuine', [own({ document: { digest: HASH } }), missing]],
  ['the hash in base64', 'genuine', [own({ digest: `sha-256=:${base64}:` }), missing]],
  ['the hash in capitals', 'genuine', [own({ digest: `sha256:${HASH.toUpperCase()}` }), missing]],
  ['no claim that holds the hash', 'rejected', [own({ agreementId: 'a' }), missing]],
  [
    "the hash in the response, but another one in the seal's final_hash",
    'rejected',
    [own({ final_hash: 'f'.repeat(64), of: HASH }), missing],
  ],
  [
    'one name on both sides that differs',
    'rejected',
    [own({ agreement_id: 'a', digest: HASH }, { agreement_id: 'b' }), missing],
  ],
  [
    'a name on one side only',
    'genuine',
    [own({ agreement_id: 'a', digest: HASH }, { document_id: 'd' }), missing],
  ],
  ['a longer event chain', 'genuine', [own({ digest: HASH, chain_position: 3 }), missing]],
  [
    'VST-017 a seal of the other region',
    'rejected',
    [own({ region: 'eu', digest: HASH }), missing],
  ],
  ['a seal of its own region', 'genuine', [own({ region: 'us', digest: HASH }), missing]],
  [
    'regions with other names of the caller',
    'genuine',
    [own({ region: 'eu', digest: HASH }, {}, 'frankfurt'), missing],
  ],
  ['not signed', 'incomplete', [responseOf(no('not_signed')), missing]],
  ['VST-007 unsealed', 'incomplete', [responseOf(no('unsealed')), missing]],
  [
    'VST-023 a format that the region cannot check',
    'undecided',
    [responseOf(no('unsupported_format')), missing],
  ],
  ['VST-019 the record is gone', 'undecided', [responseOf(no('chain_unavailable')), missing]],
  ...['unknown_key', 'revoked_key', 'bad_signature', 'claim_mismatch'].map(
    (status): (typeof table)[number] => [
      `${status}, although another confirms${status === 'bad_signature' ? ' (VST-012)' : ''}`,
      'rejected',
      [responseOf(no(status), 'eu'), responseOf(good)],
    ],
  ),
]

for (const [name, verdict, responses, sha256 = HASH] of table) {
  t.test(`${verdict}: ${name}`, async (t) => {
    const result = await judge(sha256, responses)
    t.equal(result.verdict, verdict, JSON.stringify(result.regions))
    t.equal(result.regions.length, responses.length)
  })
}

t.test(
  'VST-010 after a revocation of the key, the verdict advises to request a new copy',
  async (t) => {
    const { regions } = await judge(HASH, [responseOf(no('revoked_key')), missing])
    t.match(regions[0]!.detail, /request a new copy/)
  },
)
