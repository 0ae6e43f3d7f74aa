import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { createdId, newSession } from '../../check/idioms.ts'
import { showsRecord } from '../../check/lists.ts'
import { at, isObject, type JsonObject, walk } from '../../http/json.ts'

const FIELDS: readonly [field: string, value: unknown, ...requirements: string[]][] = [
  ['family_name', 'van der Testperson y Prueba', 'APP-001', 'APP-003'],
  ['given_names', ['Una', 'Maria Dolores', 'Ana'], 'APP-005', 'APP-006', 'APP-007'],
  ['name_suffix', 'Jr.', 'APP-012'],
  ['phone', '+442079460018', 'APP-014'],
  ['date_of_birth', '1988-02-29', 'APP-022'],
]

/** The applicant in the body of a session creation, as the list of applicants shows it. */
export const inlineApplicantChecks: readonly Check[] = [
  {
    id: 'applicants.fields-in-sessions',
    area: 'applicants',
    requirements: ['END-005', ...FIELDS.flatMap(([, , ...requirements]) => requirements)],
    level: 'must',
    needs: { features: ['sessions', 'applicants'], credentials: ['home.test'] },
    why: 'A name that is split or cut in a session is a different name than the one that was sent.',
    async run(ctx) {
      const email = await sessionWith(ctx)
      const record = await pollUntil(
        async () =>
          walk((await ctx.setUp('list applicants', listAs('home.test'))).json).find(
            ({ value }) => at(value, 'email') === email,
          )?.value,
        (one) => one !== undefined,
      )
      // Whether the list shows it, and which fields, is left open (GAP-LISTS).
      if (!isObject(record))
        return ctx.observe('GAP-LISTS', 'the list of applicants does not show those of sessions')
      for (const [field, value, ...requirements] of FIELDS) {
        if (!Object.hasOwn(record, field)) continue
        for (const requirement of ['END-005', ...requirements])
          ctx.expect(
            requirement,
            `${field} as it was sent: ${JSON.stringify(value)}`,
            JSON.stringify(record[field]) === JSON.stringify(value),
            record[field],
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
      const email = await sessionWith(ctx)
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

/** Creates a session with an applicant. @returns the applicant's e-mail address, which is unique */
async function sessionWith(ctx: Context): Promise<string> {
  const email = `una.${ctx.unique()}@applicant.example`
  const fields = Object.fromEntries(FIELDS.map(([field, value]) => [field, value]))
  await newSession(ctx, 'home.test', { applicant: { ...fields, email } satisfies JsonObject })
  return email
}
