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
import { SUBSCRIPTION_ROLES, memberIssues, requireRole } from './roles.ts'

type Create = SubscriptionInput & { mode: Mode, member_id?: string }

/** Webhook subscriptions of any organization, as its console would keep them. */
export function subscriptionHandlers(ports: Ports): Record<string, Handler> {
  return {
    createOrganizationSubscription: {
      check: (call) => [
        ...subscriptionIssues(call.body),
        ...memberIssues(organizationOf(ports, call.params.id!), (call.body as Partial<Create> | null)?.member_id),
      ],
      run: async (call) => {
        const organization = organizationOf(ports, call.params.id!)
        const { mode, member_id, ...input } = call.body as Create
        requireRole(organization, member_id, SUBSCRIPTION_ROLES)
        const subscription = await newSubscription(ports, organization, mode, input, call.now)
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
      check: (call) => memberIssues(organizationOf(ports, call.params.id!), call.query.member_id),
      run: async (call) => {
        const organization = organizationOf(ports, call.params.id!)
        requireRole(organization, call.query.member_id as string | undefined, SUBSCRIPTION_ROLES)
        const id = call.params.subscription_id!
        const removed = await removeSubscription(ports, organization, id)
        if (!removed) throw new ApiError('resource_not_found')
        return json(200, { data: { id, deleted: true } })
      },
    },
  }
}
