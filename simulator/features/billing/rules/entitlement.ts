import type { Mode, Organization } from '../../../world/world.ts'

/** Days after which an unpaid subscription is refused (GAP-GRACE). */
const GRACE_MS = 14 * 24 * 3600 * 1000

/** Returns the error code if the account may not spend now. Test mode has no billing (PLN). */
export function refusedByBilling(
  organization: Pick<Organization, 'wallet' | 'subscription'>,
  mode: Mode,
  now: number,
): 'payment_required' | 'subscription_required' | undefined {
  if (mode === 'test') return undefined
  const { subscription, wallet } = organization
  if (subscription.status === 'canceled') return 'subscription_required'
  if (
    subscription.status === 'past_due' &&
    now - Date.parse(subscription.past_due_since ?? '') >= GRACE_MS
  ) {
    return 'subscription_required'
  }
  return wallet.status !== 'active' || wallet.balance_minor <= 0 ? 'payment_required' : undefined
}
