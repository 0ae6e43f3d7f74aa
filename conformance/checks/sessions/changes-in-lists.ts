import { isDeepStrictEqual } from 'node:util'
import type { Check, Context } from '../../check/check.ts'
import { itemsOf } from '../../check/eventually.ts'
import { sessionPath, statusAndCode } from '../../check/idioms.ts'
import { recordsIn, repeatedIds, sessionIdsIn } from '../../check/lists.ts'
import { sessionOf } from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'
import { statusIn } from '../../check/verdict.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject } from '../../http/json.ts'
import { cursorIn } from '../deliveries/log-queries.ts'

const METADATA = { orderId: 'a', Order_Id: 'b', order_ref: 'c', 'order-no': 'd' }

/** Changes of a session, each of which another part of a service may record. */
const CHANGES: readonly { to: JsonObject; expected_outcome?: string }[] = [
  { to: { status: 'completed', outcome: 'approved', decided_by: 'rules' } },
  { to: { status: 'cancelled' } },
  { to: { status: 'expired', from: 'open' } },
  { to: { status: 'awaiting_review' }, expected_outcome: 'review' },
  { to: { status: 'in_progress' } },
  {
    to: { status: 'completed', outcome: 'declined', decided_by: 'rules' },
    expected_outcome: 'fail',
  },
  {
    to: { status: 'completed', outcome: 'approved', decided_by: 'reviewer' },
    expected_outcome: 'review',
  },
  { to: { status: 'completed', outcome: 'declined', decided_by: 'applicant' } },
  { to: { status: 'expired', from: 'awaiting_review' }, expected_outcome: 'review' },
]

/** A session in progress may have the status of one that was just created (GAP-STATUS-NAMES). */
const hasOwnStatus = ({ status }: JsonObject): boolean => status !== 'in_progress'

export const changesInListsChecks: readonly Check[] = [
  {
    id: 'sessions.list-follows-changes',
    area: 'sessions',
    requirements: ['END-010', 'GEN-010', 'SES-010'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [], states: ['organization', 'session'] },
    why: 'A backend that polls the list never learns of a verdict that only the record shows.',
    async run(ctx) {
      for (const change of CHANGES) await expectFollowed(ctx, change)
    },
  },
  {
    id: 'sessions.later-pages-of-the-list',
    area: 'sessions',
    requirements: ['END-010', 'IDV-025', 'PLN-007'],
    level: 'must',
    needs: {
      features: ['sessions'],
      credentials: [],
      states: ['organization', 'session', 'session_with_images'],
    },
    why: 'Other code often builds the pages after the first one, and few people look at them.',
    async run(ctx) {
      const { key, organization } = await reach(ctx, 'organization', {})
      const inLiveMode = { organization, mode: 'live', status: 'cancelled' }
      const { session_id: live } = await reach(ctx, 'session', inLiveMode, 'session_id')
      for (let i = 0; i < PAGES; i++)
        await reach(ctx, 'session_with_images', { organization, artifacts: ['front'] })
      await expectPages(ctx, key, live)
    },
  },
]

/** Sessions with images, and pages that are read. */
const PAGES = 3

/**
 * Judges the list as it is, and then its pages of one item. The contract leaves the query parameters open: if those of
 * the delivery log do not fit, only the whole list is judged (GAP-LISTS).
 */
async function expectPages(ctx: Context, key: string, live: string): Promise<void> {
  const read = (label: string, query = ''): Promise<Answer> =>
    ctx.step(label, { method: 'GET', path: `/v1/sessions${query}`, as: { key } })
  const expectItems = (where: string, answer: Answer): void => {
    const withIdv = recordsIn(answer).find((item) => Object.hasOwn(item, 'idv'))
    ctx.expect('IDV-025', `no item with idv ${where}`, withIdv === undefined, withIdv)
    const ids = sessionIdsIn(answer)
    ctx.expect('PLN-007', `no live session ${where}`, !ids.includes(live), ids)
  }
  const whole = await read('list sessions')
  ctx.expect('END-010', '200', whole.status === 200, statusAndCode(whole))
  expectItems('in the list', whole)
  const { list_limit: limit, list_cursor: cursor } = ctx.open.paging
  let from: string | undefined
  for (let page = 1; page <= PAGES; page++) {
    const query = { [limit]: '1', ...(from !== undefined && { [cursor]: from }) }
    const answer = await read(`read page ${page}`, `?${new URLSearchParams(query)}`)
    if (answer.status !== 200)
      return ctx.observe('GAP-LISTS', `pages by other parameters than ${limit} and ${cursor}`)
    expectItems(`on page ${page}`, answer)
    from = cursorIn(answer, ctx.open.paging)
    if (from === undefined) return
  }
}

/** The only session of an organization is on the first page: the length of a page and its order are left open (GAP-LISTS). */
async function expectFollowed(
  ctx: Context,
  { to, ...fields }: (typeof CHANGES)[number],
): Promise<void> {
  const { key, organization } = await reach(ctx, 'organization', {})
  const id = await sessionOf(ctx, key, { metadata: METADATA, ...fields })
  const list = { path: '/v1/sessions', as: { key } }
  const items = await itemsOf(ctx, list, [id])
  const [before] = items
  ctx.expect('END-010', 'the new session in the list', before !== undefined, 'not in the list')
  expectOnce(ctx, items)
  const request = { method: 'GET', path: sessionPath(id), as: { key } } as const
  const open = statusIn(await ctx.setUp('retrieve the open session', request))
  await reach(ctx, 'session', { organization, session_id: id, ...to })
  const answer = await ctx.setUp('retrieve the session after its change', request)
  const changed = statusIn(answer)
  if (hasOwnStatus(to))
    ctx.expect('GEN-010', `a status other than ${open}`, changed !== open, changed)
  const metadata = at(answer.json, 'data', 'metadata')
  ctx.expect(
    'SES-010',
    `the metadata as before it was ${String(to['status'])}: ${JSON.stringify(METADATA)}`,
    isDeepStrictEqual(metadata, METADATA),
    metadata,
  )
  // The contract leaves the members of an item open, and the words of a list (GAP-LISTS).
  const listed = before?.['status']
  if (before !== undefined && typeof listed !== 'string') {
    ctx.observe('GAP-LISTS', 'items of the list of sessions have no status')
    return
  }
  if (!hasOwnStatus(to) || listed === undefined) return
  const later = await itemsOf(ctx, list, [id], (one) => one['status'] !== listed)
  expectOnce(ctx, later)
  const [after] = later
  ctx.expect(
    'END-010',
    `in the list, with a status other than ${listed} after it was ${String(to['status'])}`,
    after !== undefined && after['status'] !== listed,
    after ? after['status'] : 'not in the list',
  )
}

/** A list of sessions has one item for each, also where a change made another version of it. */
function expectOnce(ctx: Context, items: readonly JsonObject[]): void {
  const repeated = repeatedIds(items)
  ctx.expect('END-010', 'each session once in the list', repeated.length === 0, repeated)
}
