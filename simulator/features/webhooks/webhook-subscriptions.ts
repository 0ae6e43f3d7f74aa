import { iso } from '../../time/clock.ts'
import type { Ports } from '../../ports.ts'
import { type Answer, json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError } from '../../call/errors.ts'
import { afterCommit } from '../../store/unavailable.ts'
import type { WebhookSubscription } from '../../world/world.ts'
import { cursorIssues, listAnswerBy, pageQuery } from '../paging.ts'
import { placedSubscriptions } from './subscription-order.ts'
import { resumeDeliveries } from './paused.ts'
import { sendPing } from './test-ping.ts'
import {
  type SubscriptionInput,
  newSubscription,
  removeSubscription,
  rotateSecret,
  subscriptionIssues,
  subscriptionView,
  subscriptionViewWithSecret,
} from './subscriptions.ts'

/** Webhook subscriptions over the API (GAP-SUBSCRIPTION-ROUTES): only those of the key's organization and mode. */
export function webhookSubscriptionHandlers(ports: Ports): Record<string, Handler> {
  return {
    createWebhookSubscription: {
      check: (call) => subscriptionIssues(call.body),
      run: async (call) => {
        const { organization, mode } = call.credential
        const made = await newSubscription(
          ports,
          organization,
          mode,
          call.body as SubscriptionInput,
          call.now,
        )
        return warned(ports, made, json(201, { data: subscriptionViewWithSecret(made) }))
      },
    },
    listWebhookSubscriptions: { check: cursorIssues, run: listSubscriptions },
    retrieveWebhookSubscription: {
      run: (call) => json(200, { data: subscriptionView(visible(call)) }),
    },
    updateWebhookSubscription: {
      check: (call) => subscriptionIssues(call.body),
      run: async (call) => {
        const subscription = visible(call)
        const patch = call.body as Patch
        await ports.world.update(() => change(subscription, patch, call.now))
        // Also for an enabled one: a crash may have interrupted the end of the pause.
        if (patch.is_active)
          await afterCommit(() =>
            resumeDeliveries(ports, call.credential.scope, subscription.id, call.now),
          )
        return warned(ports, subscription, json(200, { data: subscriptionView(subscription) }))
      },
    },
    rotateWebhookSubscriptionSecret: {
      run: async (call) => {
        const subscription = visible(call)
        await rotateSecret(ports, subscription, call.now)
        return json(200, { data: subscriptionViewWithSecret(subscription) })
      },
    },
    testWebhookSubscription: {
      run: async (call) => {
        const subscription = visible(call)
        const event_id = await sendPing(ports, call.credential.scope, subscription, call.now)
        return json(202, { data: { subscription_id: subscription.id, event_id } })
      },
    },
    deleteWebhookSubscription: {
      run: async (call) => {
        await removeSubscription(ports, call.credential.organization, visible(call).id)
        return { status: 204 }
      },
    },
  }
}

/** Warns in a header that the simulator will not call the receiver: the contract accepts any address. */
export function warned(
  { receiverWarning }: Ports,
  { url }: { url: string },
  answer: Answer,
): Answer {
  const warning = receiverWarning?.(url)
  return warning === undefined ? answer : { ...answer, headers: ['X-Simulator-Warning', warning] }
}

interface Patch extends Partial<SubscriptionInput> {
  is_active?: boolean
}

/** Newest first, in the order of creation. */
function listSubscriptions(call: Call): Answer {
  const { before = Number.MAX_SAFE_INTEGER, limit } = pageQuery(call)
  const { organization, mode } = call.credential
  const found = placedSubscriptions(organization)
    .filter(({ place, subscription }) => place < before && subscription.mode === mode)
    .toReversed()
    .slice(0, limit)
  return listAnswerBy(
    ({ place }) => place,
    found,
    call,
    ({ subscription }) => JSON.stringify(subscriptionView(subscription)),
  )
}

function change(
  subscription: WebhookSubscription,
  { url, events, is_active }: Patch,
  now: number,
): void {
  if (url !== undefined && url !== subscription.url) {
    subscription.url = url
    // The failures were those of another receiver.
    delete subscription.failing_since
  }
  if (events !== undefined) subscription.events = events
  if (is_active === true) {
    subscription.status = 'enabled'
    delete subscription.disabled_at
    delete subscription.disabled_reason
    delete subscription.failing_since
  } else if (is_active === false && subscription.status === 'enabled') {
    Object.assign(subscription, {
      status: 'disabled',
      disabled_at: iso(now),
      disabled_reason: 'paused',
    })
  }
}

function visible(call: Call): WebhookSubscription {
  const subscription = own(call).find(({ id }) => id === call.params.id)
  if (!subscription) throw new ApiError('resource_not_found')
  return subscription
}

function own(call: Call): WebhookSubscription[] {
  const { organization, mode } = call.credential
  return (organization.webhook_subscriptions ?? []).filter(
    (subscription) => subscription.mode === mode,
  )
}
