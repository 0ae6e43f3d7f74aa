import type { Organization, WebhookSubscription } from '../../world/world.ts'

/** A subscription at its place in the order of creation. */
export interface Placed {
  place: number
  subscription: WebhookSubscription
}

/** Oldest first. A file of an earlier version, or one written by a person, has no positions. */
export function placedSubscriptions({ webhook_subscriptions = [] }: Organization): Placed[] {
  let place = 0
  return webhook_subscriptions.map((subscription) => {
    place = Math.max(place + 1, subscription.position ?? 0)
    return { place, subscription }
  })
}

/**
 * Adds or removes subscriptions, within an update of the world. All others keep their positions, and no position is
 * used again: cursors of the list stay valid.
 */
export function changeSubscriptions(
  organization: Organization,
  change: (subscriptions: WebhookSubscription[]) => WebhookSubscription[],
): void {
  const placed = placedSubscriptions(organization)
  for (const { place, subscription } of placed) subscription.position = place
  let last = Math.max(placed.at(-1)?.place ?? 0, organization.last_subscription_position ?? 0)
  const changed = change(placed.map(({ subscription }) => subscription))
  for (const subscription of changed) subscription.position ??= ++last
  organization.webhook_subscriptions = changed
  organization.last_subscription_position = last
}
