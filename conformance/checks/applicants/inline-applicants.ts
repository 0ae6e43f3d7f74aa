import { isAboutForm } from '../../check/advice.ts'
import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { isAccepted } from '../../check/cases.ts'
import {
  createdId,
  idText,
  newSession,
  resourceIn,
  resourceOf,
  sessionIdIn,
} from '../../check/idioms.ts'
import { recordsIn, showsRecord } from '../../check/lists.ts'
import { applicantRetrieval } from '../../check/resources/applicant-retrieval.ts'
import type { Answer } from '../../http/answer.ts'
import { at, isObject, type JsonObject, walk } from '../../http/json.ts'

const FIELDS: readonly [field: string, value: unknown, ...requirements: string[]][] = [
  ['family_name', 'van der Testpersón y Prueba', 'APP-001', 'APP-003'],
  ['given_names', ['Una', 'Maria'], 'APP-005', 'APP-006', 'APP-007'],
  ['name_suffix', 'Jr.', 'APP-012'],
  ['phone', '+442079460018', 'APP-014'],
  ['date_of_birth', '1988-02-29', 'APP-022'],
]

/** Members of the address. */
const ADDRESS: readonly [member: string, value: string, requirement: string][] = [
  ['postal_code', '94043', 'APP-024'],
  ['place_id', 'ChIJj61dQgK6j4AR4GeTYWZsKWw', 'APP-025'],
]

const CHANGED = 'in the response to a change'

/** The applicant in the body of a session creation, as responses show it. */
export const inlineApplicantChecks: readonly Check[] = [
  {
    id: 'applicants.fields-in-sessions',
    area: 'applicants',
    requirements: [
      'END-005',
      'APP-013',
      ...FIELDS.flatMap(([, , ...requirements]) => requirements),
      ...ADDRESS.map(([, , requirement]) => requirement),
    ],
    level: 'must',
    needs: { features: ['sessions', 'applicants'], credentials: ['home.test'] },
    why: 'A name that is split or cut in a session is a different name than the one that was sent.',
    async run(ctx) {
      let judged = 0
      const session = (await housedSession(ctx)) ?? (await sessionWith(ctx))
      // Without a session, nothing shows its applicant.
      sessionIdIn(session.answer)
      for (const [where, applicant] of await shownApplicants(ctx, session, {
        email: `changed.${session.email}`,
      })) {
        for (const [field, value, ...requirements] of FIELDS) {
          // Only the response to a change must have every field (GAP-LISTS).
          if (!Object.hasOwn(applicant, field) && where !== CHANGED) continue
          judged++
          for (const requirement of ['END-005', ...requirements])
            ctx.expect(
              requirement,
              `${field} as it was sent, ${where}: ${JSON.stringify(value)}`,
              JSON.stringify(applicant[field]) === JSON.stringify(value),
              applicant[field] ?? null,
            )
        }
        if (session.isHoused) expectAddress(ctx, where, applicant['address'])
      }
      await expectEmail(ctx)
      if (judged === 0) {
        const { retrieve_applicant: route } = ctx.open.routes
        ctx.observe(
          'GAP-LISTS',
          `neither the created session nor the list of applicants shows the fields of its applicant${route ? ', nor does the route retrieve_applicant' : '; name a route that does in open_choices.routes.retrieve_applicant'}`,
        )
      }
    },
  },
  {
    id: 'planes.applicant-of-a-test-session',
    area: 'planes',
    requirements: ['AUT-004'],
    level: 'must',
    needs: { features: ['sessions', 'applicants'], credentials: ['home.test', 'home.live'] },
    why: 'An invented person among the live ones may be billed, or deleted by request.',
    async run(ctx) {
      const { email } = await sessionWith(ctx)
      // Lists may have a delay (GAP-LISTS): once this record is listed, an older one would be, too.
      const made = await ctx.setUp('create a live applicant', {
        method: 'POST',
        path: '/v1/applicants',
        as: 'home.live',
        json: { family_name: 'Testperson', given_names: ['Una'] },
      })
      const id = createdId(made, 'END-020')
      const list = await pollUntil(
        () => ctx.setUp('list live applicants', listAs('home.live')),
        (answer) => showsRecord(answer, id),
      )
      ctx.expect(
        'AUT-004',
        'a list of live applicants without that of a test session',
        !list.searchable.includes(email),
        email,
      )
    },
  },
]

/** Judges the e-mail address, which the change of another field must not show otherwise. */
async function expectEmail(ctx: Context): Promise<void> {
  const session = await sessionWith(ctx)
  for (const [where, { email }] of await shownApplicants(ctx, session, { name_suffix: 'Sr.' })) {
    // Only the response to a change must have every field (GAP-LISTS).
    if (email === undefined && where !== CHANGED) continue
    ctx.expect(
      'APP-013',
      `email as it was sent, ${where}: ${session.email}`,
      email === session.email,
      email ?? null,
    )
  }
}

const listAs = (as: 'home.test' | 'home.live') =>
  ({ method: 'GET', path: '/v1/applicants', as }) as const

interface Created {
  /** The applicant's address, which is unique. */
  email: string
  answer: Answer
  /** Whether the applicant was sent with an address. */
  isHoused?: true
}

/** Creates a session with an applicant. */
async function sessionWith(ctx: Context): Promise<Created> {
  const applicant = newApplicant(ctx)
  const { answer } = await newSession(ctx, 'home.test', { applicant })
  return { email: applicant.email, answer }
}

/**
 * Creates a session with an applicant who has an address. Returns undefined if it is refused and the
 * target file does not name the field of the country (GAP-ADDRESS-FIELDS).
 */
async function housedSession(ctx: Context): Promise<Created | undefined> {
  const address = { ...Object.fromEntries(ADDRESS), [ctx.open.countryField]: 'US' }
  const applicant = { ...newApplicant(ctx), address }
  const label = 'create a session for an applicant with an address'
  const request = {
    method: 'POST',
    path: '/v1/sessions',
    as: 'home.test',
    json: { ...ctx.sessionFields('home.test'), applicant },
  } as const
  const answer = await ctx.step(label, request)
  if (isAccepted(answer)) return { email: applicant.email, answer, isHoused: true }
  if (isAboutForm(answer.status) && !ctx.open.named.has('country_field')) return undefined
  throw ctx.unusable(label, request, answer)
}

/** Returns an applicant with a unique e-mail address. */
function newApplicant(ctx: Context): JsonObject & { email: string } {
  const fields = Object.fromEntries(FIELDS.map(([field, value]) => [field, value]))
  return { ...fields, email: `una.${ctx.unique()}@applicant.example` }
}

function expectAddress(ctx: Context, where: string, address: unknown): void {
  for (const [member, value, requirement] of ADDRESS) {
    const got = at(address, member)
    // Only the response to a change must have every field (GAP-LISTS).
    if (got === undefined && where !== CHANGED) continue
    ctx.expect(
      requirement,
      `the ${member} of the address as it was sent, ${where}: ${value}`,
      got === value,
      got ?? address ?? null,
    )
  }
}

/**
 * Returns the applicant from each response that shows it: to the creation, of the list, and of the
 * route that the target file names. All are left open (GAP-CREATE-SESSION, GAP-LISTS).
 */
async function shownApplicants(
  ctx: Context,
  { email, answer }: Created,
  change: JsonObject,
): Promise<[where: string, applicant: JsonObject][]> {
  const withEmail = ({ json }: Answer): JsonObject | undefined =>
    walk(json)
      .map(({ value }) => value)
      .filter(isObject)
      .find((value) => value['email'] === email)
  const session = resourceIn(answer)
  const own = at(session, 'applicant')
  const created = isObject(own) ? own : withEmail(answer)
  const known = idText(at(session, 'applicant_id')) ?? idText(created?.['id'])
  const list = await pollUntil(
    () => ctx.setUp('list applicants', listAs('home.test')),
    (one) => withEmail(one) !== undefined || (known !== undefined && showsRecord(one, known)),
  )
  const listed = withEmail(list) ?? recordsIn(list).find((one) => idText(one['id']) === known)
  const id = known ?? idText(listed?.['id'])
  const retrieval = id === undefined ? undefined : applicantRetrieval(ctx, id, 'home.test')
  const retrieved = retrieval && (await ctx.step('retrieve the applicant', retrieval))
  const changed =
    id === undefined
      ? undefined
      : await ctx.setUp(`change the ${Object.keys(change).join()}`, {
          method: 'PATCH',
          path: `/v1/applicants/${encodeURIComponent(id)}`,
          as: 'home.test',
          json: change,
        })
  return (
    [
      ['in the response to the creation', created],
      ['in the list', listed],
      [CHANGED, changed && resourceOf(ctx, changed)],
      ['when retrieved', retrieved && isAccepted(retrieved) && resourceOf(ctx, retrieved)],
    ] as const
  ).flatMap(([where, applicant]): [string, JsonObject][] =>
    isObject(applicant) ? [[where, applicant]] : [],
  )
}
