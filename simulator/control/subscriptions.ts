import {
  type SubscriptionInput, newSubscription, removeSubscription, subscriptionIssues, subscriptionView,
  subscriptionViewWithSecret,
} from '../features/subscriptions.ts'
import type { Ports } from '../ports.ts'
import { json } from '../service/answer.ts'
import type { Handler } from '../service/call.ts'
import { ApiError } from '../service/errors.ts'
import type { Mode } from '../store/world.ts'
import { organizationOf } from './organization.ts'

/** Webhook subscriptions of any organization, as its console would keep them. */
export function subscriptionHandlers(ports: Ports): Record<string, Handler> {
  return {
    createOrganizationSubscription: {
      check: (call) => subscriptionIssues(call.body),
      run: async (call) => {
        const { mode, ...input } = call.body as SubscriptionInput & { mode: Mode }
        const subscription = await newSubscription(ports, organizationOf(ports, call.params.id!), mode, input, call.now)
        return json(201, { data: subscriptionViewWithSecret(subscription) })
      },
    },
    listOrganizationSubscriptions: {
      run: (call) => {
        const { webhook_subscriptions = [] } = organizationOf(ports, call.params.id!)
        return json(200, { data: webhook_subscriptions.map(subscriptionView) })
      },
    },
    deleteOrganizationSubscription: {
      run: async (call) => {
        const id = call.params.subscription_id!
        const removed = await removeSubscription(ports, organizationOf(ports, call.params.id!), id)
        if (!removed) throw new ApiError('resource_not_found')
        return json(200, { data: { id, deleted: true } })
      },
    },
  }
}
