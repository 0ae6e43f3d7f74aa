import type { Check, StepRequest } from '../../check/check.ts'
import { imageOf, statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { CAUSES } from './billing.ts'
import { OPTIONAL, refusedWriteChecks, writesOf } from './refused-writes.ts'

const ENDS: ReadonlySet<string> = new Set(['cancelSession', 'deleteApplicant'])

/** Writes of accounts that cannot spend: refused in live mode, free in test mode. */
export const writeChecks: readonly Check[] = [
  ...refusedWriteChecks,
  {
    id: 'billing.no-write-refused-in-test-mode',
    area: 'billing',
    long: true,
    requirements: ['PLN-018', 'PLN-019', 'PLN-022'],
    level: 'must',
    needs: {
      features: ['applicants', 'billing', 'evidence_images', 'sessions'],
      optionalFeatures: OPTIONAL,
      credentials: [],
      states: ['organization', 'account', 'session_with_images'],
    },
    why: 'A test suite stops in the middle if one route asks for money that test mode does not know.',
    async run(ctx) {
      for (const { account } of CAUSES) {
        const { organization, key } = await reach(ctx, 'organization', {})
        const { session_id: id } = await reach(
          ctx,
          'session_with_images',
          { organization, artifacts: ['front'] },
          'session_id',
        )
        const person: StepRequest = {
          method: 'POST',
          path: '/v1/applicants',
          as: { key },
          json: { family_name: 'Testperson', given_names: ['Una'] },
        }
        // A cancelled session or a deleted applicant takes no further write.
        const writes = (await writesOf(ctx, key, 'home.test')).toSorted(
          ([one], [other]) => Number(ENDS.has(one)) - Number(ENDS.has(other)),
        )
        await reach(ctx, 'account', { organization, ...account })
        for (const [what, request] of [
          ['fetch an image', imageOf(id, 'front', key)],
          ['create an applicant', person],
          ...writes,
        ] as const) {
          const where = `in test mode while the account has ${JSON.stringify(account)}`
          const answer = await ctx.step(`${what} ${where}`, request)
          const requirement = 'wallet' in account ? 'PLN-018' : 'PLN-019'
          // The form of some bodies is open, so another refusal says nothing about billing.
          for (const one of [requirement, 'PLN-022'])
            ctx.expect(
              one,
              `neither 402 nor 403 to "${what}" ${where}`,
              ![402, 403].includes(answer.status),
              statusAndCode(answer),
            )
        }
      }
    },
  },
]
