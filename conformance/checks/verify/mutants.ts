import { STATUSES } from './statuses.ts'
import { answers, type Mutant, type Which } from '../../self-test/wire-faults.ts'
import { verifies, inVerifyResponse } from './verify-faults.ts'

const SEALLESS = [
  'not_found',
  'not_signed',
  'unsealed',
  'unsupported_format',
  'verification_unavailable',
]
const id = (status: string) => `verify.${status.replaceAll('_', '-')}`

const TAKES: [name: string, breaks: string[], to: Which][] = [
  [
    'accepts the file',
    ['VFY-005', 'VFY-006', 'VFY-007'],
    ({ headers }) => headers['content-type'] === 'application/pdf',
  ],
  [
    'accepts a form',
    ['VFY-006', 'VFY-007'],
    ({ headers }) => headers['content-type']?.startsWith('multipart/') === true,
  ],
  [
    'accepts plain text',
    ['VFY-003', 'VFY-007'],
    ({ headers }) => headers['content-type'] === 'text/plain',
  ],
  [
    'accepts a file and computes its hash',
    ['VFY-005', 'VFY-006'],
    ({ body }) => body.includes('"file"'),
  ],
  ['accepts upper case', ['VFY-002', 'VFY-008'], ({ body }) => body.includes('AAAA')],
  ['accepts a part of a hash', ['VFY-009'], ({ body }) => /"a{63}"/.test(body.toString())],
  ['accepts letters that are not hex digits', ['VFY-010'], ({ body }) => body.includes('ag"')],
  ['accepts a request without a hash', ['VFY-011'], ({ body }) => body.toString() === '{}'],
  ['accepts 0x before a hash', ['VFY-010'], ({ body }) => body.includes('"0x')],
  [
    'accepts digits of other scripts',
    ['VFY-010'],
    ({ body }) => body.includes('\uff11') || body.includes('\\uff11'),
  ],
  ['accepts bodies of any size', ['VFY-012'], ({ body }) => body.byteLength > 1 << 20],
]

const TEST_SEALS = {
  revoked_key: 'VST-009',
  bad_signature: 'VST-011',
  claim_mismatch: 'VST-013',
}

/** Refuses a media type with a parameter. */
const REFUSES_CHARSET: Mutant = {
  name: 'refuses application/json with a charset',
  killedBy: 'verify.what-it-takes',
  breaks: ['VFY-001', 'VFY-003'],
  fault: answers(
    (request) => verifies(request) && /json *;/.test(request.headers['content-type'] ?? ''),
    (response) => {
      response.status = 415
    },
  ),
}

const HASHES = 'verify.what-it-takes'

export const VERIFY_MUTANTS: readonly Mutant[] = [
  REFUSES_CHARSET,
  ...Object.entries(STATUSES).map(([status, breaks]): Mutant => ({
    name: `sends another word for the status ${status}`,
    killedBy: id(status),
    breaks,
    fault: inVerifyResponse((body) => {
      body['status'] = status === 'not_found' ? 'not_signed' : 'not_found'
    }),
  })),
  ...Object.keys(STATUSES)
    .filter((status) => status !== 'verified')
    .map((status): Mutant => ({
      name: `sends match true for the status ${status}`,
      killedBy: id(status),
      breaks: 'VFR-004',
      fault: inVerifyResponse((body) => {
        body['match'] = true
      }),
    })),
  ...Object.keys(STATUSES).map((status): Mutant => ({
    name: SEALLESS.includes(status)
      ? `sends an empty seal for ${status}`
      : `omits the seal for ${status}`,
    killedBy: id(status),
    breaks: SEALLESS.includes(status) ? 'VFR-013' : 'VFR-014',
    fault: inVerifyResponse((body) => {
      if (SEALLESS.includes(status)) body['seal'] = null
      else delete body['seal']
    }),
  })),
  {
    name: 'returns 404 for an unknown hash',
    killedBy: 'verify.not-found',
    breaks: 'VFY-004',
    fault: answers(verifies, (response) => {
      response.status = 404
    }),
  },
  {
    name: 'omits the protocol version',
    killedBy: 'verify.verified',
    breaks: ['VFR-001', 'VRS-001'],
    fault: inVerifyResponse((body) => {
      delete body['protocol_version']
    }),
  },
  {
    name: 'has a third value for match',
    killedBy: 'verify.chain-unavailable',
    breaks: ['VFR-002', 'VFR-005'],
    fault: inVerifyResponse((body) => {
      body['match'] = null
    }),
  },
  {
    name: 'reports no match for a verified document',
    killedBy: 'verify.verified',
    breaks: 'VFR-003',
    fault: inVerifyResponse((body) => {
      body['match'] = false
    }),
  },
  {
    name: 'has a twelfth status',
    killedBy: 'verify.bad-signature',
    breaks: 'VFR-007',
    fault: inVerifyResponse((body) => {
      body['status'] = 'tampered'
    }),
  },
  {
    name: 'has no status',
    killedBy: 'verify.bad-signature',
    breaks: 'VFR-006',
    fault: inVerifyResponse((body) => {
      delete body['status']
    }),
  },
  {
    name: 'omits the mode',
    killedBy: 'verify.not-signed',
    breaks: 'VFY-023',
    fault: inVerifyResponse((body) => {
      delete body['mode']
    }),
  },
  ...['agreement', 'document', 'organization', 'mode', 'region'].map((claim, i): Mutant => ({
    name: `does not check the claim of the ${claim}`,
    killedBy: `verify.mismatch-of-${claim}`,
    breaks: [`VST-01${i + 3}`, 'VFR-004'],
    fault: inVerifyResponse((body) => {
      Object.assign(body, { status: 'verified', match: true })
    }),
  })),
  ...(
    [
      ['VFR-015', 'agreement_id'],
      ['VFR-016', 'document_id'],
      ['VFR-017', 'document_count'],
      ['VFR-017', 'document_index'],
      ['VFR-018', 'final_hash'],
      ['VFR-019', 'signature_methods'],
      ['VFR-021', 'chain_position'],
      ['VFR-022', 'attestations'],
      ['VFY-025', 'mode'],
    ] as const
  ).map(([breaks, member]): Mutant => ({
    name: `keeps ${member} back`,
    killedBy: 'verify.says-what-it-found',
    breaks,
    fault: inVerifyResponse((body) => {
      delete body[member]
    }),
  })),
  {
    name: 'does not find documents that it sealed',
    killedBy: 'verify.says-what-it-found',
    breaks: 'ESG-002',
    fault: inVerifyResponse((body) => {
      body['status'] = 'not_found'
    }),
  },
  {
    name: 'reports a test document as live',
    killedBy: 'verify.test-mode',
    breaks: ['VFY-024', 'VFR-020'],
    fault: inVerifyResponse((body) => {
      body['mode'] = 'live'
    }),
  },
  ...Object.entries(TEST_SEALS).map(([status, breaks]): Mutant => ({
    name: `verifies test documents with ${status}`,
    killedBy: 'verify.bad-seals-in-test-mode',
    breaks: [breaks, 'VFR-004'],
    fault: inVerifyResponse((body) => {
      if (body['mode'] === 'test' && body['status'] === status)
        Object.assign(body, { status: 'verified', match: true })
    }),
  })),
  {
    name: 'reports a test document with a bad seal as live',
    killedBy: 'verify.bad-seals-in-test-mode',
    breaks: 'VFY-024',
    fault: inVerifyResponse((body) => {
      if (body['status'] !== 'verified') body['mode'] = 'live'
    }),
  },
  {
    name: 'returns results of the other region',
    killedBy: 'verify.region-by-region',
    breaks: ['VFY-015', 'VST-003'],
    fault: inVerifyResponse((body) => {
      Object.assign(body, { status: 'verified', match: true })
    }),
  },
  {
    name: 'has no endpoint in one region',
    killedBy: 'verify.region-by-region',
    breaks: ['ESG-003', 'VFY-014'],
    fault: answers(
      (request) => verifies(request) && request.region === 'eu',
      (response) => {
        response.status = 404
      },
    ),
  },
  ...['bad_signature', 'unknown_key', 'revoked_key', 'claim_mismatch'].map((status): Mutant => ({
    name: `reports ${status} as a missing record`,
    killedBy: 'verify.a-gone-record-excuses-nothing',
    breaks: 'VST-021',
    fault: inVerifyResponse((body) => {
      if (body['status'] === status) body['status'] = 'chain_unavailable'
    }),
  })),
  ...TAKES.map(([name, breaks, to]): Mutant => ({
    name,
    killedBy: 'verify.what-it-takes',
    breaks,
    fault: answers(
      (request) => verifies(request) && to(request),
      (response) => {
        response.status = 200
      },
    ),
  })),
  {
    name: 'accepts a hash in the query',
    killedBy: HASHES,
    breaks: 'VFY-011',
    fault: () => ({
      request(request) {
        const [path, query] = request.path.split('?')
        const sha256 = new URLSearchParams(query).get('sha256')
        if (path !== '/v1/esign/verify' || sha256 === null) return
        request.path = path
        request.body = Buffer.from(JSON.stringify({ sha256 }))
      },
    }),
  },
  {
    name: 'requires a key to verify',
    killedBy: 'verify.what-it-takes',
    breaks: ['AUT-023', 'ESG-011', 'VFY-001'],
    fault: answers(verifies, (response) => {
      if (response.status === 200) response.status = 401
    }),
  },

  ...(
    [
      ['strips a line feed from a hash', /\\n"/, '"', 'VFY-009'],
      ['strips a leading space from a hash', /" a/, '"a', 'VFY-009'],
      ['accepts a hash with a capital letter', /A"/, 'a"', 'VFY-008'],
    ] as const
  ).map(([name, wrong, right, breaks]): Mutant => ({
    name,
    killedBy: HASHES,
    breaks,
    fault: () => ({
      request(request) {
        if (request.path !== '/v1/esign/verify') return
        request.body = Buffer.from(request.body.toString().replace(wrong, right))
      },
    }),
  })),
]
