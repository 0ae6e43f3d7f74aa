import type { Check } from '../../check/check.ts'
import { Blocked, Unreachable } from '../../check/outcome.ts'
import { reach, reachIfPossible } from '../../check/states.ts'
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
  {
    id: 'screening.errored-check-beside-another',
    area: 'screening',
    requirements: ['PAT-001', 'STA-027'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: [], states: ['errored_check'] },
    why: 'A rule about one check must not read the result of another, or of all together.',
    async run(ctx) {
      for (const [check, beside] of [
        ['credit_history', 'id_verification'],
        ['id_verification', 'credit_history'],
      ] as const) {
        const { tags } = await reachIfPossible(ctx, 'errored_check', {
          check,
          beside,
          screening_rules: [
            rule({
              name: 'beside',
              condition: comparing({ field: `check.${beside}.outcome`, operator: 'exists' }),
            }),
            ...[check, beside].flatMap((type) =>
              ['pass', 'error'].map((value) =>
                rule({
                  name: `${type} ${value}`,
                  condition: comparing({ field: `check.${type}.outcome`, value }),
                }),
              ),
            ),
          ],
        })
        if (!Array.isArray(tags))
          throw new Blocked('errored_check: expected the binding tags as an array')
        // `screening.two-checks` finds a service that knows one outcome only.
        if (!tags.includes('beside'))
          throw new Unreachable(`the provider sets up no check beside ${check}`)
        ctx.expect('STA-027', `error for ${check}`, tags.includes(`${check} error`), tags)
        for (const type of [check, beside])
          ctx.expect(
            'PAT-001',
            `the outcome ${type === check ? 'error' : 'pass'} of ${type}, and no other`,
            tags.includes(`${type} error`) === (type === check) &&
              tags.includes(`${type} pass`) === (type === beside),
            tags,
          )
      }
    },
  },
]
