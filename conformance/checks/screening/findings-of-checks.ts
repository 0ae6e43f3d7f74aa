import type { Check, Context } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import { reach } from '../../check/states.ts'
import { asRequested } from './screening.ts'

const CHECKS = ['id_verification', 'credit_history']
/** No service is expected to produce more for two borderline checks. */
const MOST_FINDINGS = 12

export const findingsOfChecksChecks: readonly Check[] = [
  {
    id: 'screening.findings-of-every-check',
    area: 'screening',
    requirements: ['FLD-016'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: [], states: ['screened_session'] },
    why: 'A rule that counts the findings of one check overlooks what the others found.',
    async run(ctx) {
      const alone: number[] = []
      for (const check of CHECKS) alone.push((await findingsOf(ctx, [check])).count)
      const together = await findingsOf(ctx, CHECKS)
      // The contract leaves open which check produces findings (GAP-FINDING-VOCABULARY).
      const most = Math.max(...alone)
      if (alone.includes(0) || most === MOST_FINDINGS || !together.ran) {
        ctx.observe('GAP-FINDING-VOCABULARY', `findings: ${alone.join(' and ')}, not compared`)
        return
      }
      ctx.expect(
        'FLD-016',
        `more than ${most} findings of two checks that alone produce ${alone.join(' and ')}`,
        together.count > most,
        together.count,
      )
    },
  },
]

/** Returns the number of findings of borderline checks, and whether each of them ran. */
async function findingsOf(
  ctx: Context,
  checks: readonly string[],
): Promise<{ count: number; ran: boolean }> {
  const { tags } = await reach(ctx, 'screened_session', {
    checks,
    expected_outcome: 'review',
    applicant: asRequested(ctx, { family_name: 'Testperson', given_names: ['Una'] }),
    screening_rules: [
      ...Array.from({ length: MOST_FINDINGS }, (_, i) =>
        rule({
          name: `findings ${i + 1}`,
          condition: comparing({ field: 'finding.count', operator: 'gte', value: i + 1 }),
        }),
      ),
      ...checks.map((check) =>
        rule({
          name: `ran ${check}`,
          condition: comparing({ field: `check.${check}.outcome`, operator: 'exists' }),
        }),
      ),
    ],
  })
  if (!Array.isArray(tags))
    throw new Blocked('screened_session: expected the binding tags as an array')
  return {
    count: tags.filter((tag) => /^findings \d+$/.test(String(tag))).length,
    ran: checks.every((check) => tags.includes(`ran ${check}`)),
  }
}
