import { blockIfAssumed } from '../../check/advice.ts'
import type { Check, Context } from '../../check/check.ts'
import { createdId, expectRefusal, resourceOf, statusAndCode } from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'

const addressIn = (postal_code: string, countryField: string): JsonObject => ({
  postal_code,
  place_id: 'ChIJj61dQgK6j4AR4GeTYWZsKWw',
  [countryField]: 'US',
})

const BEFORE = (email: string, countryField: string): JsonObject => ({
  family_name: 'Testperson',
  given_names: ['Una', 'Maria'],
  name_suffix: 'Jr.',
  email,
  phone: '+442079460018',
  date_of_birth: '1990-02-28',
  address: addressIn('02139', countryField),
})

/** The first one is left out of the refused change, so that its response shows all that the refusal saved. */
const FIRST: JsonObject = { name_suffix: 'III' }

const OTHERS = (email: string, countryField: string): JsonObject => ({
  family_name: 'Okafor y Vega',
  given_names: ['Una'],
  email,
  phone: '+442079460019',
  date_of_birth: '1988-02-29',
  address: addressIn('94043', countryField),
})

export const singleChangeChecks: readonly Check[] = [
  {
    id: 'applicants.one-field-at-a-time',
    area: 'applicants',
    requirements: ['END-021', 'VAL-008', 'APP-020'],
    level: 'must',
    needs: { features: ['applicants'], credentials: ['home.test'] },
    why: 'A change must keep fields that it does not name, and a refused one must keep all.',
    async run(ctx) {
      const email = `una.${ctx.unique()}@applicant.example`
      const before = BEFORE(email, ctx.open.countryField)
      const others = OTHERS(`okafor.${email}`, ctx.open.countryField)
      const label = 'create an applicant to work with'
      const request = { method: 'POST', path: '/v1/applicants', as: 'home.test' } as const
      const made = await ctx.step(label, { ...request, json: before })
      blockIfAssumed(ctx, 'country_field', label, made)
      if (made.status >= 300) throw ctx.unusable(label, request, made)
      const path = `/v1/applicants/${encodeURIComponent(createdId(made, 'END-020'))}`
      const change = (label: string, json: JsonObject) =>
        ctx.step(label, { method: 'PATCH', path, as: 'home.test', json })
      const refused = await change('rename the applicant, with an unknown field', {
        ...others,
        vskit_zebra: 1,
      })
      expectRefusal(ctx, refused, {
        status: 422,
        code: 'validation_error',
        requirements: ['VAL-008'],
      })
      const badPhone = await change('rename the applicant, with a phone that is no number', {
        ...others,
        phone: 'call me',
      })
      expectRefusal(ctx, badPhone, {
        status: 422,
        code: 'validation_error',
        requirements: ['APP-020'],
      })
      const now = { ...before }
      for (const [i, [field, value]] of Object.entries({ ...FIRST, ...others }).entries()) {
        now[field] = value
        const answer = await change(`change only the ${field}`, { [field]: value })
        // The first change also shows what the refused ones saved.
        expectFields(
          ctx,
          i === 0 ? ['END-021', 'VAL-008', 'APP-020'] : ['END-021'],
          field,
          now,
          answer,
        )
      }
    },
  },
]

function expectFields(
  ctx: Context,
  requirements: readonly string[],
  changed: string,
  wanted: JsonObject,
  answer: Answer,
): void {
  const applicant = resourceOf(ctx, answer)
  for (const [field, value] of Object.entries(wanted)) {
    const got = at(applicant, field)
    for (const requirement of requirements) {
      ctx.expect(
        requirement,
        `${field} ${JSON.stringify(value)} after a change of only ${changed}`,
        isSame(got, value),
        got ?? statusAndCode(answer),
      )
    }
  }
}

/** Whether a value is as sent. A service may add to an address, such as the name of its place. */
function isSame(got: unknown, sent: unknown): boolean {
  if (isObject(sent)) return Object.entries(sent).every(([name, value]) => at(got, name) === value)
  return JSON.stringify(got) === JSON.stringify(sent)
}
