import { requirementOf } from '../../check/calls.ts'
import { withIdUnknownTo } from '../../check/counted-ids.ts'
import { pollUntil } from '../../check/eventually.ts'
import type { Check, Context } from '../../check/check.ts'
import { about, CANCELLED, deliveryOf } from '../../check/resources/events.ts'
import { createdId, statusAndCode } from '../../check/idioms.ts'
import { recordsIn, showsRecord } from '../../check/lists.ts'
import { Broken } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { TEMPLATES } from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'
import { type JsonObject, walk } from '../../http/json.ts'
import type { CredentialNeed } from '../../target/target.ts'
import { placeOfCheck, type Resource } from './id-operations.ts'
import { laterPageChecks } from './later-pages.ts'
import { type Stranger, STRANGERS } from './strangers.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }
const KINDS = [
  ['/v1/sessions', 'sessions', 'END-010'],
  ['/v1/applicants', 'applicants', 'END-023'],
  // Items of this list may omit members of the record, including its id (GAP-TEMPLATE-READS).
  [TEMPLATES, 'workflow-templates', undefined],
] as const

/**
 * Lists show records that the key can see; the delivery log shows rows of the key's own
 * organization and mode.
 */
export const isolatedListChecks: readonly Check[] = [
  ...KINDS.flatMap(([path, resource, listed]) =>
    STRANGERS.map((stranger) => isolatedList(path, resource, listed, stranger)),
  ),
  ...STRANGERS.map((stranger): Check => ({
    id: `deliveries.log-of-${stranger.name}`,
    area: 'deliveries',
    requirements: [...stranger.hidden('webhook-subscriptions'), 'END-024'],
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks', 'delivery_log'],
      credentials: [],
      webhooks: true,
      states: ['organization', 'key', 'webhook_subscription', 'session'],
      ...(stranger.name === 'other-region' && { regions: ['other'] }),
    },
    why: "The log reveals the time of each verification, and the addresses of a customer's systems.",
    async run(ctx) {
      const [theirs, ours] = [placeOf(ctx, stranger.owner), placeOf(ctx, stranger.asker)]
      const hook = ctx.receiver()
      const owner = await reach(
        ctx,
        'webhook_subscription',
        { ...theirs, url: hook.url, events: [CANCELLED] },
        'subscription_id',
      )
      const { organization, subscription_id } = owner
      const { session_id: id } = await reach(
        ctx,
        'session',
        { ...theirs, organization, status: 'cancelled' },
        'session_id',
      )
      await deliveryOf(hook, CANCELLED, about(id))
      const asker =
        stranger.name === 'other-organization'
          ? await reach(ctx, 'organization', ours)
          : await reach(ctx, 'key', { ...ours, organization })
      const read = (label: string, query: JsonObject, as: { key: string; region: 'us' | 'eu' }) =>
        ctx.step(label, {
          method: 'GET',
          path: `/v1/webhook-events?${new URLSearchParams(query as Record<string, string>)}`,
          as,
        })
      const filters = [{ session_id: id }, { subscription_id }, {}]
      for (const query of filters) {
        const by = Object.keys(query)[0] ?? 'no filter'
        // A sender may record a row after it sends.
        const seen = await pollUntil(
          () =>
            read(`read the log by ${by} as its owner`, query, {
              key: owner.key,
              region: theirs.region,
            }),
          (answer) => recordsIn(answer).length > 0,
        )
        if (recordsIn(seen).length === 0)
          throw new Broken({
            requirement: 'END-024',
            expected: `a row of the delivery by ${by}, for its owner`,
            got: `none, ${statusAndCode(seen)}`,
          })
        const answer = await read(`read it with another key, by ${by}`, query, {
          key: asker.key,
          region: ours.region,
        })
        const again = await read(`read it as its owner afterwards, by ${by}`, query, {
          key: owner.key,
          region: theirs.region,
        })
        ctx.expect(
          'END-024',
          `rows by ${by} for the owner, after a request of another key`,
          recordsIn(again).length > 0,
          statusAndCode(again),
        )
        const rows = recordsIn(answer).length
        for (const requirement of stranger.hidden('webhook-subscriptions'))
          ctx.expect(
            requirement,
            `no row by ${by} of ${stranger.label}`,
            rows === 0,
            `${rows} rows`,
          )
      }
    },
  })),
  ...laterPageChecks,
]

function isolatedList(
  path: string,
  resource: Resource,
  listed: string | undefined,
  stranger: Stranger,
): Check {
  const { id, area, feature } = placeOfCheck(resource, stranger.name, 'list')
  const requirements = stranger.hidden(resource)
  return {
    id,
    area,
    requirements: listed === undefined ? requirements : [...requirements, listed],
    level: 'must',
    needs: { features: [feature], credentials: [stranger.asker, stranger.owner] },
    // Another check could create a record of the caller's with the same number.
    alone: 'shared key',
    why: 'A list needs no id, so foreign records in it are easily overlooked.',
    async run(ctx) {
      const createOwn = (): Promise<string> => create(ctx, path, stranger.asker)
      const { id: theirs } = await withIdUnknownTo(createOwn, async () => ({
        id: await create(ctx, path, stranger.owner),
      }))
      // Lists may lag (GAP-LISTS). Once this record is listed, an older one would be listed too.
      const own = await createOwn()
      // An organization that the check created has one or two records, which fit on one page. In
      // any other organization, the new record may be on a later page.
      const isOwn = ctx.offers('organization') && ctx.offers('key')
      // Fills a cache that ignores the key.
      await pollUntil(
        () =>
          ctx.step(`list ${resource} as the owner`, { method: 'GET', path, as: stranger.owner }),
        (list) => !isOwn || showsRecord(list, theirs),
      )
      const lists: Answer[] = []
      const list = await pollUntil(
        async () => {
          const list = await ctx.setUp(`list ${resource}`, {
            method: 'GET',
            path,
            as: stranger.asker,
          })
          lists.push(list)
          return list
        },
        (list) => showsRecord(list, own) && !(isOwn && countsOthers(list)),
      )
      const others = recordsIn(list).length
      if (listed !== undefined)
        ctx.expect(
          listed,
          `the caller's record in the list of ${resource}, within three seconds`,
          showsRecord(list, own) || (!isOwn && others > 0),
          `${others} others`,
        )
      for (const requirement of requirements) {
        ctx.expect(
          requirement,
          `a list of ${resource} without records of ${stranger.label}`,
          !lists.some((list) => showsRecord(list, theirs)),
          theirs,
        )
        // A service may have templates of its own, and show none of them here.
        if (isOwn && listed !== undefined)
          ctx.expect(
            requirement,
            `no number of ${resource} that counts those of ${stranger.label}`,
            !countsOthers(list),
            totalOf(list),
          )
      }
    },
  }
}

/** Members in which services send the number of all records. Others, such as `count`, may be the size of a page. */
const TOTAL = /^total(_?(count|items|records|results))?$/i

/** Returns the number of all records in a list, if it has one; members of a record are none. */
function totalOf({ json }: Answer): number | undefined {
  for (const { path, value } of walk(json, (key) => typeof key === 'string'))
    if (typeof value === 'number' && TOTAL.test(String(path.at(-1)))) return value
  return undefined
}

/** Whether a list that shows every record of its owner counts more. */
function countsOthers(list: Answer): boolean {
  return (totalOf(list) ?? 0) > recordsIn(list).length
}

function placeOf(
  { home, other }: Context,
  need: CredentialNeed,
): { region: 'us' | 'eu'; mode?: 'live' } {
  return {
    region: need.startsWith('other') ? other : home,
    ...(need.endsWith('live') && { mode: 'live' }),
  }
}

async function create(ctx: Context, path: string, as: CredentialNeed): Promise<string> {
  const json =
    path === '/v1/sessions'
      ? ctx.sessionFields(as)
      : path === TEMPLATES
        ? ctx.open.templateFields
        : NAME
  const answer = await ctx.setUp(`create one to list at ${path}`, {
    method: 'POST',
    path,
    as,
    json,
  })
  return createdId(answer, requirementOf({ method: 'POST', path })!)
}
