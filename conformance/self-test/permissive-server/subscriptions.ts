import { at, isObject, type JsonObject } from '../../http/json.ts'
import { type Choice, edit, rewrite, succeeded } from './choice.ts'

/** A change replaces the subscription, and names its members otherwise. Its response has no body. */
export const SUBSCRIPTION_BODY = { event_types: '{events}', receiver: { address: '{url}' } }

const isAbout = (path: string): boolean => path.startsWith('/v1/webhook-subscriptions')

export const subscriptionChoices: readonly Choice[] = [
  {
    row: 'GAP-SUBSCRIPTION-ROUTES',
    request(request) {
      if (request.method !== 'PATCH' || !isAbout(request.path)) return
      // The simulator, which needs neither, rejects a wrong type.
      rewrite(request, (body) => ({
        events: body['event_types'] ?? 0,
        url: at(body, 'receiver', 'address') ?? 0,
      }))
    },
    response({ method, path }, response) {
      if (!isAbout(path) || !succeeded(response)) return
      if (method === 'PATCH') {
        response.status = 204
        response.body = Buffer.alloc(0)
        return
      }
      edit(response, ({ data }) => {
        for (const one of [data].flat().filter(isObject)) renamed(one)
      })
    },
  },
]

function renamed(subscription: JsonObject): void {
  const { events, url } = subscription
  delete subscription['events']
  delete subscription['url']
  Object.assign(subscription, { event_types: events, receiver: { address: url } })
}
