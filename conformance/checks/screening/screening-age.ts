import type { Check } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import { asRequested } from './screening.ts'

/** More days than any time zone, or a clock that a provider moved for a state, can shift a birthday. */
const DAYS = 20
/** So many that years of 365 days are further off than those days. */
const YEARS = 96

/** Returns a date of birth whose birthday is this number of days from now. */
function bornWithBirthdayIn(days: number): string {
  const birthday = new Date(Date.now() + days * 86_400_000)
  birthday.setUTCFullYear(birthday.getUTCFullYear() - YEARS)
  return birthday.toISOString().slice(0, 10)
}

export const screeningAgeChecks: readonly Check[] = [
  {
    id: 'screening.age-counts-birthdays',
    area: 'screening',
    requirements: ['FLD-013'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: [], states: ['screened_session'] },
    why: 'An age by calendar year is wrong for months of each year.',
    async run(ctx) {
      for (const [days, age] of [
        [-DAYS, YEARS],
        [DAYS, YEARS - 1],
      ] as const) {
        const { tags } = await reach(ctx, 'screened_session', {
          applicant: asRequested(ctx, {
            family_name: 'Testperson',
            given_names: ['Una'],
            date_of_birth: bornWithBirthdayIn(days),
          }),
          screening_rules: [YEARS - 1, YEARS, YEARS + 1].map((value) =>
            rule({ name: `${value}`, condition: comparing({ field: 'applicant.age', value }) }),
          ),
        })
        if (!Array.isArray(tags))
          throw new Blocked('screened_session: expected the binding tags as an array')
        ctx.expect(
          'FLD-013',
          `${age} years, ${DAYS} days ${days < 0 ? 'after' : 'before'} a birthday`,
          tags.join() === String(age),
          tags,
        )
      }
    },
  },
  {
    id: 'screening.check-that-ended-in-error',
    area: 'screening',
    requirements: ['STA-027'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: [], states: ['errored_check'] },
    why: 'A rule on `error` sends failed checks to a reviewer.',
    async run(ctx) {
      const field = 'check.id_verification.outcome'
      const { tags } = await reach(ctx, 'errored_check', {
        check: 'id_verification',
        screening_rules: ['pass', 'fail', 'review', 'error'].map((value) =>
          rule({ name: value, condition: comparing({ field, value }) }),
        ),
      })
      if (!Array.isArray(tags))
        throw new Blocked('errored_check: expected the binding tags as an array')
      ctx.expect('STA-027', 'only the outcome error', tags.join() === 'error', tags)
    },
  },
]
