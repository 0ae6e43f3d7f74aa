import { type Delivery, headerOf } from '../../receiver/receiver.ts'
import type { Context } from '../check.ts'
import { about, expectSignature, retriedDelivery, type Subscribed } from './events.ts'

const VERSION = 'X-Webhook-Event-Version'

export function versionOf(delivery: Delivery): string | undefined {
  return headerOf(delivery, VERSION)
}

/** Expects the version header of a delivery. */
export function expectVersion(ctx: Context, delivery: Delivery, label: string): void {
  const version = versionOf(delivery)
  for (const requirement of ['HDR-001', 'HDR-002'])
    ctx.expect(requirement, `${label} with ${VERSION} 1`, version === '1', version)
}

/**
 * Expects a further attempt of an event: its bytes, signature and version.
 * @param first the first attempt
 * @returns whether it came
 */
export async function expectRetry(
  ctx: Context,
  { hook, secret, organization, subscription_id }: Subscribed,
  { id, first, label }: { id: string; first: Delivery; label: string },
): Promise<boolean> {
  // The network may deliver an attempt twice: a copy is not a retry.
  const before = new Set(hook.deliveries)
  const again = await retriedDelivery(
    ctx,
    hook,
    { organization, subscription_id },
    (delivery) => !before.has(delivery) && about(id)(delivery),
  )
  ctx.expect(
    'EVB-014',
    `${label} with the same bytes`,
    again?.body.equals(first.body) ?? false,
    again ? again.body.toString() : 'none came',
  )
  if (!again) return false
  expectSignature(ctx, ['EVT-002'], hook.signature(again, secret), `a valid signature of ${label}`)
  expectVersion(ctx, again, label)
  return true
}
