import type { Check } from '../../check/check.ts'
import { expectRefusal } from '../../check/idioms.ts'
import { pollUntil } from '../../check/eventually.ts'
import { Unreachable } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import type { JsonObject } from '../../http/json.ts'

const LIST = '/v1/applicants'

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
      const person = (): JsonObject & { family_name: string } => ({
        family_name: `Testperson ${ctx.unique()}`,
        given_names: ['Una'],
      })
      const post = (path: string, json: JsonObject) => ({
        method: 'POST' as const,
        path,
        as: { key },
        json,
      })
      const strange = { vskit_zebra: 1 }
      const refused: [requirement: string, name: string][] = []
      for (const [requirement, label, path, body] of [
        ['VAL-007', 'an applicant', LIST, (one: JsonObject) => ({ ...one, ...strange })],
        [
          'VAL-009',
          'a session',
          '/v1/sessions',
          (applicant: JsonObject) => ({ applicant, ...strange }),
        ],
        [
          'VAL-010',
          'the applicant of a session',
          '/v1/sessions',
          (one: JsonObject) => ({ applicant: { ...one, ...strange } }),
        ],
      ] as const) {
        const one = person()
        const json = path === LIST ? body(one) : { ...ctx.sessionFields('home.test'), ...body(one) }
        const answer = await ctx.step(`send an unknown field of ${label}`, post(path, json))
        expectRefusal(ctx, answer, {
          status: 422,
          code: 'validation_error',
          requirements: [requirement],
        })
        refused.push([requirement, one.family_name])
      }
      // Once the list has a later applicant, it would also have the refused ones.
      const last = person()
      await ctx.setUp('create an applicant', post(LIST, last))
      const list = await pollUntil(
        () => ctx.setUp('list applicants', { method: 'GET', path: LIST, as: { key } }),
        ({ searchable }) => searchable.includes(last.family_name),
      )
      if (!list.searchable.includes(last.family_name))
        throw new Unreachable(`GET ${LIST} does not show the names of new applicants`)
      for (const [requirement, name] of refused)
        ctx.expect(
          requirement,
          'no applicant of a refused creation',
          !list.searchable.includes(name),
          name,
        )
    },
  },
]
