import type { JsonObject } from '../http/json.ts'

/** Members of a webhook subscription that a check changes. */
export interface SubscriptionValues {
  events: readonly string[]
  url: string
}

/**
 * Returns the body of a change of a subscription, by the form in the target file (GAP-SUBSCRIPTION-ROUTES).
 * @param form contains `{events}` and `{url}` in place of the values; they may be nested
 * @returns undefined if the form contains neither
 */
export function subscriptionBody(
  form: JsonObject,
  { events, url }: SubscriptionValues,
): JsonObject | undefined {
  let isForm = false
  const body = JSON.parse(JSON.stringify(form), (_, value: unknown) => {
    if (value !== '{events}' && value !== '{url}') return value
    isForm = true
    return value === '{url}' ? url : events
  }) as JsonObject
  return isForm ? body : undefined
}
