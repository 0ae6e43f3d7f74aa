import { STATUSES } from './statuses.ts'
import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedRequest } from '../../self-test/proxy.ts'
import { answers, type Mutant, type Which } from '../../self-test/wire-faults.ts'

const verifies: Which = ({ path }) => path === '/v1/esign/verify'
const isKeySet: Which = ({ path }) => path === '/.well-known/esign-keys'

/** Changes the answer about a document. */
const told = (
  change: (body: JsonObject, request: ProxiedRequest) => void,
  to: Which = verifies,
): (() => Fault) =>
  answers(to, (response, request) =>
    changeJson(response, (body) => {
      change(body as unknown as JsonObject, request)
    }),
  )

type Seal = Record<'token' | 'payload_json' | 'format', string>
const sealed = (change: (seal: Seal) => void): (() => Fault) =>
  told(({ seal }) => {
    if (seal) change(seal as Seal)
  })
const claims = (change: (claims: JsonObject) => void): (() => Fault) =>
  sealed((seal) => {
    const payload = JSON.parse(seal.payload_json) as JsonObject
    change(payload)
    seal.payload_json = JSON.stringify(payload)
  })
const keys = (change: (key: JsonObject) => void): (() => Fault) =>
  told(({ keys: list }) => {
    for (const key of list as JsonObject[]) change(key)
  }, isKeySet)

const SEALLESS = [
  'not_found',
  'not_signed',
  'unsealed',
  'unsupported_format',
  'verification_unavailable',
]
const id = (status: string) => `verify.${status.replaceAll('_', '-')}`

const MEMBERS: [requirement: string, member: string, value: unknown][] = [
  ['JWK-002', 'kty', 'EC'],
  ['JWK-003', 'crv', 'Ed448'],
  ['JWK-004', 'alg', 'Ed25519ph'],
  ['JWK-005', 'use', 'enc'],
  ['JWK-006', 'x', 'AAAA'],
  ['JWK-007', 'kid', 7],
  ['JWK-008', 'status', 'new'],
  ['JWK-009', 'notBefore', 'soon'],
  ['JWK-013', 'd', 'c2VjcmV0'],
]

const CLAIMS: [requirement: string, claim: string][] = [
  ['SEA-009', 'kid'],
  ['SEA-010', 'agreement_id'],
  ['SEA-011', 'document_id'],
  ['SEA-012', 'final_hash'],
  ['SEA-013', 'region'],
  ['SEA-014', 'mode'],
  ['SEA-015', 'chain_position'],
  ['SEA-016', 'sealed_at'],
  ['SEA-017', 'org_id'],
]

const TAKES: [name: string, breaks: string[], to: Which][] = [
  [
    'takes the file',
    ['VFY-005', 'VFY-006', 'VFY-007'],
    ({ headers }) => headers['content-type'] === 'application/pdf',
  ],
  [
    'takes a form',
    ['VFY-006', 'VFY-007'],
    ({ headers }) => headers['content-type']?.startsWith('multipart/') === true,
  ],
  [
    'takes plain text',
    ['VFY-003', 'VFY-007'],
    ({ headers }) => headers['content-type'] === 'text/plain',
  ],
  ['hashes a file for its caller', ['VFY-005', 'VFY-006'], ({ body }) => body.includes('"file"')],
  ['takes upper case', ['VFY-002', 'VFY-008'], ({ body }) => body.includes('AAAA')],
  ['takes a part of a hash', ['VFY-009'], ({ body }) => /"a{63}"/.test(body.toString())],
  ['takes letters that are no digits', ['VFY-010'], ({ body }) => body.includes('ag"')],
  ['takes no hash for a question', ['VFY-011'], ({ body }) => body.toString() === '{}'],
  ['reads bodies of any size', ['VFY-012'], ({ body }) => body.byteLength > 1 << 20],
]

export const VERIFY_MUTANTS: readonly Mutant[] = [
  ...Object.entries(STATUSES).map(([status, breaks]): Mutant => ({
    name: `calls ${status} by another word`,
    killedBy: id(status),
    breaks,
    fault: told((body) => {
      body['status'] = status === 'not_found' ? 'not_signed' : 'not_found'
    }),
  })),
  ...Object.keys(STATUSES)
    .filter((status) => status !== 'verified')
    .map((status): Mutant => ({
      name: `matches what is ${status}`,
      killedBy: id(status),
      breaks: 'VFR-004',
      fault: told((body) => {
        body['match'] = true
      }),
    })),
  ...Object.keys(STATUSES).map((status): Mutant => ({
    name: SEALLESS.includes(status)
      ? `sends an empty seal for ${status}`
      : `keeps the seal back for ${status}`,
    killedBy: id(status),
    breaks: SEALLESS.includes(status) ? 'VFR-013' : 'VFR-014',
    fault: told((body) => {
      if (SEALLESS.includes(status)) body['seal'] = null
      else delete body['seal']
    }),
  })),
  {
    name: 'answers 404 for what it does not find',
    killedBy: 'verify.not-found',
    breaks: 'VFY-004',
    fault: answers(verifies, (response) => {
      response.status = 404
    }),
  },
  {
    name: 'leaves the protocol version out',
    killedBy: 'verify.verified',
    breaks: ['VFR-001', 'VRS-001'],
    fault: told((body) => {
      delete body['protocol_version']
    }),
  },
  {
    name: 'has a third value for match',
    killedBy: 'verify.chain-unavailable',
    breaks: ['VFR-002', 'VFR-005'],
    fault: told((body) => {
      body['match'] = null
    }),
  },
  {
    name: 'does not match what is verified',
    killedBy: 'verify.verified',
    breaks: 'VFR-003',
    fault: told((body) => {
      body['match'] = false
    }),
  },
  {
    name: 'has a twelfth status',
    killedBy: 'verify.bad-signature',
    breaks: 'VFR-007',
    fault: told((body) => {
      body['status'] = 'tampered'
    }),
  },
  {
    name: 'has no status',
    killedBy: 'verify.bad-signature',
    breaks: 'VFR-006',
    fault: told((body) => {
      delete body['status']
    }),
  },
  {
    name: 'does not tell the mode',
    killedBy: 'verify.not-signed',
    breaks: 'VFY-023',
    fault: told((body) => {
      delete body['mode']
    }),
  },
  ...['agreement', 'document', 'organization', 'mode', 'region'].map((claim, i): Mutant => ({
    name: `does not look at the claim of the ${claim}`,
    killedBy: `verify.mismatch-of-${claim}`,
    breaks: [`VST-01${i + 3}`, 'VFR-004'],
    fault: told((body) => {
      Object.assign(body, { status: 'verified', match: true })
    }),
  })),
  ...(
    [
      ['VFR-015', 'agreement_id'],
      ['VFR-016', 'document_id'],
      ['VFR-017', 'document_count'],
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
    fault: told((body) => {
      delete body[member]
    }),
  })),
  {
    name: 'does not find what it sealed',
    killedBy: 'verify.says-what-it-found',
    breaks: 'ESG-002',
    fault: told((body) => {
      body['status'] = 'not_found'
    }),
  },
  {
    name: 'calls a test document live',
    killedBy: 'verify.test-mode',
    breaks: ['VFY-024', 'VFR-020'],
    fault: told((body) => {
      body['mode'] = 'live'
    }),
  },
  {
    name: 'answers for the other region',
    killedBy: 'verify.region-by-region',
    breaks: ['VFY-015', 'VST-003'],
    fault: told((body) => {
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
  {
    name: 'excuses a bad seal by the missing record',
    killedBy: 'verify.a-gone-record-excuses-nothing',
    breaks: 'VST-021',
    fault: told((body) => {
      body['status'] = 'chain_unavailable'
    }),
  },
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
    name: 'wants a key to verify',
    killedBy: 'verify.what-it-takes',
    breaks: ['AUT-023', 'ESG-011', 'VFY-001'],
    fault: answers(verifies, (response) => {
      if (response.status === 200) response.status = 401
    }),
  },

  {
    name: 'alters the token',
    killedBy: 'seals.verified-offline',
    breaks: ['OFF-001', 'OFF-004', 'OFF-006'],
    fault: sealed((seal) => {
      seal.token =
        seal.token.slice(0, -8) + (seal.token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA')
    }),
  },
  {
    name: 'seals with a key that it does not publish',
    killedBy: 'seals.verified-offline',
    breaks: ['ESG-004', 'OFF-003'],
    fault: told((body) => {
      body['keys'] = []
    }, isKeySet),
  },
  {
    name: 'leaves the format out of the token',
    killedBy: 'seals.verified-offline',
    breaks: ['SEA-002', 'SEA-003', 'OFF-002'],
    fault: sealed((seal) => {
      seal.token = seal.token.split('.').slice(1).join('.')
    }),
  },
  {
    name: 'pads base64url',
    killedBy: 'seals.verified-offline',
    breaks: ['SEA-004', 'SEA-005'],
    fault: sealed((seal) => {
      seal.token = seal.token
        .split('.')
        .map((part, i) => (i === 0 ? part : `${part}==`))
        .join('.')
    }),
  },
  {
    name: 'names another format',
    killedBy: 'seals.verified-offline',
    breaks: 'SEA-001',
    fault: sealed((seal) => {
      seal.format = 'ed25519'
    }),
  },
  {
    name: 'writes the payload anew',
    killedBy: 'seals.verified-offline',
    breaks: 'SEA-008',
    fault: sealed((seal) => {
      seal.payload_json = JSON.stringify(JSON.parse(seal.payload_json), null, 1)
    }),
  },
  {
    name: 'sends the payload as an object',
    killedBy: 'seals.verified-offline',
    breaks: 'SEA-007',
    fault: told(({ seal }) => {
      if (seal) (seal as JsonObject)['payload_json'] = JSON.parse((seal as Seal).payload_json)
    }),
  },
  {
    name: 'makes a new token for each answer',
    killedBy: 'seals.verified-offline',
    breaks: 'SEA-006',
    fault: () => {
      let times = 0
      return told(({ seal }) => {
        if (seal && times++ > 0) (seal as Seal).token += 'A'
      })()
    },
  },
  ...CLAIMS.map(([breaks, claim]): Mutant => ({
    name: `does not sign the ${claim}`,
    killedBy: 'seals.claims',
    breaks,
    fault: claims((payload) => {
      delete payload[claim]
    }),
  })),
  {
    name: 'does not sign the format',
    killedBy: 'seals.format-is-signed',
    breaks: ['OFF-005', 'OFF-008'],
    fault: sealed((seal) => {
      seal.token = `x${seal.token}`
      seal.format = `x${seal.format}`
    }),
  },
  ...MEMBERS.map(([breaks, member, value]): Mutant => ({
    name: `publishes keys with ${member} ${String(value)}`,
    killedBy: 'keys.published',
    breaks,
    fault: keys((key) => {
      key[member] = value
    }),
  })),
  {
    name: 'publishes keys as a list',
    killedBy: 'keys.published',
    breaks: 'JWK-001',
    fault: answers(isKeySet, (response) =>
      changeJson(response, (body) => (body as unknown as { keys: unknown }).keys),
    ),
  },
  {
    name: 'wants a key to show keys',
    killedBy: 'keys.published',
    breaks: ['AUT-024', 'ESG-012', 'VFY-028'],
    fault: answers(isKeySet, (response) => {
      response.status = 401
    }),
  },
  {
    name: 'takes retired keys out of the set',
    killedBy: 'keys.retired-still-verifies',
    breaks: 'JWK-011',
    fault: told((body) => {
      body['keys'] = (body['keys'] as JsonObject[]).filter(({ status }) => status === 'active')
    }, isKeySet),
  },
  {
    name: 'does not know retired keys any more',
    killedBy: 'keys.retired-still-verifies',
    breaks: 'JWK-010',
    fault: told((body) => {
      body['status'] = 'unknown_key'
    }),
  },
  {
    name: 'publishes test keys with the others',
    killedBy: 'keys.test-keys-apart',
    breaks: 'JWK-012',
    fault: () => {
      let kid: unknown
      return {
        bindings(_, bindings) {
          kid = bindings['kid']
        },
        ...(told((body) => {
          ;(body['keys'] as JsonObject[]).push({ kid })
        }, isKeySet)() as Required<Pick<Fault, 'response'>>),
      }
    },
  },
]
