import type { JsonObject } from '../../http/json.ts'
import { answers, type Mutant } from '../../self-test/wire-faults.ts'
import { inVerifyResponse, isKeySet, verifies } from './verify-faults.ts'

/** Changes the status of documents that the provider made with some parameters. */
const judged = (
  name: string,
  killedBy: string,
  breaks: Mutant['breaks'],
  isOne: (params: JsonObject) => boolean,
  change: (body: JsonObject) => void,
): Mutant => ({
  name,
  killedBy,
  breaks,
  fault: () => {
    const hashes = new Set<unknown>()
    const { response } = inVerifyResponse((body, request) => {
      const { sha256 } = JSON.parse(request.body.toString()) as JsonObject
      if (hashes.has(sha256)) change(body)
    })()
    return {
      response: response!,
      bindings({ params }, { sha256 }) {
        if (isOne(params)) hashes.add(sha256)
      },
    }
  },
})

const RETIRED = 'verify.a-retired-key-excuses-nothing'
const IN_FULL = 'verify.test-documents-in-full'
const TEST_SEALS = 'verify.bad-seals-in-test-mode'

/** Faults of documents whose key was retired, and of documents of test mode. */
export const RETIRED_OR_TEST_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['bad_signature', 'VST-011'],
      ['claim_mismatch', 'VST-013'],
      ['chain_unavailable', 'VST-018'],
    ] as const
  ).map(([status, requirement]) =>
    judged(
      `verifies a document with ${status} whose key is retired`,
      RETIRED,
      [requirement, 'VFR-004'],
      (params) => params['retired_key'] === true && params['status'] === status,
      (body) => Object.assign(body, { status: 'verified', match: true }),
    ),
  ),
  judged(
    'knows no retired keys of test mode',
    IN_FULL,
    'JWK-010',
    (params) => params['retired_key'] === true,
    (body) => Object.assign(body, { status: 'unknown_key', match: false }),
  ),
  ...(
    [
      ['attestations', 'VFR-022'],
      ['agreement_id', 'VFR-015'],
      ['document_id', 'VFR-016'],
      ['mode', 'VFY-023'],
    ] as const
  ).map(([member, requirement]) =>
    judged(
      `omits ${member} of test documents`,
      IN_FULL,
      requirement,
      (params) => params['attestations'] === 3,
      (body) => {
        delete body[member]
      },
    ),
  ),
  ...(
    [
      ['document', 'VST-014'],
      ['organization', 'VST-015'],
      ['mode', 'VST-016'],
      ['region', 'VST-017'],
    ] as const
  ).map(([claim, requirement]) =>
    judged(
      `ignores the claim of the ${claim} in test mode`,
      TEST_SEALS,
      [requirement, 'VFR-004'],
      (params) => params['claim'] === claim,
      (body) => Object.assign(body, { status: 'verified', match: true }),
    ),
  ),
  ...(
    [
      ['status', 'ESG-002'],
      ['final_hash', 'VFR-018'],
    ] as const
  ).map(([member, breaks]): Mutant => ({
    name: `sends the ${member} of the response before, among requests at once`,
    killedBy: 'verify.several-at-once',
    breaks,
    fault: () => {
      let before: unknown
      return inVerifyResponse((body) => {
        const own = body[member]
        if (before !== undefined && own !== undefined) body[member] = before
        before = own ?? before
      })()
    },
  })),
  {
    name: 'revokes every retired key with one of them',
    killedBy: 'verify.revoked-after-it-verified',
    breaks: 'VST-002',
    fault: () => {
      let isRevoked = false
      return {
        ...inVerifyResponse((body) => {
          if (isRevoked && body['status'] === 'verified')
            Object.assign(body, { status: 'revoked_key', match: false })
        })(),
        state({ params }) {
          isRevoked ||= params['status'] === 'revoked_key'
        },
      }
    },
  },
  {
    name: 'publishes the retired keys of test mode',
    killedBy: 'keys.test-keys-apart',
    breaks: 'JWK-012',
    fault: () => {
      let retired: unknown
      return {
        ...inVerifyResponse((body) => {
          if (Array.isArray(body['keys'])) body['keys'].push({ kid: retired })
        }, isKeySet)(),
        bindings({ params }, { kid }) {
          if (params['retired_key'] === true) retired = kid
        },
      }
    },
  },
  judged(
    'looks for the record before the seal in test mode',
    TEST_SEALS,
    'VST-021',
    (params) => params['ceremony_gone'] === true,
    (body) => Object.assign(body, { status: 'chain_unavailable' }),
  ),
  judged(
    'sends a seal of null for a test document',
    TEST_SEALS,
    'VFR-013',
    (params) => params['status'] === 'not_signed',
    (body) => Object.assign(body, { seal: null }),
  ),
  judged(
    'does not find a test document that it cannot read',
    TEST_SEALS,
    'VST-024',
    (params) => params['status'] === 'verification_unavailable',
    (body) => Object.assign(body, { status: 'not_found' }),
  ),
  {
    name: 'refuses a test document with a bad seal',
    killedBy: TEST_SEALS,
    breaks: 'VFY-004',
    fault: answers(verifies, (response) => {
      response.status = 422
    }),
  },
]
