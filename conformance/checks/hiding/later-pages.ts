import { requirementOf } from '../../check/calls.ts'
import { withIdUnknownTo } from '../../check/counted-ids.ts'
import type { Check, Context, StepRequest } from '../../check/check.ts'
import { createdId } from '../../check/idioms.ts'
import { recordsIn, showsRecord } from '../../check/lists.ts'
import { TEMPLATES } from '../../check/resources/templates.ts'
import { reach } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import type { JsonObject } from '../../http/json.ts'
import { cursorIn } from '../deliveries/log-queries.ts'

/** Records of the caller, and pages that are read. */
const PAGES = 3

/** Lists besides that of sessions, whose later pages `sessions.later-pages-of-the-list` reads. */
const LISTS = [
  {
    area: 'applicants',
    feature: 'applicants',
    path: '/v1/applicants',
    body: (): JsonObject => ({ family_name: 'Testperson', given_names: ['Una'] }),
  },
  {
    area: 'templates',
    feature: 'workflow_templates',
    path: TEMPLATES,
    body: ({ open }: Context): JsonObject => open.templateFields,
  },
] as const

/** Pages of one record, among records that the caller must not see. */
export const laterPageChecks: readonly Check[] = LISTS.map(({ area, feature, path, body }) => ({
  id: `${area}.later-pages-of-the-list`,
  area,
  requirements: ['PLN-007', 'ERR-006'],
  level: 'must',
  needs: {
    features: [feature],
    credentials: ['home.test', 'home.live'],
    optionalStates: ['organization'],
  },
  // Another check could create a record of the caller's with the same number.
  alone: 'shared key',
  why: 'Other code often builds the pages after the first one, and few people look at them.',
  async run(ctx) {
    const create = async (as: StepRequest['as']): Promise<string> =>
      createdId(
        await ctx.setUp(`create one at ${path}`, { method: 'POST', path, as, json: body(ctx) }),
        requirementOf({ method: 'POST', path })!,
      )
    await create('home.test')
    const createHidden = (as: StepRequest['as']): Promise<{ id: string }> =>
      withIdUnknownTo(
        () => create('home.test'),
        async () => ({ id: await create(as) }),
      )
    // Among the caller's records, whatever their order.
    const { id } = await createHidden('home.live')
    const hidden = [{ of: 'live mode', requirement: 'PLN-007', id }]
    if (ctx.offers('organization')) {
      const { key } = await reach(ctx, 'organization', {})
      const other = await createHidden({ key })
      hidden.push({ of: 'another organization', requirement: 'ERR-006', id: other.id })
    }
    for (let i = 1; i < PAGES; i++) await create('home.test')
    const read = (label: string, query = ''): Promise<Answer> =>
      ctx.step(label, { method: 'GET', path: `${path}${query}`, as: 'home.test' })
    const expectOwn = (where: string, answer: Answer): void => {
      for (const { of, requirement, id } of hidden) {
        const isHidden = !showsRecord(answer, id)
        ctx.expect(requirement, `no record of ${of} ${where}`, isHidden, recordsIn(answer))
      }
    }
    expectOwn('in the list', await read('read the list'))
    const { list_limit: limit, list_cursor: cursor } = ctx.open.paging
    let from: string | undefined
    for (let page = 1; page <= PAGES; page++) {
      const query = { [limit]: '1', ...(from !== undefined && { [cursor]: from }) }
      const answer = await read(`read page ${page}`, `?${new URLSearchParams(query)}`)
      // The contract leaves the query parameters open (GAP-LISTS).
      if (answer.status !== 200) return
      expectOwn(`on page ${page}`, answer)
      from = cursorIn(answer, ctx.open.paging)
      if (from === undefined) return
    }
  },
}))
