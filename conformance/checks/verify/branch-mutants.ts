import { isObject, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { answers, type Mutant } from '../../self-test/wire-faults.ts'
import { inVerifyResponse, verifies } from './verify-faults.ts'

const TAKES = 'verify.what-it-takes'
const TEST_SEALS = 'verify.bad-seals-in-test-mode'
const WITH_SEAL = [
  'unknown_key',
  'revoked_key',
  'bad_signature',
  'claim_mismatch',
  'chain_unavailable',
]

/** Changes that break the form of a seal, each with the requirements on it. */
const FORMS: readonly (readonly [does: string, string[], (seal: JsonObject) => void])[] = [
  [
    'names another format',
    ['SEA-001'],
    (seal) => {
      seal['format'] = 'v1'
    },
  ],
  [
    'omits the token',
    ['SEA-002', 'SEA-008'],
    (seal) => {
      delete seal['token']
    },
  ],
  [
    'sends the claims as an object',
    ['SEA-007', 'SEA-008'],
    (seal) => {
      seal['payload_json'] = JSON.parse(String(seal['payload_json'])) as JsonObject
    },
  ],
]

const inSeal = (status: string, change: (seal: JsonObject) => void): (() => Fault) =>
  inVerifyResponse((body) => {
    if (body['status'] === status && isObject(body['seal'])) change(body['seal'])
  })

/** Answers bodies that match, as if they named an unknown hash. */
const takesHash = (name: string, breaks: string[], body: RegExp): Mutant => ({
  name,
  killedBy: TAKES,
  breaks,
  fault: answers(
    (request) => verifies(request) && body.test(request.body.toString()),
    (response) => {
      response.status = 200
    },
  ),
})

const HEX = 'a{64}'

/** Faults that are confined to one status, one mode, one region or one form of a hash. */
export const VERIFY_BRANCH_MUTANTS: readonly Mutant[] = [
  ...WITH_SEAL.flatMap((status) =>
    FORMS.map(([does, breaks, change]): Mutant => ({
      name: `${does} in the seal of ${status}`,
      killedBy: `verify.${status.replaceAll('_', '-')}`,
      // A forged seal may have any claims.
      breaks: breaks.filter((id) => status !== 'bad_signature' || id !== 'SEA-008'),
      fault: inSeal(status, change),
    })),
  ),
  ...FORMS.map(([does, breaks, change]): Mutant => ({
    name: `${does} in the seal of a test document`,
    killedBy: 'verify.test-mode',
    breaks,
    fault: inSeal('verified', change),
  })),
  {
    name: 'sends no seal of a test document',
    killedBy: 'verify.test-mode',
    breaks: 'VFR-014',
    fault: inVerifyResponse((body) => {
      delete body['seal']
    }),
  },
  {
    name: 'returns the title of a test document',
    killedBy: 'verify.test-mode',
    breaks: 'VFR-026',
    fault: inVerifyResponse((body) => {
      if (body['mode'] === 'test') body['about'] = 'Lease of the flat at Kings Place'
    }),
  },
  ...['unknown_key', 'not_signed', 'unsealed', 'unsupported_format', 'chain_unavailable'].map(
    (status): Mutant => ({
      name: `reports a test document that is ${status} as live`,
      killedBy: TEST_SEALS,
      breaks: 'VFY-024',
      fault: inVerifyResponse((body) => {
        if (body['status'] === status) body['mode'] = 'live'
      }),
    }),
  ),
  ...(
    [
      ['not_signed', 'VST-005'],
      ['unsealed', 'VST-006'],
      ['unsupported_format', 'VST-022'],
    ] as const
  ).map(([status, breaks]): Mutant => ({
    name: `names an unknown key for a test document that is ${status}`,
    killedBy: TEST_SEALS,
    breaks,
    fault: inVerifyResponse((body) => {
      if (body['status'] === status) body['status'] = 'unknown_key'
    }),
  })),
  {
    name: 'verifies a test document whose record is missing',
    killedBy: TEST_SEALS,
    breaks: ['VST-018', 'VFR-004'],
    fault: inVerifyResponse((body) => {
      if (body['status'] === 'chain_unavailable')
        Object.assign(body, { status: 'verified', match: true })
    }),
  },
  {
    name: 'returns test documents of the other region',
    killedBy: 'verify.region-by-region',
    breaks: ['VFY-015', 'VST-003'],
    fault: () => {
      const ofTests = new Set<unknown>()
      return {
        bindings({ state, params }, { sha256 }) {
          if (state === 'signed_document' && params['mode'] === 'test') ofTests.add(sha256)
        },
        response(request, response) {
          if (!verifies(request)) return
          changeJson(response, (body) => {
            const { sha256 } = JSON.parse(request.body.toString()) as JsonObject
            if (ofTests.has(sha256)) Object.assign(body, { status: 'verified', match: true })
          })
        },
      }
    },
  },
  {
    name: 'returns documents of the second region in the first',
    killedBy: 'verify.region-by-region',
    breaks: ['VFY-015', 'VST-003'],
    fault: inVerifyResponse(
      (body) => {
        Object.assign(body, { status: 'verified', match: true })
      },
      (request) => verifies(request) && request.region === 'us',
    ),
  },
  takesHash('accepts an empty hash', ['VFY-002', 'VFY-009'], /"sha256":""/),
  takesHash('accepts a hash of SHA-512', ['VFY-009'], /"a{128}"/),
  takesHash('accepts a hash of SHA-1', ['VFY-009'], /"a{40}"/),
  takesHash('matches each line of a hash', ['VFY-009'], new RegExp(String.raw`\\n${HEX}"`)),
  takesHash('accepts base64', ['VFY-009'], /"sha256":"qqqq/),
  takesHash('accepts false for a hash', ['VFY-011'], /"sha256":false/),
  takesHash('accepts an object with a hash', ['VFY-011'], /"sha256":\{/),
  takesHash('ignores capitals in names of members', ['VFY-011'], /"SHA256"/),
  takesHash('accepts a hash without an object', ['VFY-002'], new RegExp(`^"${HEX}"$`)),
  takesHash('accepts a list in place of an object', ['VFY-002'], /^\[/),
  takesHash('accepts null in place of an object', ['VFY-002'], /^null$/),
  ...[
    'application/json-seq',
    'text/plain; note=application/json',
    'application/octet-stream',
    'application/xml',
  ].map((type): Mutant => ({
    name: `accepts bodies of the type ${type}`,
    killedBy: TAKES,
    breaks: ['VFY-003', 'VFY-007'],
    fault: answers(
      (request) => verifies(request) && request.headers['content-type']?.includes(type) === true,
      (response) => {
        response.status = 200
      },
    ),
  })),
]
