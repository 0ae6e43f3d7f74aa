import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { idText, resourceOf } from '../../check/idioms.ts'
import { recordsIn } from '../../check/lists.ts'
import { applicantRetrieval } from '../../check/resources/applicant-retrieval.ts'
import { reach } from '../../check/states.ts'
import { at, isObject } from '../../http/json.ts'

const READ_ONLY = new Set(['legal_name', 'localized_name'])

/** Names that the service captured, which no request can set. */
export const capturedNameChecks: readonly Check[] = [
  {
    id: 'applicants.captured-name',
    area: 'applicants',
    requirements: ['APP-027', 'APP-028'],
    level: 'must',
    needs: { features: ['applicants'], credentials: [], states: ['applicant'] },
    why: 'A captured name is evidence and must not be split, trimmed or reordered.',
    async run(ctx) {
      // With a composed and a decomposed accent: a normal form is another text.
      const legal_name = 'van der  Berg y Ñuñez, Ana-MARI\u0301A'
      const { key, applicant_id } = await reach(ctx, 'applicant', { legal_name }, 'applicant_id')
      // The contract leaves list items open (GAP-LISTS), so the response to a change is used too.
      for (const [where, applicant] of await shownApplicants(
        ctx,
        key,
        applicant_id,
        'legal_name',
      )) {
        ctx.expect(
          'APP-027',
          `legal_name ${where}: ${legal_name}`,
          at(applicant, 'legal_name') === legal_name,
          at(applicant, 'legal_name'),
        )
      }
      const renamed = await ctx.setUp('change the parts of the name', {
        method: 'PATCH',
        path: `/v1/applicants/${encodeURIComponent(applicant_id)}`,
        as: { key },
        json: { family_name: 'Okafor', given_names: ['Una'] },
      })
      const kept = at(resourceOf(ctx, renamed), 'legal_name')
      for (const requirement of ['APP-027', 'APP-028']) {
        ctx.expect(
          requirement,
          `no other legal_name after a change of the parts of the name: ${legal_name}`,
          kept === undefined || kept === null || kept === legal_name,
          kept,
        )
      }
    },
  },
  {
    id: 'applicants.name-in-own-script',
    area: 'applicants',
    requirements: ['APP-029', 'VER-015'],
    level: 'must',
    needs: { features: ['applicants'], credentials: [], states: ['applicant'] },
    why: 'A transliteration is one of several; the original script is authoritative.',
    async run(ctx) {
      const { key, applicant_id, localized_name } = await reach(
        ctx,
        'applicant',
        { own_script: true },
        'applicant_id',
        'localized_name',
      )
      for (const [where, applicant] of await shownApplicants(
        ctx,
        key,
        applicant_id,
        'localized_name',
      )) {
        const got = at(applicant, 'localized_name')
        for (const requirement of ['APP-029', 'VER-015']) {
          ctx.expect(
            requirement,
            `localized_name as on the document, ${where}: ${localized_name}`,
            got === localized_name,
            got,
          )
        }
      }
    },
  },
]

/**
 * Returns the applicant from several responses: to a change of another field, to the route that the
 * target file names, and of the list if its item has the field or is otherwise the whole applicant.
 */
async function shownApplicants(
  ctx: Context,
  key: string,
  id: string,
  field: string,
): Promise<[where: string, applicant: unknown][]> {
  const changed = await ctx.setUp('change something else', {
    method: 'PATCH',
    path: `/v1/applicants/${encodeURIComponent(id)}`,
    as: { key },
    json: { email: 'own.script.{unique}@applicant.example' },
  })
  const listed = await pollUntil(
    async () => {
      const list = { method: 'GET', path: '/v1/applicants', as: { key } } as const
      return recordsIn(await ctx.setUp('list applicants', list)).find(
        (one) => idText(one['id']) === id,
      )
    },
    (one) => one !== undefined,
  )
  const shown = resourceOf(ctx, changed)
  // The shape of list items is left open (GAP-LISTS).
  const others = Object.keys(isObject(shown) ? shown : {}).filter((name) => !READ_ONLY.has(name))
  const isJudged =
    listed && (Object.hasOwn(listed, field) || others.every((name) => Object.hasOwn(listed, name)))
  const retrieval = applicantRetrieval(ctx, id, { key })
  const retrieved = retrieval && (await ctx.setUp('retrieve the applicant', retrieval))
  return [
    ['in the response to a change', shown],
    ...(retrieved ? [['when retrieved', resourceOf(ctx, retrieved)] as [string, unknown]] : []),
    ...(isJudged ? [['in the list', listed] as [string, unknown]] : []),
  ]
}
