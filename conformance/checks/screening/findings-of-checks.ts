import type { Check, Context } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import { asRequested } from './screening.ts'

const CHECKS = ['id_verification', 'credit_history']
/** No service is expected to produce more for two borderline checks. */
const MOST_FINDINGS = 12
/** Subject types of these checks at many services; they are open (GAP-FINDING-VOCABULARY). */
const SUBJECTS = ['document', 'credit_file']

export const findingsOfChecksChecks: readonly Check[] = [
  {
    id: 'screening.findings-of-every-check',
    area: 'screening',
    requirements: ['FLD-016'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: [], states: ['screened_session'] },
    why: 'A rule that counts the findings of one check overlooks what the others found.',
    async run(ctx) {
      const { count, subjects } = await findingsOf(ctx)
      // A service may produce one finding for both checks. Findings on different subjects are two.
      if (subjects.length < SUBJECTS.length) {
        ctx.observe('GAP-FINDING-VOCABULARY', `findings on ${subjects.join() || 'other subjects'}`)
        return
      }
      ctx.expect(
        'FLD-016',
        `a count of ${subjects.length} or more, with findings on ${subjects.join(' and ')}`,
        count >= subjects.length,
        count,
      )
    },
  },
]

/** Returns the number of findings of two borderline checks, and the subjects that they are on. */
async function findingsOf(ctx: Context): Promise<{ count: number; subjects: readonly string[] }> {
  const { tags, refused } = await ctx.state('screened_session', {
    checks: CHECKS,
    expected_outcome: 'review',
    applicant: asRequested(ctx, { family_name: 'Testperson', given_names: ['Una'] }),
    screening_rules: [
      ...Array.from({ length: MOST_FINDINGS }, (_, i) =>
        rule({
          name: `findings ${i + 1}`,
          condition: comparing({ field: 'finding.count', operator: 'gte', value: i + 1 }),
        }),
      ),
      ...SUBJECTS.map((subject) =>
        rule({
          name: `on ${subject}`,
          condition: comparing({
            field: `count_where.finding.${subject}.id`,
            operator: 'gte',
            value: 1,
          }),
        }),
      ),
    ],
  })
  // A service may know other subject types only, and refuse these.
  if (refused === true) return { count: 0, subjects: [] }
  if (!Array.isArray(tags))
    throw new Blocked('screened_session: expected the binding tags as an array')
  return {
    count: tags.filter((tag) => /^findings \d+$/.test(String(tag))).length,
    subjects: SUBJECTS.filter((subject) => tags.includes(`on ${subject}`)),
  }
}
