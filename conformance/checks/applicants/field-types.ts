import type { Check } from '../../check/check.ts'
import { expectRefusal } from '../../check/idioms.ts'
import { PLACES } from './places.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** Fields with a value of another type, and the requirement that states the type. */
export const MISTYPED: readonly [field: string, value: unknown, requirement: string][] = [
  ['name_suffix', 7, 'APP-012'],
  ['email', 7, 'APP-013'],
  ['phone', 7, 'APP-014'],
  ['date_of_birth', 7, 'APP-022'],
  ['address', ['1 Main Street'], 'APP-023'],
  ['address', '1 Main Street', 'APP-023'],
  ['phone', 442079460018, 'APP-014'],
  ['address', { postal_code: 94043 }, 'APP-024'],
  // Some JSON readers turn a boolean into a string, and take a list of one value for the value.
  ['family_name', true, 'APP-001'],
  ['family_name', ['Testperson'], 'APP-001'],
  ['given_names', [true], 'APP-005'],
  // Some languages have one type for lists and for maps.
  ['given_names', { 0: 'Una' }, 'APP-005'],
  ['given_names', {}, 'APP-005'],
  ['address', [], 'APP-023'],
  ['name_suffix', true, 'APP-012'],
]

export const fieldTypeChecks: readonly Check[] = [
  {
    id: 'applicants.field-types',
    area: 'applicants',
    requirements: [...new Set(MISTYPED.map(([, , requirement]) => requirement)), 'END-005'],
    level: 'must',
    needs: { features: ['applicants', 'sessions'], credentials: ['home.test'] },
    why: 'A service that converts types stores values that nobody sent.',
    async run(ctx) {
      for (const { sender } of PLACES) {
        const send = await sender(ctx, NAME)
        for (const [field, value, requirement] of MISTYPED) {
          const sent = JSON.stringify(value)
          const answer = await send(`whose ${field} is ${sent}`, { ...NAME, [field]: value })
          expectRefusal(ctx, answer, {
            status: 422,
            code: 'validation_error',
            requirements: [requirement],
          })
        }
      }
      for (const applicant of ['Una Testperson', ['Una', 'Testperson'], []]) {
        const answer = await ctx.step('create a session whose applicant is no object', {
          method: 'POST',
          path: '/v1/sessions',
          as: 'home.test',
          json: { ...ctx.sessionFields('home.test'), applicant },
        })
        expectRefusal(ctx, answer, {
          status: 422,
          code: 'validation_error',
          requirements: ['END-005'],
        })
      }
    },
  },
]
