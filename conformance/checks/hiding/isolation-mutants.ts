import type { Fault, JsonBody, ProxiedRequest } from '../../self-test/proxy.ts'
import { json, type Mutant } from '../../self-test/wire-faults.ts'
import { ID_OPERATIONS, type IdOperation, placeOfCheck, type Resource } from './id-operations.ts'
import { type Stranger, STRANGERS } from './strangers.ts'

const CREATES = /^\/v1\/(sessions|applicants|workflow-templates|data_subject_requests)$/

interface Owner {
  key: string
  region: 'us' | 'eu'
}

/** How two keys differ, by prefix; keys of one plane belong to two organizations in these checks. */
function strangerOf(owner: string, asker: string): string {
  const [, ofRegion, ofMode] = /_(us|eu)_(test|live)_/.exec(owner) ?? []
  const [, region, mode] = /_(us|eu)_(test|live)_/.exec(asker) ?? []
  if (region !== ofRegion) return 'other-region'
  if (mode === ofMode) return 'other-organization'
  return `${ofMode}-mode`
}

/** Remembers the owner of each record: its creator, or the owner in a state. */
class Owners {
  readonly #known = new Map<string, Owner>()

  readonly watch: Fault = {
    response: (request, response) => {
      if (request.method !== 'POST' || !CREATES.test(request.path) || response.status >= 300) return
      const { id } = (JSON.parse(response.body.toString()) as JsonBody).data
      const key = (request.headers['authorization'] ?? '').slice('Bearer '.length)
      this.#known.set(id, { key, region: request.region })
    },
    bindings: ({ params }, { subscription_id, session_id, key }) => {
      const region = params?.['region'] === 'eu' ? 'eu' : 'us'
      for (const id of [subscription_id, session_id])
        if (typeof id === 'string' && typeof key === 'string') this.#known.set(id, { key, region })
    },
  }

  /** Returns the owner of the requested record if it is a stranger of this kind. */
  of(request: ProxiedRequest, ids: readonly string[], kind: string): Owner | undefined {
    const asker = (request.headers['authorization'] ?? '').slice('Bearer '.length)
    const owner = ids.map((id) => this.#known.get(id)).find((one) => one !== undefined)
    return owner && owner.key !== asker && strangerOf(owner.key, asker) === kind ? owner : undefined
  }
}

/** Serves the request of a stranger of this kind as if the owner had sent it. */
function servesStrangers(
  kind: string,
  idsIn: (request: ProxiedRequest) => readonly string[],
): () => Fault {
  return () => {
    const owners = new Owners()
    return {
      ...owners.watch,
      request(request) {
        const owner = owners.of(request, idsIn(request), kind)
        if (!owner) return
        request.headers['authorization'] = `Bearer ${owner.key}`
        request.region = owner.region
      },
    }
  }
}

function mutantOf(operation: IdOperation, stranger: Stranger): Mutant {
  const form = new RegExp(`^${operation.path.replace('{id}', '([^/?]+)')}$`)
  return {
    name: `serves ${operation.name} of ${stranger.label}`,
    killedBy: placeOfCheck(operation.resource, stranger.name).id,
    breaks: stranger.hidden(operation.resource),
    fault: servesStrangers(stranger.name, ({ method, path }) => {
      const [, id] = (method === operation.method && form.exec(path)) || []
      return id === undefined ? [] : [decodeURIComponent(id)]
    }),
  }
}

/** Lists that also show a record of another owner. */
function leakingList(resource: Resource, stranger: Stranger): Mutant {
  return {
    name: `lists ${resource} of ${stranger.label}`,
    killedBy: placeOfCheck(resource, stranger.name, 'list').id,
    breaks: stranger.hidden(resource),
    fault: () => {
      const made: { key: string; record: unknown }[] = []
      return {
        response(request, response) {
          if (request.path.split('?')[0] !== `/v1/${resource}` || response.status >= 300) return
          const key = (request.headers['authorization'] ?? '').slice('Bearer '.length)
          const body = JSON.parse(response.body.toString()) as { data: unknown }
          if (request.method === 'POST') made.push({ key, record: body.data })
          if (request.method !== 'GET' || !Array.isArray(body.data)) return
          const theirs = made.filter(
            (one) => one.key !== key && strangerOf(one.key, key) === stranger.name,
          )
          body.data.push(...theirs.map(({ record }) => record))
          response.body = Buffer.from(JSON.stringify(body))
        },
      }
    },
  }
}

/** Lists whose number of all records includes those of another owner. */
function leakingTotal(resource: 'sessions' | 'applicants', stranger: Stranger): Mutant {
  return {
    name: `counts ${resource} of ${stranger.label} in a list`,
    killedBy: placeOfCheck(resource, stranger.name, 'list').id,
    breaks: stranger.hidden(resource),
    fault: () => {
      const makers: string[] = []
      return {
        response(request, response) {
          if (request.path.split('?')[0] !== `/v1/${resource}` || response.status >= 300) return
          const key = (request.headers['authorization'] ?? '').slice('Bearer '.length)
          if (request.method === 'POST') makers.push(key)
          if (request.method !== 'GET') return
          const theirs = makers.filter(
            (one) => one !== key && strangerOf(one, key) === stranger.name,
          )
          const body = JSON.parse(response.body.toString()) as { data: unknown[] }
          const total = body.data.length + theirs.length
          response.body = Buffer.from(JSON.stringify({ ...body, total }))
        },
      }
    },
  }
}

/** Lists without the newest record of the caller. */
function shortList(resource: 'sessions' | 'applicants', stranger: Stranger): Mutant {
  return {
    name: `leaves the newest out of a list of ${resource}, beside ${stranger.label}`,
    killedBy: placeOfCheck(resource, stranger.name, 'list').id,
    breaks: resource === 'sessions' ? 'END-010' : 'END-023',
    fault: json(
      ({ method, path }) => method === 'GET' && path.split('?')[0] === `/v1/${resource}`,
      (body) => {
        if (Array.isArray(body.data)) body.data.shift()
      },
    ),
  }
}

const LISTED: readonly Resource[] = ['sessions', 'applicants', 'workflow-templates']

/** Every operation with an id, for every stranger; every list; and the log by each id. */
export const ISOLATION_MUTANTS: readonly Mutant[] = STRANGERS.flatMap((stranger) => [
  ...ID_OPERATIONS.map((operation) => mutantOf(operation, stranger)),
  ...LISTED.map((resource) => leakingList(resource, stranger)),
  leakingTotal('sessions', stranger),
  leakingTotal('applicants', stranger),
  shortList('sessions', stranger),
  shortList('applicants', stranger),
  ...(['session_id', 'subscription_id'] as const).map((filter): Mutant => ({
    name: `serves the delivery log by a ${filter} of ${stranger.label}`,
    killedBy: `deliveries.log-of-${stranger.name}`,
    breaks: stranger.hidden('webhook-subscriptions'),
    fault: servesStrangers(stranger.name, ({ path }) => {
      if (!path.startsWith('/v1/webhook-events?')) return []
      const id = new URLSearchParams(path.split('?')[1]).get(filter)
      return id === null ? [] : [id]
    }),
  })),
])
