import {
  type SubscriptionInput,
  newSubscription,
  removeSubscription,
  subscriptionIssues,
  subscriptionView,
  subscriptionViewWithSecret,
} from '../features/webhooks/subscriptions.ts'
import { warned, webhookSubscriptionHandlers } from '../features/webhooks/webhook-subscriptions.ts'
import type { Ports } from '../ports.ts'
import { json } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { ApiError } from '../call/errors.ts'
import type { Mode, WebhookSubscription } from '../world/world.ts'
import { organizationOf } from './access/organization.ts'
import { asConsole, withPathId } from './access/plane.ts'
import { SUBSCRIPTION_ROLES, memberIssues, requireRole } from './access/roles.ts'

type Create = SubscriptionInput & { mode: Mode; member_id?: string }

/** Manages webhook subscriptions of any organization, as its console would. */
export function subscriptionHandlers(ports: Ports): Record<string, Handler> {
  const publicOnes = webhookSubscriptionHandlers(ports)
  return {
    updateOrganizationSubscription: asMember(ports, publicOnes.updateWebhookSubscription!),
    pingOrganizationSubscription: asMember(ports, publicOnes.testWebhookSubscription!),
    rotateOrganizationSubscriptionSecret: asMember(
      ports,
      publicOnes.rotateWebhookSubscriptionSecret!,
    ),
    createOrganizationSubscription: {
      check: (call) => [
        ...subscriptionIssues(call.body),
        ...memberIssues(
          organizationOf(ports, call.params.id!),
          (call.body as Partial<Create> | null)?.member_id,
        ),
      ],
      run: async (call) => {
        const organization = organizationOf(ports, call.params.id!)
        const { mode, member_id, ...input } = call.body as Create
        requireRole(organization, member_id, SUBSCRIPTION_ROLES)
        const subscription = await newSubscription(ports, organization, mode, input, call.now)
        return warned(
          ports,
          subscription,
          json(201, { data: subscriptionViewWithSecret(subscription) }),
        )
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

/** Runs an operation of the public API on a subscription for a member who may configure it. */
function asMember(ports: Ports, handler: Handler): Handler {
  const planeOfSubscription = (call: Call) => ({
    organization: organizationOf(ports, call.params.id!),
    mode: subscriptionOf(ports, call).mode,
  })
  return {
    check: async (call) => [
      ...memberIssues(organizationOf(ports, call.params.id!), call.query.member_id),
      ...(await asConsole(handler, planeOfSubscription).check!(call)),
    ],
    run: (call) => {
      requireRole(
        organizationOf(ports, call.params.id!),
        call.query.member_id as string | undefined,
        SUBSCRIPTION_ROLES,
      )
      return withPathId('subscription_id', handler).run(call)
    },
  }
}

/** Returns the subscription of the path. @throws {ApiError} resource_not_found */
function subscriptionOf(ports: Ports, call: Call): WebhookSubscription {
  const { webhook_subscriptions = [] } = organizationOf(ports, call.params.id!)
  const found = webhook_subscriptions.find(({ id }) => id === call.params.subscription_id)
  if (!found) throw new ApiError('resource_not_found')
  return found
}
