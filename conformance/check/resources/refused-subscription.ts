import type { JsonObject } from '../../http/json.ts'
import type { Context } from '../check.ts'
import { Blocked, Broken } from '../outcome.ts'
import { EVENT_TYPES, RESERVED } from './event-types.ts'

/**
 * Finds out whether a service refused a subscription for its types, or for its address.
 * @param params of the state that was refused
 * @returns the error to throw, which names the types that are refused one by one
 */
export async function refusedSubscription(ctx: Context, params: JsonObject): Promise<Blocked> {
  const refused: string[] = []
  for (const type of EVENT_TYPES) {
    const made = await ctx.state('webhook_subscription', { ...params, events: [type] })
    if (made['refused'] === true) refused.push(type)
  }
  if (refused.length === 0 || refused.length === EVENT_TYPES.length)
    return new Blocked(
      `the service refuses a subscription of ${String(params['url'])}: the provider returned refused = true`,
    )
  return new Broken({
    requirement: refused.join() === RESERVED ? 'EVT-018' : 'SUB-003',
    expected: `a subscription to ${refused.join(', ')}`,
    got: 'refused',
  })
}
