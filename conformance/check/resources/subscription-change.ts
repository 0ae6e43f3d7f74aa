import { type SubscriptionValues, subscriptionBody } from '../../target/subscription-body.ts'
import type { Context, StepRequest } from '../check.ts'
import type { Subscribed } from './events.ts'

/**
 * Returns the request that changes a subscription. If the target file has a form for it, the request
 * contains all values: the service may replace the subscription.
 * @param events types that the subscription has now
 * @param change members that get another value
 */
export function subscriptionChange(
  ctx: Context,
  { hook, key, subscription_id }: Subscribed,
  events: readonly string[],
  change: Partial<SubscriptionValues>,
): StepRequest {
  const form = ctx.open.bodies.update_webhook_subscription ?? {}
  return {
    ...ctx.route('update_webhook_subscription', subscription_id),
    as: { key },
    json: subscriptionBody(form, { events, url: hook.url, ...change }) ?? change,
  }
}
