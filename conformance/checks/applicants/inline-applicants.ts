import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { isAccepted } from '../../check/cases.ts'
import { createdId, idText, newSession, resourceIn, resourceOf } from '../../check/idioms.ts'
import { recordsIn, showsRecord } from '../../check/lists.ts'
import { applicantRetrieval } from '../../check/resources/applicant-retrieval.ts'
import type { Answer } from '../../http/answer.ts'
import { at, isObject, type JsonObject, walk } from '../../http/json.ts'

const FIELDS: readonly [field: string, value: unknown, ...requirements: string[]][] = [
  ['family_name', 'van der Testpersón y Prueba', 'APP-001', 'APP-003'],
  ['given_names', ['Una', 'Maria Dolores', 'Ana'], 'APP-005', 'APP-006', 'APP-007'],
  ['name_suffix', 'Jr.', 'APP-012'],
  ['phone', '+442079460018', 'APP-014'],
  ['date_of_birth', '1988-02-29', 'APP-022'],
]

const CHANGED = 'in the response to a change'

/** The applicant in the body of a session creation, as responses show it. */
export const inlineApplicantChecks: readonly Check[] = [
  {
    id: 'applicants.fields-in-sessions',
    area: 'applicants',
    requirements: ['END-005', ...FIELDS.flatMap(([, , ...requirements]) => requirements)],
    level: 'must',
    needs: { features: ['sessions', 'applicants'], credentials: ['home.test'] },
    why: 'A name that is split or cut in a session is a different name than the one that was sent.',
    async run(ctx) {
      let judged = 0
      for (const [where, applicant] of await shownApplicants(ctx, await sessionWith(ctx))) {
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
      }
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
        !list.text?.includes(email),
        email,
      )
    },
  },
]

const listAs = (as: 'home.test' | 'home.live') =>
  ({ method: 'GET', path: '/v1/applicants', as }) as const

interface Created {
  /** The applicant's address, which is unique. */
  email: string
  answer: Answer
}

/** Creates a session with an applicant. */
async function sessionWith(ctx: Context): Promise<Created> {
  const email = `una.${ctx.unique()}@applicant.example`
  const fields = Object.fromEntries(FIELDS.map(([field, value]) => [field, value]))
  const applicant = { ...fields, email } satisfies JsonObject
  const { answer } = await newSession(ctx, 'home.test', { applicant })
  return { email, answer }
}

/**
 * Returns the applicant from each response that shows it: to the creation, of the list, and of the
 * route that the target file names. All are left open (GAP-CREATE-SESSION, GAP-LISTS).
 */
async function shownApplicants(
  ctx: Context,
  { email, answer }: Created,
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
      : await ctx.setUp('change the e-mail address', {
          method: 'PATCH',
          path: `/v1/applicants/${encodeURIComponent(id)}`,
          as: 'home.test',
          json: { email: `changed.${email}` },
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
