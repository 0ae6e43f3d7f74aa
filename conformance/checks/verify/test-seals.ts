import type { Check } from '../../check/check.ts'
import { reach } from '../../check/states.ts'
import { at } from '../../http/json.ts'
import { StateUnavailable } from '../../target/states.ts'
import { NEEDS, verify } from './verify-request.ts'

/** Faults of a seal, each with the requirement of its status. */
const BAD_SEALS = {
  unknown_key: 'VST-008',
  revoked_key: 'VST-009',
  bad_signature: 'VST-011',
  claim_mismatch: 'VST-013',
} as const

/** A missing record, of which the service learns after it has checked the seal. */
const CHAIN = { chain_unavailable: 'VST-018' }

/** Further statuses of test documents; no key decides about them. */
const WITHOUT_SEAL = { not_signed: 'VST-005', unsealed: 'VST-006', unsupported_format: 'VST-022' }

/** Faults of seals in test mode, whose keys are no part of the published set. */
export const testSealChecks: readonly Check[] = [
  {
    id: 'verify.bad-seals-in-test-mode',
    area: 'verify',
    requirements: [
      ...Object.values({ ...BAD_SEALS, ...CHAIN, ...WITHOUT_SEAL }),
      'VFR-004',
      'VFY-024',
    ],
    level: 'must',
    needs: NEEDS,
    why: 'Integrators test how they treat a bad seal; a test mode that verifies everything hides their errors.',
    async run(ctx) {
      for (const [wanted, requirement] of Object.entries({
        ...BAD_SEALS,
        ...CHAIN,
        ...WITHOUT_SEAL,
      })) {
        const params = { mode: 'test', status: wanted }
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
        const { json } = await verify(ctx, bindings.sha256)
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
        ctx.expect('VFY-024', 'the mode test', mode === 'test', mode)
      }
    },
  },
]
