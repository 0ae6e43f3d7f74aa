import type { Answer } from '../../http/answer.ts'
import { walk } from '../../http/json.ts'
import { type SubscriptionValues, subscriptionBody } from '../../target/subscription-body.ts'
import { isAccepted } from '../cases.ts'
import type { Context, StepRequest } from '../check.ts'
import { statusAndCode } from '../idioms.ts'
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

/**
 * Returns why an accepted change cannot be judged: the suite assumed its form, which is open
 * (GAP-SUBSCRIPTION-ROUTES), and neither the response nor the retrieved subscription shows the new
 * value. The service may have ignored the change.
 * @returns undefined if it can be judged
 */
export async function unshownChange(
  ctx: Context,
  { key, subscription_id }: Subscribed,
  changed: Answer,
  [member, value]: readonly [member: keyof SubscriptionValues, value: string],
): Promise<string | undefined> {
  const shows = ({ json }: Answer): boolean => walk(json).some((one) => one.value === value)
  const response = `the response to a change of ${member}, ${statusAndCode(changed)},`
  if (!isAccepted(changed)) return `${response} is an error`
  if (shows(changed) || ctx.open.bodies.update_webhook_subscription) return undefined
  const route = ctx.open.routes.retrieve_webhook_subscription
  if (!route)
    return `${response} does not show the new value; name a route that does in open_choices.routes.retrieve_webhook_subscription`
  const retrieved = await ctx.step('retrieve the changed subscription', {
    method: route.method,
    path: route.path.replace('{id}', encodeURIComponent(subscription_id)),
    as: { key },
  })
  if (shows(retrieved)) return undefined
  return `neither ${response} nor that of retrieve_webhook_subscription shows the new value`
}
