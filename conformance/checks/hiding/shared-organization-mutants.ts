import type { JsonObject } from '../../http/json.ts'
import type { JsonBody } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'
import type { StateUse } from '../../target/states.ts'

const REGION = /_(us|eu)_/
const regionOf = (key: string): string | undefined => REGION.exec(key)?.[1]

/** Organizations of the keys that the provider made. */
class Organizations {
  readonly #known = new Map<string, unknown>()

  /** A provider may have a name of its own for the organization in the other region. */
  note({ params }: StateUse, { organization, key }: JsonObject): void {
    if (typeof key === 'string') this.#known.set(key, params['organization'] ?? organization)
  }

  /** Whether both keys belong to one organization, in different regions. */
  share(one: string, another: string): boolean {
    const organization = this.#known.get(one)
    return (
      organization !== undefined &&
      organization === this.#known.get(another) &&
      regionOf(one) !== regionOf(another)
    )
  }
}

const keyOf = (headers: Record<string, string | undefined>): string =>
  (headers['authorization'] ?? '').slice('Bearer '.length)

/** Lists that also show the records of the organization in the other region. */
const lists = (resource: string, killedBy: string, breaks: string): Mutant => ({
  name: `lists ${resource} of the same organization in the other region`,
  killedBy,
  breaks,
  fault: () => {
    const organizations = new Organizations()
    const made: { key: string; record: unknown }[] = []
    return {
      bindings: (use, bindings) => organizations.note(use, bindings),
      response(request, response) {
        if (request.path.split('?')[0] !== `/v1/${resource}` || response.status >= 300) return
        const body = JSON.parse(response.body.toString()) as { data: unknown }
        const key = keyOf(request.headers)
        if (request.method === 'POST') made.push({ key, record: body.data })
        if (!Array.isArray(body.data)) return
        const shared = made.filter((one) => organizations.share(one.key, key))
        body.data.push(...shared.map(({ record }) => record))
        response.body = Buffer.from(JSON.stringify(body))
      },
    }
  },
})

/** Faults that only show where one organization has records in both regions. */
export const SHARED_ORGANIZATION_MUTANTS: readonly Mutant[] = [
  lists('sessions', 'hiding.list-of-other-region', 'PLN-014'),
  lists('applicants', 'applicants.list-of-other-region', 'PLN-013'),
  lists('workflow-templates', 'templates.list-of-other-region', 'PLN-002'),
  {
    name: 'retrieves sessions of the same organization in the other region',
    killedBy: 'hiding.other-region-session',
    breaks: 'PLN-014',
    fault: () => {
      const organizations = new Organizations()
      const owners = new Map<string, { key: string; region: 'us' | 'eu' }>()
      return {
        bindings: (use, bindings) => organizations.note(use, bindings),
        request(request) {
          const owner = owners.get(request.path)
          if (!owner || !organizations.share(owner.key, keyOf(request.headers))) return
          request.headers['authorization'] = `Bearer ${owner.key}`
          request.region = owner.region
        },
        response({ method, path, region, headers }, response) {
          if (method !== 'POST' || path !== '/v1/sessions' || response.status >= 300) return
          const { data } = JSON.parse(response.body.toString()) as JsonBody
          owners.set(`${path}/${data.id}`, { key: keyOf(headers), region })
        },
      }
    },
  },
  {
    name: 'shows the delivery log of the same organization in the other region',
    killedBy: 'deliveries.log-of-other-region',
    breaks: 'PLN-002',
    fault: () => {
      const organizations = new Organizations()
      let owner: { key: string; region: 'us' | 'eu' } | undefined
      return {
        bindings(use, bindings) {
          const { state, params } = use
          organizations.note(use, bindings)
          if (state === 'webhook_subscription')
            owner = {
              key: String(bindings['key']),
              region: params['region'] === 'eu' ? 'eu' : 'us',
            }
        },
        request(request) {
          if (!request.path.startsWith('/v1/webhook-events')) return
          if (!owner || !organizations.share(owner.key, keyOf(request.headers))) return
          request.headers['authorization'] = `Bearer ${owner.key}`
          request.region = owner.region
        },
      }
    },
  },
  {
    name: 'sends events to the same organization in the other region',
    killedBy: 'webhooks.nothing-from-the-other-region',
    breaks: 'PLN-015',
    fault: () => {
      const urls = new Map<unknown, unknown>()
      return {
        state({ state, params }) {
          if (state !== 'webhook_subscription') return
          // Only the further subscription of a known organization has its name.
          const { organization } = params
          params['url'] = urls.get(organization) ?? params['url']
        },
        bindings({ state, params }, { organization }) {
          if (state === 'webhook_subscription') urls.set(organization, params['url'])
        },
      }
    },
  },
]
