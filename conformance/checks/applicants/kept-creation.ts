import { blockIfAssumed, isAboutForm } from '../../check/advice.ts'
import type { Check, Context } from '../../check/check.ts'
import { itemsOf } from '../../check/eventually.ts'
import { createdId, idText, resourceOf, statusAndCode } from '../../check/idioms.ts'
import { applicantRetrieval } from '../../check/resources/applicant-retrieval.ts'
import type { Answer } from '../../http/answer.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'

const FIELDS: Readonly<Record<string, [value: unknown, requirement: string]>> = {
  family_name: ['van der Testpersón', 'APP-001'],
  given_names: [['Una', 'Maria', 'Inés'], 'APP-007'],
  name_suffix: ['III', 'APP-012'],
  phone: ['+442079460018', 'APP-014'],
  date_of_birth: ['1988-02-29', 'APP-022'],
}

const ADDRESS: Readonly<Record<string, [value: string, requirement: string]>> = {
  postal_code: ['02139', 'APP-024'],
  place_id: ['ChIJj61dQgK6j4AR4GeTYWZsKWw', 'APP-025'],
}

const valuesOf = (fields: Readonly<Record<string, readonly [unknown, string]>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([field, [value]]) => [field, value]))

const CHANGED = 'after a change of the e-mail address'

/** Fields of a creation in later responses: the response to the creation may only echo them. */
export const keptCreationChecks: readonly Check[] = [
  {
    id: 'applicants.created-fields-are-kept',
    area: 'applicants',
    requirements: [
      'END-020',
      'END-021',
      ...[...Object.values(FIELDS), ...Object.values(ADDRESS)].map(
        ([, requirement]) => requirement,
      ),
      'APP-026',
    ],
    level: 'must',
    needs: { features: ['applicants'], credentials: ['home.test'] },
    why: 'A field that is returned once and not stored is missing when it is needed.',
    async run(ctx) {
      const email = `una.${ctx.unique()}@applicant.example`
      const sent: JsonObject = {
        ...valuesOf(FIELDS),
        email,
        address: { ...valuesOf(ADDRESS), [ctx.open.countryField]: 'US' },
      }
      const id = createdId(await created(ctx, sent), 'END-020')
      for (const [where, applicant] of await shown(ctx, id, `maria.${email}`)) {
        for (const [field, [, requirement]] of Object.entries(FIELDS))
          expectKept(ctx, where, { requirement, field, holder: applicant, value: sent[field] })
        const address = at(applicant, 'address')
        const parts = Object.entries(ADDRESS).map(([part, [, requirement]]) => [part, requirement])
        for (const [part, requirement] of [...parts, [ctx.open.countryField, 'APP-026']])
          expectKept(ctx, where, {
            requirement: requirement!,
            field: part!,
            holder: address,
            value: at(sent['address'], part!),
          })
      }
    },
  },
]

/** Creates the applicant. A service may refuse a third given name (GAP-GIVEN-NAMES-BOUNDS). */
async function created(ctx: Context, sent: JsonObject): Promise<Answer> {
  const request = { method: 'POST', path: '/v1/applicants', as: 'home.test' } as const
  const label = 'create an applicant with every field'
  const first = await ctx.step(label, { ...request, json: sent })
  if (!isAboutForm(first.status)) return first
  const refused = statusAndCode(first)
  ctx.observe('GAP-GIVEN-NAMES-BOUNDS', `${refused} for an applicant with three given names`)
  sent['given_names'] = ['Una', 'Maria']
  const second = await ctx.step(label, { ...request, json: sent })
  blockIfAssumed(ctx, 'country_field', label, second)
  return second
}

/** Returns the applicant from each response that shows what is stored (GAP-LISTS). */
async function shown(
  ctx: Context,
  id: string,
  email: string,
): Promise<[where: string, applicant: unknown][]> {
  const as = 'home.test'
  const [listed] = await itemsOf(ctx, { path: '/v1/applicants', as }, [id])
  const retrieval = applicantRetrieval(ctx, id, as)
  const retrieved = retrieval && (await ctx.setUp('retrieve the applicant', retrieval))
  const changed = await ctx.setUp('change the e-mail address', {
    method: 'PATCH',
    path: `/v1/applicants/${encodeURIComponent(id)}`,
    as,
    json: { email },
  })
  return [
    ...(listed ? [['in the list', listed] as [string, unknown]] : []),
    ...(retrieved ? [['when retrieved', resourceOf(ctx, retrieved)] as [string, unknown]] : []),
    [CHANGED, resourceOf(ctx, changed)],
  ]
}

function expectKept(
  ctx: Context,
  where: string,
  one: { requirement: string; field: string; holder: unknown; value: unknown },
): void {
  const { requirement, field, holder, value } = one
  // Only the response to a change must have every field (GAP-LISTS).
  if (where !== CHANGED && !(isObject(holder) && Object.hasOwn(holder, field))) return
  const got = at(holder, field)
  for (const rule of [where === CHANGED ? 'END-021' : 'END-020', requirement])
    ctx.expect(
      rule,
      `${field} as it was created, ${where}: ${JSON.stringify(value)}`,
      JSON.stringify(got) === JSON.stringify(value),
      got ?? idText(at(holder, 'id')) ?? null,
    )
}
