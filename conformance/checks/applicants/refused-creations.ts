import type { Check } from '../../check/check.ts'
import { createdId, expectRefusal, idText, sessionIdIn } from '../../check/idioms.ts'
import { recordsIn, sessionIdsIn } from '../../check/lists.ts'
import { pollUntil } from '../../check/eventually.ts'
import { Unreachable } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import type { JsonObject } from '../../http/json.ts'

const LIST = '/v1/applicants'
const SESSIONS = '/v1/sessions'

export const refusedCreationChecks: readonly Check[] = [
  {
    id: 'applicants.refused-creation-makes-none',
    area: 'applicants',
    requirements: ['VAL-007', 'VAL-009', 'VAL-010'],
    level: 'must',
    needs: { features: ['applicants', 'sessions'], credentials: [], states: ['organization'] },
    why: 'A client that corrects a refused request and repeats it must not leave a person behind.',
    async run(ctx) {
      const { key } = await reach(ctx, 'organization', {})
      const person = { family_name: 'Testperson', given_names: ['Una'] }
      const strange = { vskit_zebra: 1 }
      const post = (path: string, json: JsonObject) => ({
        method: 'POST' as const,
        path,
        as: { key },
        json,
      })
      /** Creates an applicant and returns the ids of the list that shows it, in which no refused one can be missing. */
      const idsAfterOne = async (): Promise<{ id: string; ids: string[] }> => {
        const created = await ctx.setUp('create an applicant', post(LIST, person))
        const id = createdId(created, 'END-020')
        const ids = await pollUntil(
          async () => {
            const list = { method: 'GET', path: LIST, as: { key } } as const
            const records = recordsIn(await ctx.setUp('list applicants', list))
            return records.map((one) => idText(one['id']) ?? '')
          },
          (found) => found.includes(id),
        )
        if (!ids.includes(id)) throw new Unreachable(`GET ${LIST} does not show a new applicant`)
        return { id, ids }
      }
      let { ids: before } = await idsAfterOne()
      const sessions: string[] = []
      for (const [requirement, label, path, json] of [
        ['VAL-007', 'an applicant', LIST, { ...person, ...strange }],
        ['VAL-009', 'a session', SESSIONS, { applicant: person, ...strange }],
        [
          'VAL-010',
          'the applicant of a session',
          SESSIONS,
          { applicant: { ...person, ...strange } },
        ],
      ] as const) {
        const fields = path === LIST ? {} : ctx.sessionFields('home.test')
        const refused = post(path, { ...fields, ...json })
        const answer = await ctx.step(`send an unknown field of ${label}`, refused)
        expectRefusal(ctx, answer, {
          status: 422,
          code: 'validation_error',
          requirements: [requirement],
        })
        const { id, ids } = await idsAfterOne()
        const added = ids.filter((one) => one !== id && !before.includes(one))
        ctx.expect(
          requirement,
          `no applicant of a refused creation of ${label}`,
          added.length === 0,
          added,
        )
        before = ids
        if (path === LIST) continue
        const session = await ctx.setUp('create a session', post(SESSIONS, fields))
        sessions.push(sessionIdIn(session))
        const list = await pollUntil(
          () => ctx.setUp('list sessions', { method: 'GET', path: SESSIONS, as: { key } }),
          (seen) => sessionIdsIn(seen).includes(sessions.at(-1)!),
        )
        const strange = sessionIdsIn(list).filter((one) => !sessions.includes(one))
        ctx.expect(
          requirement,
          `no session of a refused creation of ${label}`,
          strange.length === 0,
          strange,
        )
      }
    },
  },
]
