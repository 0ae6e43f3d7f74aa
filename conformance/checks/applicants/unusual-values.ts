import { isAccepted } from '../../check/cases.ts'
import { isAboutForm } from '../../check/advice.ts'
import type { Check } from '../../check/check.ts'
import { resourceOf, statusAndCode } from '../../check/idioms.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

const REQUIREMENTS: Readonly<Record<string, string>> = {
  family_name: 'APP-001',
  given_names: 'APP-005',
  name_suffix: 'APP-012',
  email: 'APP-013',
  date_of_birth: 'APP-022',
  postal_code: 'APP-024',
  place_id: 'APP-025',
}

/** Values of real people that services rewrite, each applicant with few, since a service may refuse some. */
const APPLICANTS: readonly [label: string, fields: JsonObject][] = [
  [
    'hyphens and apostrophes',
    { family_name: "O'Brien-Smith", given_names: ['Jean-Luc', "D'Arcy"] },
  ],
  ['a generation in the surname', { family_name: 'Davis Jr.', given_names: ['Mary Ann'] }],
  ['letters of small case', { family_name: 'van der berg', given_names: ['una', 'MARIA'] }],
  [
    'a long surname',
    { family_name: 'de la Vega y Montero del Castillo Fuentes', given_names: ['Una'] },
  ],
  [
    'long given names',
    {
      family_name: 'Testperson',
      given_names: ['Keihanaikukauakahihuliheekahaunaele', 'Una'],
    },
  ],
  ['a character beyond 16 bits', { family_name: '\u{20bb7}田', given_names: ['太郎'] }],
  ['the same name twice', { family_name: 'Testperson', given_names: ['Una', 'Una'] }],
  ['a comma in a given name', { family_name: 'Testperson', given_names: ['Una, Maria', 'Ana'] }],
  ['another suffix', { ...NAME, name_suffix: 'VIII' }],
  ['a birth before 1970', { ...NAME, date_of_birth: '1969-12-31' }],
  ['a birth before 1930', { ...NAME, date_of_birth: '1925-03-04' }],
  ['a birth in this century', { ...NAME, date_of_birth: '2004-06-07' }],
  ['an e-mail address with a tag', { ...NAME, email: 'una+{unique}@applicant.example' }],
  ['a postal code with a blank', { ...NAME, address: { postal_code: 'SW1A 1AA' } }],
  ['a postal code with a hyphen', { ...NAME, address: { postal_code: '12345-6789' } }],
  ['only a place_id', { ...NAME, address: { place_id: 'ChIJj61dQgK6j4AR4GeTYWZsKWw' } }],
  // Ids of some places have more than 100 characters.
  [
    'a long place_id',
    { ...NAME, address: { postal_code: '94105', place_id: `Ei${'a1B-'.repeat(27)}` } },
  ],
]

export const unusualValueChecks: readonly Check[] = [
  {
    id: 'applicants.unusual-values-come-back',
    area: 'applicants',
    requirements: ['END-020', ...Object.values(REQUIREMENTS)],
    level: 'must',
    needs: { features: ['applicants'], credentials: ['home.test'] },
    why: 'Rewritten personal data match neither the document nor other records.',
    async run(ctx) {
      for (const [label, fields] of APPLICANTS) {
        const sent = withTag(fields, ctx.unique())
        const answer = await ctx.step(`create an applicant with ${label}`, {
          method: 'POST',
          path: '/v1/applicants',
          as: 'home.test',
          json: sent,
        })
        // The contract leaves the bounds of most values open (GAP-TEXT-BOUNDS, GAP-DATE-FORMAT).
        if (isAboutForm(answer.status)) {
          ctx.observe('GAP-TEXT-BOUNDS', `${statusAndCode(answer)} for ${label}`)
          continue
        }
        if (!ctx.expect('END-020', '2xx', isAccepted(answer), statusAndCode(answer))) continue
        const applicant = resourceOf(ctx, answer)
        const { address, ...others } = sent
        expectSame(label, others, applicant)
        if (isObject(address)) expectSame(label, address, at(applicant, 'address'))
      }

      function expectSame(label: string, sent: JsonObject, got: unknown): void {
        for (const [field, value] of Object.entries(sent))
          ctx.expect(
            REQUIREMENTS[field]!,
            `${field} ${JSON.stringify(value)}, with ${label}`,
            JSON.stringify(at(got, field)) === JSON.stringify(value),
            at(got, field) ?? 'nothing',
          )
      }
    },
  },
]

/** Makes the e-mail address one of a kind: a service may refuse one that it knows. */
function withTag(fields: JsonObject, tag: string): JsonObject {
  const { email, ...others } = fields
  return typeof email === 'string' ? { ...others, email: email.replace('{unique}', tag) } : fields
}
