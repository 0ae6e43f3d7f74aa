import { isAccepted } from '../../check/cases.ts'
import { blockIfAssumed } from '../../check/advice.ts'
import type { Check, Context } from '../../check/check.ts'
import {
  createdId,
  expectRefusal,
  idText,
  isRefused,
  resourceOf,
  statusAndCode,
} from '../../check/idioms.ts'
import { itemsOf, listWith, pollUntil } from '../../check/eventually.ts'
import { recordsIn, repeatedIds } from '../../check/lists.ts'
import { applicantRetrieval } from '../../check/resources/applicant-retrieval.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject, walk } from '../../http/json.ts'

const PERSON = { family_name: 'Testperson', given_names: ['Una', 'Maria'] }

export const applicantChangeChecks: readonly Check[] = [
  {
    id: 'applicants.change',
    area: 'applicants',
    requirements: ['END-021', 'APP-002', 'APP-024', 'APP-025', 'APP-028', 'APP-030'],
    level: 'must',
    needs: { features: ['applicants'], credentials: ['home.test'] },
    why: 'A change must keep fields that it does not name, or it destroys data.',
    async run(ctx) {
      const { id, email } = await newApplicant(ctx)
      const path = `/v1/applicants/${encodeURIComponent(id)}`
      const otherEmail = `maria.${email}`
      const changed = await ctx.step('give another e-mail address', {
        method: 'PATCH',
        path,
        as: 'home.test',
        json: { email: otherEmail },
      })
      if (!ctx.expect('END-021', '2xx', isAccepted(changed), statusAndCode(changed))) return
      const applicant = resourceOf(ctx, changed)
      ctx.expect(
        'END-021',
        'a response with the new address',
        at(applicant, 'email') === otherEmail,
        applicant,
      )
      ctx.expect(
        'END-021',
        'and with the name unchanged',
        at(applicant, 'family_name') === PERSON.family_name &&
          JSON.stringify(at(applicant, 'given_names')) === JSON.stringify(PERSON.given_names),
        applicant,
      )
      const others = {
        family_name: 'Testperson Okafor',
        given_names: ['Una'],
        name_suffix: 'Jr.',
        phone: '+442079460018',
        date_of_birth: '1990-02-28',
      }
      const renamed = await ctx.step('give the other fields', {
        method: 'PATCH',
        path,
        as: 'home.test',
        json: others,
      })
      for (const [field, value] of Object.entries(others)) {
        const got = at(resourceOf(ctx, renamed), field)
        ctx.expect(
          'END-021',
          `a response with the ${field} that was sent`,
          JSON.stringify(got) === JSON.stringify(value),
          got ?? statusAndCode(renamed),
        )
      }
      // The contract leaves the name of the country field open (GAP-ADDRESS-FIELDS).
      const address = {
        postal_code: '94043',
        place_id: 'ChIJj61dQgK6j4AR4GeTYWZsKWw',
        [ctx.open.countryField]: 'US',
      }
      const moved = await ctx.step('give an address', {
        method: 'PATCH',
        path,
        as: 'home.test',
        json: { address },
      })
      blockIfAssumed(ctx, 'country_field', 'give an applicant an address', moved)
      const kept = at(resourceOf(ctx, moved), 'address')
      for (const [field, requirement] of [
        ['postal_code', 'APP-024'],
        ['place_id', 'APP-025'],
      ] as const) {
        ctx.expect(
          requirement,
          `the ${field} that was sent, in the response to the change`,
          at(kept, field) === address[field],
          kept ?? statusAndCode(moved),
        )
      }
      const again = await ctx.step('give the first e-mail address again', {
        method: 'PATCH',
        path,
        as: 'home.test',
        json: { email },
      })
      const last = resourceOf(ctx, again)
      for (const [field, value] of Object.entries({ ...others, email })) {
        const got = at(last, field)
        ctx.expect(
          'END-021',
          `${field} as it was after a change of the e-mail address`,
          JSON.stringify(got) === JSON.stringify(value),
          got ?? statusAndCode(again),
        )
      }
      for (const [part, value] of Object.entries(address)) {
        const stays = at(last, 'address', part)
        ctx.expect(
          'END-021',
          `${part} of the address as it was after a change of the e-mail address`,
          stays === value,
          stays ?? statusAndCode(again),
        )
      }
      // Null may be refused, or count as omitted (GAP-NULL-FIELDS).
      const nameless = await ctx.step('change family_name to null', {
        method: 'PATCH',
        path,
        as: 'home.test',
        json: { family_name: null },
      })
      const familyName = at(resourceOf(ctx, nameless), 'family_name')
      ctx.expect(
        'APP-002',
        'a refusal, or the family_name as it was',
        isRefused(nameless) || familyName === others.family_name,
        familyName ?? statusAndCode(nameless),
      )
      for (const [field, requirement] of [
        ['legal_name', 'APP-028'],
        ['localized_name', 'APP-030'],
      ] as const) {
        const answer = await ctx.step(`set ${field}, which only the service may set`, {
          method: 'PATCH',
          path,
          as: 'home.test',
          json: { [field]: 'Una Maria Testperson' },
        })
        expectRefusal(ctx, answer, {
          status: 422,
          code: 'validation_error',
          requirements: [requirement],
        })
      }
    },
  },
  {
    id: 'applicants.list',
    area: 'applicants',
    requirements: ['END-021', 'END-023', 'APP-036', 'APP-037', 'APP-038'],
    level: 'must',
    needs: { features: ['applicants'], credentials: ['home.test'] },
    why: 'Old field names often survive in lists, and so do old values.',
    async run(ctx) {
      const { id, email } = await newApplicant(ctx)
      const answer = await listWith(ctx, '/v1/applicants', id)
      ctx.expect(
        'END-023',
        '200 with a JSON body',
        answer.status === 200 && answer.json !== undefined,
        statusAndCode(answer),
      )
      const repeated = repeatedIds(recordsIn(answer))
      ctx.expect('END-023', 'each applicant once in the list', repeated.length === 0, repeated)
      const gone = { 'APP-036': 'first_name', 'APP-037': 'middle_name', 'APP-038': 'last_name' }
      for (const [requirement, field] of Object.entries(gone)) {
        const isShown = walk(answer.json).some(({ path }) => path.at(-1) === field)
        ctx.expect(requirement, `no ${field}`, !isShown, field)
      }
      await ctx.setUp('give another name and e-mail address', {
        method: 'PATCH',
        path: `/v1/applicants/${encodeURIComponent(id)}`,
        as: 'home.test',
        json: { family_name: 'Testperson Okafor', email: `okafor.${email}` },
      })
      await expectNothingOld(ctx, { id, email }, answer)
    },
  },
]

/** Checks that neither the list nor a single read shows the old values some seconds after a change. */
async function expectNothingOld(
  ctx: Context,
  { id, email: old }: NewApplicant,
  listed: Answer,
): Promise<void> {
  const isNew = (one: JsonObject): boolean =>
    one['email'] !== old && one['family_name'] !== PERSON.family_name
  const expectNew = (requirement: string, where: string, one: JsonObject): void => {
    const { email, family_name } = one
    ctx.expect(requirement, `no old value ${where}`, isNew(one), { email, family_name })
  }
  // An item may have no fields to compare, or be on another page (GAP-LISTS).
  const isListed = (one: JsonObject): boolean => idText(one['id']) === id && !isNew(one)
  if (recordsIn(listed).some(isListed)) {
    const list = { path: '/v1/applicants', as: 'home.test' } as const
    for (const item of await itemsOf(ctx, list, [id], isNew))
      expectNew('END-023', 'in the list after a change', item)
  }
  const retrieval = applicantRetrieval(ctx, id, 'home.test')
  if (!retrieval) return
  const read = await pollUntil(
    async () => resourceOf(ctx, await ctx.setUp('retrieve the applicant', retrieval)) ?? {},
    isNew,
  )
  expectNew('END-021', 'when the applicant is retrieved after a change', read)
}

interface NewApplicant {
  id: string
  email: string
}

async function newApplicant(ctx: Context): Promise<NewApplicant> {
  const email = `una.${ctx.unique()}@applicant.example`
  const answer = await ctx.setUp('create an applicant to work with', {
    method: 'POST',
    path: '/v1/applicants',
    as: 'home.test',
    json: { ...PERSON, email },
  })
  // PATCH needs only the id and its name; the form of ids is open (GAP-APPLICANT-RESPONSE).
  return { id: createdId(answer, 'END-020'), email }
}
