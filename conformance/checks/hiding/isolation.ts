import { randomInt } from 'node:crypto'
import type { Check, Context, StepRequest } from '../../check/check.ts'
import { requirementOf } from '../../check/calls.ts'
import { withIdUnknownTo } from '../../check/counted-ids.ts'
import { CANCELLED } from '../../check/resources/events.ts'
import { dataSubjectRequest } from '../../check/resources/data-subject-request.ts'
import {
  createdId,
  expectRefusal,
  isRefused,
  newSession,
  resourceIn,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import { unknownIdLike } from '../../check/indistinguishable.ts'
import { reach } from '../../check/states.ts'
import { rule, rulesIn, TEMPLATES } from '../../check/resources/templates.ts'
import { at, type JsonObject } from '../../http/json.ts'
import type { FeatureName } from '../../target/features.ts'
import type { OpenRoute } from '../../target/open-choices.ts'
import { ID_OPERATIONS, placeOfCheck, requestOf, type Resource } from './id-operations.ts'
import { type Stranger, STRANGERS } from './strangers.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** A record of the owner, and a read by the owner that shows that it was not changed. */
interface Owned {
  id: string
  owner: StepRequest['as']
  asker: StepRequest['as']
  untouched?: () => Promise<{ holds: boolean; got: unknown }>
}

interface Material {
  features: readonly FeatureName[]
  make: (ctx: Context, stranger: Pick<Stranger, 'owner' | 'asker'>) => Promise<Owned>
}

/** Kinds of records that calls of the public API create, so no provider state is needed. */
const MATERIALS: Record<'sessions' | 'applicants' | 'workflow-templates', Material> = {
  sessions: {
    features: ['sessions', 'evidence_images', 'reports', 'browser_tokens'],
    async make(ctx, { owner, asker }) {
      const { id } = await newSession(ctx, owner)
      const read = () =>
        ctx.setUp('retrieve it as its owner', {
          method: 'GET',
          path: sessionPath(id),
          as: owner,
        })
      const before = at((await read()).json, 'data', 'status')
      return {
        id,
        owner,
        asker,
        async untouched() {
          const got = at((await read()).json, 'data', 'status')
          return { holds: got === before, got }
        },
      }
    },
  },
  applicants: {
    features: ['applicants'],
    async make(ctx, { owner, asker }) {
      const id = await made(ctx, { method: 'POST', path: '/v1/applicants', as: owner, json: NAME })
      return {
        id,
        owner,
        asker,
        async untouched() {
          const answer = await ctx.step('change its suffix as its owner', {
            method: 'PATCH',
            path: `/v1/applicants/${encodeURIComponent(id)}`,
            as: owner,
            json: { name_suffix: 'Jr.' },
          })
          const got = resourceIn(answer)?.['family_name'] ?? statusAndCode(answer)
          return { holds: got === NAME.family_name, got }
        },
      }
    },
  },
  'workflow-templates': {
    features: ['workflow_templates'],
    async make(ctx, { owner, asker }) {
      const json = { ...ctx.open.templateFields, screening_rules: [rule()] }
      const id = await made(ctx, { method: 'POST', path: TEMPLATES, as: owner, json })
      const route = ctx.open.routes.retrieve_workflow_template
      if (!route) return { id, owner, asker }
      return {
        id,
        owner,
        asker,
        async untouched() {
          const answer = await ctx.step('retrieve it as its owner', {
            method: route.method,
            path: route.path.replace('{id}', encodeURIComponent(id)),
            as: owner,
          })
          // The contract leaves the form of templates open (GAP-TEMPLATE-READS): rules that are not shown
          // cannot be compared.
          const rules = rulesIn(answer)
          return {
            holds: answer.status === 200 && (rules === undefined || rules.length === 1),
            got: rules ?? statusAndCode(answer),
          }
        },
      }
    },
  },
}

/** Kinds of records that need an organization of the check, and routes that the target file names. */
const STATE_MATERIALS: Record<
  'webhook-subscriptions' | 'data_subject_requests',
  {
    features: readonly FeatureName[]
    webhooks?: true
    make: (ctx: Context, owner: JsonObject, key: string) => Promise<string>
  }
> = {
  'webhook-subscriptions': {
    features: ['webhooks'],
    webhooks: true,
    async make(ctx, owner) {
      const { url } = ctx.receiver()
      const params = { ...owner, url, events: [CANCELLED] }
      const made = await reach(ctx, 'webhook_subscription', params, 'subscription_id')
      return made.subscription_id
    },
  },
  data_subject_requests: {
    features: ['data_subject_requests', 'applicants'],
    async make(ctx, { region }, key) {
      const as = { key, region: region as 'us' | 'eu' }
      const person: StepRequest = { method: 'POST', path: '/v1/applicants', as, json: NAME }
      const json = dataSubjectRequest(
        ctx.open,
        await ctx.setUp('create an applicant to be hidden', person),
      )
      return made(ctx, { method: 'POST', path: '/v1/data_subject_requests', as, json })
    },
  },
}

/** Records of one organization, if a check has to make several. */
const RECORDS_EACH = 2

/** Every operation that takes an id, requested by every caller to whom the contract hides the record. */
export const isolationChecks: readonly Check[] = [
  ...(Object.keys(MATERIALS) as (keyof typeof MATERIALS)[]).flatMap((resource) =>
    STRANGERS.map((stranger) => byKeys(resource, stranger)),
  ),
  ...(Object.keys(STATE_MATERIALS) as (keyof typeof STATE_MATERIALS)[]).flatMap((resource) =>
    STRANGERS.map((stranger) => byStates(resource, stranger)),
  ),
]

function byKeys(resource: keyof typeof MATERIALS, stranger: Stranger): Check {
  const { features, make } = MATERIALS[resource]
  return {
    ...common(resource, stranger),
    needs: { features, credentials: [stranger.asker, stranger.owner] },
    // Another check could create a record of the caller's with the same number.
    alone: 'shared key',
    async run(ctx) {
      const { owner, asker } = stranger
      const owned = await withIdUnknownTo(
        async () => (await make(ctx, { owner: asker, asker: owner })).id,
        () => make(ctx, stranger),
      )
      await expectIsolated(ctx, resource, stranger, owned)
    },
  }
}

function byStates(resource: keyof typeof STATE_MATERIALS, stranger: Stranger): Check {
  const { features, webhooks, make } = STATE_MATERIALS[resource]
  const [read] = ID_OPERATIONS.filter((one) => one.resource === resource)
  return {
    ...common(resource, stranger),
    needs: {
      features,
      credentials: [],
      states: ['organization', 'key', ...(webhooks ? ['webhook_subscription'] : [])],
      routes: [read!.open as OpenRoute],
      ...(stranger.name === 'other-region' && { regions: ['other'] }),
      ...(webhooks && { webhooks }),
    },
    async run(ctx) {
      const place = (need: string) => ({
        region: need.startsWith('other') ? ctx.other : ctx.home,
        mode: need.endsWith('live') ? 'live' : 'test',
      })
      const [theirs, ours] = [place(stranger.owner), place(stranger.asker)]
      const pairOf = async () => {
        const owner = await reach(ctx, 'organization', theirs)
        const asker =
          stranger.name === 'other-organization'
            ? await reach(ctx, 'organization', ours)
            : await reach(ctx, 'key', { ...ours, organization: owner.organization })
        return { owner, asker }
      }
      let pair = await pairOf()
      let records = 0
      const { id, owner, asker } = await withIdUnknownTo(
        () => make(ctx, { ...ours, organization: pair.asker.organization }, pair.asker.key),
        async () => {
          // A service may allow no more than three data subject requests a day.
          if (records > 0 && records % RECORDS_EACH === 0) pair = await pairOf()
          records++
          const { organization, key } = pair.owner
          return { id: await make(ctx, { ...theirs, organization }, key), ...pair }
        },
      )
      const as = { key: owner.key, region: theirs.region }
      const request = requestOf(read!, id, ctx.open)!
      await ctx.setUp('retrieve it as its owner', { ...request, as })
      await expectIsolated(ctx, resource, stranger, {
        id,
        owner: as,
        asker: { key: asker.key, region: ours.region },
        async untouched() {
          const answer = await ctx.step('retrieve it as its owner afterwards', { ...request, as })
          return { holds: answer.status === 200, got: statusAndCode(answer) }
        },
      })
    },
  }
}

function common(resource: Resource, stranger: Stranger) {
  const { id, area } = placeOfCheck(resource, stranger.name)
  return {
    id,
    area,
    requirements: stranger.hidden(resource),
    level: 'must',
    why: 'A route without an ownership check exposes all records of its kind to every customer.',
  } as const
}

async function expectIsolated(
  ctx: Context,
  resource: Resource,
  stranger: Stranger,
  { id, owner, asker, untouched }: Owned,
): Promise<void> {
  const requirements = stranger.hidden(resource)
  for (const operation of ID_OPERATIONS.filter((one) => one.resource === resource)) {
    const request = requestOf(operation, id, ctx.open)
    if (!request) continue
    const label = `${operation.name} of ${stranger.label}`
    // Fills a cache that ignores the key.
    if (request.method === 'GET')
      await ctx.step(`${operation.name} as its owner`, { ...request, as: owner })
    const answer = await ctx.step(label, { ...request, as: asker })
    if (!operation.open) {
      expectRefusal(ctx, answer, { status: 404, code: 'resource_not_found', requirements })
      continue
    }
    // The form of the request is the target's own, so it may be rejected for other reasons than the
    // id.
    const nobodys = await ctx.step(`${operation.name} of an unknown id`, {
      ...requestOf(operation, unknownIdLike(id, randomInt), ctx.open)!,
      as: asker,
    })
    for (const refusal of [answer, nobodys]) {
      const code = at(refusal.json, 'error', 'code')
      for (const requirement of requirements)
        ctx.expect(
          requirement,
          `404 whenever ${operation.name} returns resource_not_found`,
          code !== 'resource_not_found' || refusal.status === 404,
          statusAndCode(refusal),
        )
    }
    const wanted = nobodys.status === 404 ? '404, as for an unknown id' : '4xx'
    for (const requirement of requirements)
      ctx.expect(
        requirement,
        `a refusal of ${label}, ${wanted}`,
        nobodys.status === 404 ? answer.status === 404 : isRefused(answer),
        statusAndCode(answer),
      )
  }
  const seen = await untouched?.()
  if (!seen) return
  for (const requirement of requirements)
    ctx.expect(requirement, 'the record unchanged, for its owner', seen.holds, seen.got)
}

async function made(ctx: Context, request: StepRequest): Promise<string> {
  const answer = await ctx.setUp(`create ${request.path.slice(4)} to be hidden`, request)
  return createdId(answer, requirementOf(request)!)
}
