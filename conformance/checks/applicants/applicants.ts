import { isAccepted } from '../../check/cases.ts'
import { blockIfAssumed, isAboutForm } from '../../check/advice.ts'
import type { Check, Context } from '../../check/check.ts'
import { createdId, resourceOf, statusAndCode } from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject, walk } from '../../http/json.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** Fields are returned as sent, each under its own requirement. */
const FIELDS: readonly { field: string; value: unknown; requirements: readonly string[] }[] = [
  {
    field: 'family_name',
    value: "van der Test-Person y d'Prueba",
    requirements: ['APP-001', 'APP-003'],
  },
  {
    field: 'given_names',
    value: ['Una', 'Maria'],
    requirements: ['APP-005', 'APP-006', 'APP-007'],
  },
  { field: 'name_suffix', value: 'Jr.', requirements: ['APP-012'] },
  { field: 'phone', value: '+442079460018', requirements: ['APP-014'] },
  { field: 'date_of_birth', value: '1988-02-29', requirements: ['APP-022'] },
]

/**
 * Lists of given names that a service may refuse: their number is bounded (GAP-GIVEN-NAMES-BOUNDS), and entries may have
 * to differ (GAP-DUPLICATES), or to be one word each. Accepted names are returned as sent; a repeated name is a name, too.
 */
const LONGER_NAMES: readonly (readonly string[])[] = [
  ['Una', 'Maria Dolores'],
  ['Una', 'Maria', 'Ana'],
  ['Una', 'Maria', 'Ana', 'Una'],
]

/** Names that old encodings and search keys damage. */
const OTHER_NAMES: readonly { family_name: string; given_names: readonly string[] }[] = [
  { family_name: 'Ångström Peña', given_names: ['Zoë', 'Łucja'] },
  { family_name: '王', given_names: ['小明'] },
  { family_name: 'Мельник', given_names: ['Юлія'] },
]

/** A place id in the form of the most common address lookup. */
const ADDRESS = { postal_code: '94043', place_id: 'ChIJj61dQgK6j4AR4GeTYWZsKWw' }

/** Response fields that were removed. */
const GONE = { first_name: 'APP-036', middle_name: 'APP-037', last_name: 'APP-038' } as const

export const applicantChecks: readonly Check[] = [
  {
    id: 'applicants.fields-come-back',
    area: 'applicants',
    requirements: [
      ...FIELDS.flatMap(({ requirements }) => requirements),
      'APP-013',
      'APP-023',
      'APP-024',
      'APP-025',
      'END-020',
      ...Object.values(GONE),
      'VER-014',
    ],
    level: 'must',
    needs: { features: ['applicants'], credentials: ['home.test'] },
    why: 'A name that is split, joined or reordered is a different name.',
    async run(ctx) {
      const email = `una.${ctx.unique()}@applicant.example`
      const fields = [...FIELDS, { field: 'email', value: email, requirements: ['APP-013'] }]
      const sent: JsonObject = Object.fromEntries(fields.map(({ field, value }) => [field, value]))
      const answer = await create(ctx, 'with every applicant field', sent)
      if (!ctx.expect('END-020', '2xx', isAccepted(answer), statusAndCode(answer))) return
      const applicant = resourceOf(ctx, answer)
      for (const { field, value, requirements } of fields) {
        const got = at(applicant, field)
        for (const requirement of requirements) {
          ctx.expect(
            requirement,
            `${field} as it was sent: ${JSON.stringify(value)}`,
            indistinguishable(got, value),
            got,
          )
        }
      }
      for (const names of LONGER_NAMES) await expectLongerNames(ctx, names)
      for (const names of OTHER_NAMES) await expectOtherNames(ctx, names)
      const removed = Object.entries(GONE)
      for (const [field, requirement] of removed) {
        ctx.expect(requirement, `a response without ${field}`, !hasKey(answer, field), field)
      }
      ctx.expect(
        'VER-014',
        `a response without ${removed.map(([field]) => field).join(', ')}`,
        !removed.some(([field]) => hasKey(answer, field)),
        answer.json,
      )

      // The contract leaves open the name of the country field, and whether it is required
      // (GAP-ADDRESS-FIELDS).
      const address = { ...ADDRESS, [ctx.open.countryField]: 'US' }
      const housed = await create(ctx, 'with an address', { ...NAME, address })
      blockIfAssumed(ctx, 'country_field', 'create an applicant with an address', housed)
      const kept = at(resourceOf(ctx, housed), 'address')
      ctx.expect(
        'APP-023',
        'an address, accepted and returned as an object',
        isAccepted(housed) && typeof kept === 'object',
        kept ?? statusAndCode(housed),
      )
      ctx.expect(
        'APP-024',
        'the postal_code that was sent',
        at(kept, 'postal_code') === ADDRESS.postal_code,
        kept,
      )
      ctx.expect(
        'APP-025',
        'the place_id that was sent',
        at(kept, 'place_id') === ADDRESS.place_id,
        kept,
      )
      const inBoston = { postal_code: '02139', [ctx.open.countryField]: 'US' }
      const moved = await create(ctx, 'with a leading zero in the postal code', {
        ...NAME,
        address: inBoston,
      })
      const code = at(resourceOf(ctx, moved), 'address', 'postal_code')
      ctx.expect(
        'APP-024',
        'the postal_code 02139, a string',
        code === inBoston.postal_code,
        code ?? statusAndCode(moved),
      )
    },
  },
]

async function expectLongerNames(ctx: Context, names: readonly string[]): Promise<void> {
  const answer = await create(ctx, `with the given names ${names.join(', ')}`, {
    ...NAME,
    given_names: names,
  })
  if (isAboutForm(answer.status)) {
    ctx.observe(
      'GAP-GIVEN-NAMES-BOUNDS',
      `${statusAndCode(answer)} for ${names.length} given names`,
    )
    return
  }
  const got = at(resourceOf(ctx, answer), 'given_names')
  for (const requirement of ['APP-005', 'APP-006', 'APP-007'])
    ctx.expect(
      requirement,
      `given_names as they were sent: ${JSON.stringify(names)}`,
      indistinguishable(got, names),
      got ?? statusAndCode(answer),
    )
}

/** A service may refuse letters that its checks cannot read (GAP-TEXT-BOUNDS); it must not replace them. */
async function expectOtherNames(ctx: Context, names: (typeof OTHER_NAMES)[number]): Promise<void> {
  const created = await create(ctx, `called ${names.family_name}`, names)
  if (isAboutForm(created.status)) {
    ctx.observe('GAP-TEXT-BOUNDS', `${statusAndCode(created)} for ${names.family_name}`)
    return
  }
  const other = await ctx.setUp('create an applicant to rename', {
    method: 'POST',
    path: '/v1/applicants',
    as: 'home.test',
    json: NAME,
  })
  const changed = await ctx.step(`rename an applicant to ${names.family_name}`, {
    method: 'PATCH',
    path: `/v1/applicants/${encodeURIComponent(createdId(other, 'END-020'))}`,
    as: 'home.test',
    json: names,
  })
  for (const [how, answer] of [
    ['created', created],
    ['renamed', changed],
  ] as const)
    for (const [field, requirement] of [
      ['family_name', 'APP-001'],
      ['given_names', 'APP-005'],
    ] as const) {
      const got = at(resourceOf(ctx, answer), field)
      ctx.expect(
        requirement,
        `${field} of a ${how} applicant as sent: ${JSON.stringify(names[field])}`,
        indistinguishable(got, names[field]),
        got ?? statusAndCode(answer),
      )
    }
}

function create(ctx: Context, label: string, json: JsonObject): Promise<Answer> {
  return ctx.step(`create an applicant ${label}`, {
    method: 'POST',
    path: '/v1/applicants',
    as: 'home.test',
    json,
  })
}

function indistinguishable(got: unknown, sent: unknown): boolean {
  return JSON.stringify(got) === JSON.stringify(sent)
}

function hasKey(answer: Answer, key: string): boolean {
  return walk(answer.json).some(({ path }) => path.at(-1) === key)
}
