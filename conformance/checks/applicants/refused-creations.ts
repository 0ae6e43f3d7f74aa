import type { Check } from '../../check/check.ts'
import { createdId, expectRefusal, idText, sessionIdIn } from '../../check/idioms.ts'
import { recordsIn, sessionIdsIn } from '../../check/lists.ts'
import { listWith, pollUntil } from '../../check/eventually.ts'
import { Unreachable } from '../../check/outcome.ts'
import { hasOwnKeys } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import type { JsonObject } from '../../http/json.ts'

const LIST = '/v1/applicants'
const SESSIONS = '/v1/sessions'

export const refusedCreationChecks: readonly Check[] = [
  {
    id: 'applicants.refused-creation-makes-none',
    area: 'applicants',
    requirements: ['END-020', 'VAL-007', 'VAL-009', 'VAL-010'],
    level: 'must',
    needs: { features: ['applicants', 'sessions'], credentials: ['home.test'] },
    why: 'A client that corrects a refused request and repeats it must not leave a person behind.',
    async run(ctx) {
      const as = 'home.test' as const
      const person = { family_name: 'Testperson', given_names: ['Una'] }
      // Other checks create records with a shared key: there, a refused one is found by its name.
      const isOwn = hasOwnKeys(ctx)
      const strange = { vskit_zebra: 1 }
      const post = (path: string, json: JsonObject) => ({
        method: 'POST' as const,
        path,
        as,
        json,
      })
      /** Creates an applicant and returns the ids of the list that shows it, in which no refused one can be missing. */
      const listAfterOne = async (): Promise<{ id: string; ids: string[]; list: Answer }> => {
        const created = await ctx.setUp('create an applicant', post(LIST, person))
        const id = createdId(created, 'END-020')
        const list = await pollUntil(
          () => ctx.setUp('list applicants', { method: 'GET', path: LIST, as }),
          (seen) => idsIn(seen).includes(id),
        )
        const ids = idsIn(list)
        if (!ids.includes(id)) throw new Unreachable(`GET ${LIST} does not show a new applicant`)
        return { id, ids, list }
      }
      const addedTo = (known: readonly string[], { id, ids }: { id: string; ids: string[] }) =>
        isOwn ? ids.filter((one) => one !== id && !known.includes(one)) : []
      let { ids: before } = await listAfterOne()
      // Without a refusal: a service that makes two of each is told so here.
      const next = await listAfterOne()
      const twice = addedTo(before, next)
      ctx.expect('END-020', 'one applicant of one creation', twice.length === 0, twice)
      before = next.ids
      const sessions: string[] = []
      const refusals: readonly [string, string, string, (named: JsonObject) => JsonObject][] = [
        ['VAL-007', 'an applicant', LIST, (named) => ({ ...named, ...strange })],
        ['VAL-009', 'a session', SESSIONS, (named) => ({ applicant: named, ...strange })],
        [
          'VAL-010',
          'the applicant of a session',
          SESSIONS,
          (named) => ({ applicant: { ...named, ...strange } }),
        ],
      ]
      for (const [requirement, label, path, body] of refusals) {
        const name = `Testperson ${ctx.unique()}`
        const json = body({ ...person, family_name: name })
        const fields = path === LIST ? {} : ctx.sessionFields('home.test')
        const refused = post(path, { ...fields, ...json })
        const answer = await ctx.step(`send an unknown field of ${label}`, refused)
        expectRefusal(ctx, answer, {
          status: 422,
          code: 'validation_error',
          requirements: [requirement],
        })
        const after = await listAfterOne()
        const added = addedTo(before, after)
        const isListed = after.list.searchable.toLowerCase().includes(name.toLowerCase())
        ctx.expect(
          requirement,
          `no applicant of a refused creation of ${label}`,
          added.length === 0 && !isListed,
          isListed ? name : added,
        )
        before = after.ids
        if (path === LIST || !isOwn) continue
        const session = await ctx.setUp('create a session', post(SESSIONS, fields))
        sessions.push(sessionIdIn(session))
        const shown = await listWith(ctx, SESSIONS, sessions.at(-1)!)
        const strange = sessionIdsIn(shown).filter((one) => !sessions.includes(one))
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

function idsIn(list: Answer): string[] {
  return recordsIn(list).map((one) => idText(one['id']) ?? '')
}
