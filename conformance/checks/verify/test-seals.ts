import type { Check } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { at } from '../../http/json.ts'
import { StateUnavailable } from '../../target/states.ts'
import { expectWithheld, WITHHELD } from './statuses.ts'
import { NEEDS, verify } from './verify-request.ts'

/** Faults of a seal, each with the requirement of its status. */
const BAD_SEALS = {
  unknown_key: 'VST-008',
  revoked_key: 'VST-009',
  bad_signature: 'VST-011',
  claim_mismatch: 'VST-013',
} as const

/** Claims that may name something else, each with its requirement. */
const CLAIMS = {
  agreement: 'VST-013',
  document: 'VST-014',
  organization: 'VST-015',
  mode: 'VST-016',
  region: 'VST-017',
} as const

/** A missing record, of which the service learns after it has checked the seal. */
const CHAIN = { chain_unavailable: 'VST-018' }

/** Further statuses of test documents; no key decides about them. */
const WITHOUT_SEAL = {
  not_signed: 'VST-005',
  unsealed: 'VST-006',
  unsupported_format: 'VST-022',
  verification_unavailable: 'VST-024',
}

/** Faults of seals in test mode, whose keys are no part of the published set. */
export const testSealChecks: readonly Check[] = [
  {
    id: 'verify.bad-seals-in-test-mode',
    area: 'verify',
    requirements: [
      ...Object.values({ ...BAD_SEALS, ...CHAIN, ...WITHOUT_SEAL }),
      ...Object.values(CLAIMS).slice(1),
      'VFR-004',
      'VFR-013',
      ...WITHHELD,
      'VFY-004',
      'VFY-024',
      'VST-021',
    ],
    level: 'must',
    needs: NEEDS,
    why: 'Integrators test how they treat a bad seal; a test mode that verifies everything hides their errors.',
    async run(ctx) {
      const withRecord = Object.entries({ ...BAD_SEALS, ...CHAIN, ...WITHOUT_SEAL })
      for (const [wanted, requirement, more] of [
        ...withRecord.map((one) => [...one, {}] as const),
        ...Object.keys(BAD_SEALS).map(
          (status) => [status, 'VST-021', { ceremony_gone: true }] as const,
        ),
        ...Object.entries(CLAIMS).map(([claim, id]) => ['claim_mismatch', id, { claim }] as const),
      ]) {
        const params = { mode: 'test', status: wanted, ...more }
        const bindings = await reach(ctx, 'signed_document', params, 'sha256').catch(
          (error: unknown) => {
            // A service without published test keys finds no other fault first (GAP-TEST-SEALS).
            if (error instanceof StateUnavailable) return undefined
            throw error
          },
        )
        if (!bindings) {
          ctx.observe('GAP-TEST-SEALS', `the provider makes no test document with ${wanted}`)
          continue
        }
        const answer = await verify(ctx, bindings.sha256)
        const { json } = answer
        expectWithheld(ctx, answer, bindings)
        ctx.expect('VFY-004', `200 for ${wanted}`, answer.status === 200, statusAndCode(answer))
        const [status, match, mode] = ['status', 'match', 'mode'].map((name) => at(json, name))
        ctx.expect(
          requirement,
          Object.hasOwn(WITHOUT_SEAL, wanted)
            ? wanted
            : `${wanted}, or unknown_key if no test keys are published`,
          status === wanted || (status === 'unknown_key' && !Object.hasOwn(WITHOUT_SEAL, wanted)),
          status,
        )
        ctx.expect('VFR-004', 'match false', match === false, match)
        // The mode of a record that cannot be read is open (GAP-VERIFY-MODE-UNRESOLVED).
        if (wanted !== 'verification_unavailable')
          ctx.expect('VFY-024', 'the mode test', mode === 'test', mode)
        if (Object.hasOwn(WITHOUT_SEAL, wanted))
          ctx.expect('VFR-013', 'no member seal', at(json, 'seal') === undefined, at(json, 'seal'))
      }
    },
  },
]
