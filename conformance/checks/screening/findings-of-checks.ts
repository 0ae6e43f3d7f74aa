import type { Check, Context } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import { asRequested } from './screening.ts'

const CHECKS = ['id_verification', 'credit_history']
/** No service is expected to produce more for two checks. */
const MOST_FINDINGS = 12
/** Subject types of these checks at many services; they are open (GAP-FINDING-VOCABULARY). */
const SUBJECTS = ['document', 'credit_file']

const SEVERITIES = [
  ['high', 'FLD-017'],
  ['medium', 'FLD-018'],
  ['low', 'FLD-019'],
] as const

type Severity = (typeof SEVERITIES)[number][0]

/** Findings of one severity: how many a rule counts, up to one for each subject, and the subjects that have one. */
interface OfSeverity {
  counted: number
  on: readonly string[]
}

export const findingsOfChecksChecks: readonly Check[] = [
  {
    id: 'screening.findings-of-every-check',
    area: 'screening',
    requirements: ['FLD-016', ...SEVERITIES.map(([, requirement]) => requirement)],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: [], states: ['screened_session'] },
    why: 'A rule that counts the findings of one check overlooks what the others found.',
    async run(ctx) {
      for (const expected of ['review', 'fail']) {
        const { count, subjects, severities } = await findingsOf(ctx, expected)
        // A service may produce one finding for both checks. Findings on different subjects are two.
        if (subjects.length < SUBJECTS.length)
          ctx.observe(
            'GAP-FINDING-VOCABULARY',
            `findings on ${subjects.join() || 'other subjects'}`,
          )
        else
          ctx.expect(
            'FLD-016',
            `${expected}: a count of ${subjects.length} or more, with findings on ${subjects.join(' and ')}`,
            count >= subjects.length,
            count,
          )
        for (const [severity, requirement] of SEVERITIES) {
          const { counted, on } = severities[severity]
          if (on.length === 0) continue
          ctx.expect(
            requirement,
            `${expected}: a count of ${on.length} or more, with findings of the severity ${severity} on ${on.join(' and ')}`,
            counted >= on.length,
            counted,
          )
        }
      }
    },
  },
]

/** Returns the findings of two checks: their number, subjects and severities. */
async function findingsOf(
  ctx: Context,
  expected_outcome: string,
): Promise<{
  count: number
  subjects: readonly string[]
  severities: Record<Severity, OfSeverity>
}> {
  const { tags, refused } = await ctx.state('screened_session', {
    checks: CHECKS,
    expected_outcome,
    applicant: asRequested(ctx, { family_name: 'Testperson', given_names: ['Una'] }),
    screening_rules: [
      ...Array.from({ length: MOST_FINDINGS }, (_, i) =>
        rule({
          name: `findings ${i + 1}`,
          condition: comparing({ field: 'finding.count', operator: 'gte', value: i + 1 }),
        }),
      ),
      ...SEVERITIES.flatMap(([severity]) => [
        ...SUBJECTS.map((_, i) =>
          rule({
            name: `${severity} ${i + 1}`,
            condition: comparing({
              field: `finding.severity.${severity}.count`,
              operator: 'gte',
              value: i + 1,
            }),
          }),
        ),
        ...SUBJECTS.map((subject) =>
          rule({
            name: `${severity} on ${subject}`,
            condition: comparing({
              field: `all.finding.${subject}.severity`,
              operator: 'contains',
              value: severity,
            }),
          }),
        ),
      ]),
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
  if (refused === true) return { count: 0, subjects: [], severities: severitiesIn([]) }
  if (!Array.isArray(tags))
    throw new Blocked('screened_session: expected the binding tags as an array')
  return {
    count: tags.filter((tag) => /^findings \d+$/.test(String(tag))).length,
    subjects: SUBJECTS.filter((subject) => tags.includes(`on ${subject}`)),
    severities: severitiesIn(tags),
  }
}

function severitiesIn(tags: readonly unknown[]): Record<Severity, OfSeverity> {
  const found = SEVERITIES.map(([severity]) => [
    severity,
    {
      counted: SUBJECTS.filter((_, i) => tags.includes(`${severity} ${i + 1}`)).length,
      on: SUBJECTS.filter((subject) => tags.includes(`${severity} on ${subject}`)),
    },
  ])
  return Object.fromEntries(found) as Record<Severity, OfSeverity>
}
