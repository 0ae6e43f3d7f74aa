import { blockIfAssumed } from '../../check/advice.ts'
import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { issuesOf, paramsOf, statusAndCode } from '../../check/idioms.ts'
import { PLACES } from './places.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }
// A pattern that is anchored to lines accepts the last one.
export const NO_COUNTRIES = ['DEU', 'Germany', 'D', '49', 'DE\nDEU']

const IDS = {
  creation: 'applicants.country-of-two-letters',
  change: 'applicants.country-on-change',
  session: 'applicants.country-in-sessions',
} as const

export const countryChecks: readonly Check[] = PLACES.map(({ name, features, sender }): Check => ({
  id: IDS[name],
  area: 'applicants',
  requirements: ['APP-026', 'VAL-006'],
  level: 'must',
  needs: { features, credentials: ['home.test'] },
  why: 'Screening rules compare the country with a code of two letters; three of them match no rule.',
  async run(ctx) {
    const send = await sender(ctx)
    const living = (country: string) =>
      send(`of ${country}`, {
        ...NAME,
        address: { postal_code: '10115', [ctx.open.countryField]: country },
      })
    const good = await living('DE')
    blockIfAssumed(ctx, 'country_field', 'send an applicant of DE', good)
    ctx.expect('APP-026', 'DE is accepted', isAccepted(good), statusAndCode(good))
    for (const country of NO_COUNTRIES) {
      const answer = await living(country)
      const shown = country.replace('\n', ', a line feed and ')
      ctx.expect('APP-026', `422 for ${shown}`, answer.status === 422, statusAndCode(answer))
      if (answer.status !== 422) continue
      // The name of the field is left open (GAP-ADDRESS-FIELDS).
      ctx.expect(
        'VAL-006',
        'param with the country, the one value that is wrong',
        paramsOf(answer).some((param) => {
          const name = String(param).split(/[./]/).at(-1)!
          return name === ctx.open.countryField || /country/i.test(name)
        }),
        issuesOf(answer),
      )
    }
  },
}))
