import type { JsonObject } from '../../http/json.ts'
import type { Context } from '../check.ts'
import { Blocked, Broken } from '../outcome.ts'

/** Types that a subscription may list. The last one is reserved: it is accepted, and not delivered. */
const TYPES = [
  'completed',
  'cancelled',
  'manual_review_requested',
  'form_flagged',
  'expired',
  'document_signed',
  'document_declined',
  'skipped_by_applicant',
].map((state) => `kyc.session.${state}`)

/**
 * Finds out whether a service refused a subscription for its types, or for its address.
 * @param params of the state that was refused
 * @returns the error to throw, which names the types that are refused one by one
 */
export async function refusedSubscription(ctx: Context, params: JsonObject): Promise<Blocked> {
  const refused: string[] = []
  for (const type of TYPES) {
    const made = await ctx.state('webhook_subscription', { ...params, events: [type] })
    if (made['refused'] === true) refused.push(type)
  }
  if (refused.length === 0 || refused.length === TYPES.length)
    return new Blocked(
      `the service refuses a subscription of ${String(params['url'])}: the provider returned refused = true`,
    )
  return new Broken({
    requirement: refused.join() === TYPES.at(-1) ? 'EVT-018' : 'SUB-003',
    expected: `a subscription to ${refused.join(', ')}`,
    got: 'refused',
  })
}
