import type { Check } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import { reach } from '../../check/states.ts'
import { asRequested } from './screening.ts'

/** As many as a template holds. */
const RULES = 100

const NUMBERS = Array.from({ length: RULES }, (_, i) => i + 1)

/** Templates with as many rules as possible: the rules that hold, and the priority of each rule. */
const TEMPLATES: readonly {
  label: string
  holds: (number: number) => boolean
  priority?: (number: number) => number
}[] = [
  { label: 'the last of a hundred rules', holds: (number) => number === RULES },
  { label: 'every third of a hundred rules', holds: (number) => number % 3 === 1 },
  // Whether a low or a high priority comes first is left open (GAP-PRIORITY-ORDER).
  {
    label: 'every third of a hundred rules whose priorities fall',
    holds: (number) => number % 3 === 1,
    priority: (number) => RULES - number,
  },
]

/** Rules of a template that has as many as it may hold. */
export const ruleCountChecks: readonly Check[] = [
  {
    id: 'screening.every-rule-of-a-hundred',
    area: 'screening',
    requirements: ['SCR-002', 'SCR-003', 'TPL-004'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: [], states: ['screened_session'] },
    why: 'A rule that is stored and never evaluated lets the applicants pass whom it should stop.',
    async run(ctx) {
      for (const { label, holds, priority } of TEMPLATES) {
        const { tags } = await reach(ctx, 'screened_session', {
          applicant: asRequested(ctx, { family_name: 'Testperson', given_names: ['Una'] }),
          screening_rules: NUMBERS.map((number) =>
            rule({
              name: String(number),
              condition: comparing({
                field: 'applicant.familyName',
                value: holds(number) ? 'Testperson' : `Nobody ${number}`,
              }),
              ...(priority && { priority: priority(number) }),
            }),
          ),
        })
        if (!Array.isArray(tags))
          throw new Blocked('screened_session: expected the binding tags as an array')
        const fired = new Set(tags.map(String))
        const missing = NUMBERS.filter((number) => holds(number) && !fired.has(String(number)))
        const wrong = NUMBERS.filter((number) => !holds(number) && fired.has(String(number)))
        for (const requirement of ['SCR-002', 'TPL-004'])
          ctx.expect(
            requirement,
            `${label} to hold`,
            missing.length === 0,
            `the rules ${missing.join(', ')} did not hold`,
          )
        ctx.expect(
          'SCR-003',
          `only ${label} to hold`,
          wrong.length === 0,
          `the rules ${wrong.join(', ')} held`,
        )
      }
    },
  },
]
