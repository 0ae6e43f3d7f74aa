import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { createdId, issuesOf, paramsOf, resourceOf, statusAndCode } from '../../check/idioms.ts'
import { pollUntil } from '../../check/eventually.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject, walk } from '../../http/json.ts'

/** From the range that the regulator reserves for films. */
const NATIONAL = '020 7946 0018'
/** From the range that North America reserves for fiction; a service may take it for its own country's. */
const AMERICAN = '(201) 555-0123'
const E164 = '+442079460018'
const ITALIAN = '+390612345678'

/** One way to send an applicant with a phone, and to read the stored phone. */
interface Place {
  id: string
  where: string
  /** The requirement that the phone rules hold here. */
  requirement: string
  features: Check['needs']['features']
  send(ctx: Context, applicant: JsonObject, headers: Record<string, string>): Promise<Answer>
  /** The phone in each response that shows what is stored; empty if none does. */
  kept(ctx: Context, answer: Answer, familyName: string): Promise<readonly unknown[]>
}

/** Some services normalize the response and store the text as it was sent: the next change shows it. */
async function shownTwice(ctx: Context, answer: Answer): Promise<readonly unknown[]> {
  const later = await ctx.setUp('change another field', {
    method: 'PATCH',
    path: `/v1/applicants/${encodeURIComponent(createdId(answer, 'END-020'))}`,
    as: 'home.test',
    json: { name_suffix: 'Jr.' },
  })
  return [answer, later].map((one) => at(resourceOf(ctx, one), 'phone') ?? 'nothing')
}

const PLACES: readonly Place[] = [
  {
    id: 'applicants.phone-on-creation',
    where: 'on creation',
    requirement: 'APP-019',
    features: ['applicants'],
    send: (ctx, json, headers) =>
      ctx.step('create the applicant', {
        method: 'POST',
        path: '/v1/applicants',
        as: 'home.test',
        json,
        headers,
      }),
    kept: shownTwice,
  },
  {
    id: 'applicants.phone-on-change',
    where: 'on a change',
    requirement: 'APP-020',
    features: ['applicants'],
    async send(ctx, { family_name, given_names, ...change }, headers) {
      const created = await ctx.setUp('create an applicant without a phone', {
        method: 'POST',
        path: '/v1/applicants',
        as: 'home.test',
        json: { family_name, given_names },
      })
      return ctx.step('set the phone of the applicant', {
        method: 'PATCH',
        path: `/v1/applicants/${encodeURIComponent(createdId(created, 'END-020'))}`,
        as: 'home.test',
        json: change,
        headers,
      })
    },
    kept: shownTwice,
  },
  {
    id: 'applicants.phone-inside-a-session',
    where: 'in a session creation',
    requirement: 'APP-021',
    features: ['applicants', 'sessions'],
    send: (ctx, applicant, headers) =>
      ctx.step('create a session with the applicant in it', {
        method: 'POST',
        path: '/v1/sessions',
        as: 'home.test',
        headers,
        // Beside other fields of the session, too.
        json: { ...ctx.sessionFields('home.test'), metadata: { orderId: 'A-17' }, applicant },
      }),
    /** The form of the list is open (GAP-LISTS): finds the applicant by name. */
    async kept(ctx, _, familyName) {
      const list = { method: 'GET', path: '/v1/applicants', as: 'home.test' } as const
      const found = await pollUntil(
        async () =>
          walk((await ctx.setUp('list applicants', list)).json).find(
            ({ value }) => at(value, 'family_name') === familyName,
          ),
        (one) => one !== undefined,
      )
      const phone = at(found?.value, 'phone')
      return phone === undefined ? [] : [phone]
    },
  },
]

/** National numbers, each with the source of its country. The contract's example has a region: `en-GB`. */
const TAKEN = [
  {
    label: 'a number with its country',
    phone: '+44 20 7946 0018',
    headers: {},
    requirement: 'APP-016',
  },
  {
    label: 'a number with its country, beside other fields',
    phone: '+44 20 7946 0018',
    headers: {},
    requirement: 'APP-016',
    beside: { name_suffix: 'Sr.', date_of_birth: '1990-04-12' },
  },
  {
    label: 'a national number and the country in Accept-Language',
    phone: NATIONAL,
    headers: { 'Accept-Language': 'en-GB' },
    requirement: 'APP-017',
  },
  {
    label: 'a national number and the Accept-Language that a browser sends',
    phone: NATIONAL,
    headers: { 'Accept-Language': 'en-GB,en;q=0.9' },
    requirement: 'APP-017',
  },
  {
    label: 'a number with its country, from a browser of another country',
    phone: '+44 20 7946 0018',
    headers: { 'Accept-Language': 'de-DE,de;q=0.9' },
    requirement: 'APP-016',
  },
  {
    label: 'a number with its country and the trunk prefix (0)',
    phone: '+44 (0)20 7946 0018',
    headers: {},
    requirement: 'APP-016',
    // A service may accept only numbers that can be called as they are written.
    mayRefuse: true,
  },
  {
    // Unlike a trunk prefix, the first 0 of an Italian number is a digit of the number.
    label: 'a number of Italy',
    phone: '+39 06 1234 5678',
    headers: {},
    requirement: 'APP-016',
    stored: ITALIAN,
    mayRefuse: true,
  },
] as const

const REFUSED: readonly {
  label: string
  phone: string
  headers?: Record<string, string>
  requirement: string
}[] = [
  { label: 'a national number and no country', phone: NATIONAL, requirement: 'APP-018' },
  { label: 'a national number of North America', phone: AMERICAN, requirement: 'APP-018' },
  {
    label: 'a national number and an Accept-Language that names no country',
    phone: NATIONAL,
    headers: { 'Accept-Language': '*' },
    requirement: 'APP-018',
  },
  { label: 'a string that cannot be a number', phone: 'call me', requirement: 'APP-015' },
  { label: 'a number with a country and too few digits', phone: '+4420', requirement: 'APP-015' },
  // E.164 has at most 15 digits.
  { label: 'a number of 20 digits', phone: '+44207946001820794600', requirement: 'APP-015' },
]

export const applicantPhoneChecks: readonly Check[] = PLACES.map(
  ({ id, where, requirement, features, send, kept }) => {
    const inside = requirement === 'APP-021'
    return {
      id,
      area: 'applicants',
      level: 'must',
      requirements: [
        requirement,
        'APP-015',
        'APP-016',
        'APP-017',
        'APP-018',
        'VAL-006',
        ...(inside ? ['VER-020'] : []),
      ],
      needs: { features, credentials: ['home.test'] },
      why: `A number that is not normalized ${where} cannot be called, and matches no other record.`,
      async run(ctx: Context) {
        for (const one of TAKEN) {
          const family_name = `Testperson ${ctx.unique()}`
          const answer = await send(
            ctx,
            {
              family_name,
              given_names: ['Una'],
              phone: one.phone,
              ...('beside' in one && one.beside),
            },
            one.headers,
          )
          const taken = isAccepted(answer)
          const mayRefuse = 'mayRefuse' in one
          const stored = 'stored' in one ? one.stored : E164
          for (const rule of [requirement, one.requirement]) {
            ctx.expect(
              rule,
              `${one.label}: ${mayRefuse ? '2xx or 422' : '2xx'}`,
              taken || (mayRefuse && answer.status === 422),
              statusAndCode(answer),
            )
          }
          const phones = taken ? await kept(ctx, answer, family_name) : []
          if (taken && phones.length === 0) {
            ctx.observe(
              'GAP-LISTS',
              `${one.label}: the list of applicants does not show it, so its form was not judged`,
            )
          }
          for (const phone of phones)
            for (const rule of [one.requirement, 'APP-016', ...(inside ? ['VER-020'] : [])])
              ctx.expect(rule, `${stored} for ${one.label}`, phone === stored, phone)
        }
        for (const one of REFUSED) {
          const answer = await send(
            ctx,
            { family_name: 'Testperson', given_names: ['Una'], phone: one.phone },
            one.headers ?? {},
          )
          for (const rule of [requirement, one.requirement]) {
            ctx.expect(rule, `${one.label}: 422`, answer.status === 422, statusAndCode(answer))
          }
          ctx.expect(
            'VAL-006',
            'param with the phone',
            paramsOf(answer).some((param) => /(^|[./])phone$/.test(String(param))),
            issuesOf(answer),
          )
        }
      },
    } satisfies Check
  },
)
