import type { JsonObject } from '../../http/json.ts'
import { isObject } from '../../http/json.ts'
import type { Hook } from '../../receiver/hooks.ts'
import type { SignatureVerdict } from '../../receiver/signature.ts'
import { type Delivery, headerOf } from '../../receiver/receiver.ts'
import type { Context } from '../check.ts'
import { POLL_INTERVAL_MS, pollUntil } from '../eventually.ts'
import { sessionIdIn } from '../idioms.ts'
import { Broken } from '../outcome.ts'
import { reach } from '../states.ts'
import { ASSUMED } from '../../target/open-choices.ts'

/** Webhooks: subscriptions of a check, and their deliveries. */

export const COMPLETED = 'kyc.session.completed'
export const CANCELLED = 'kyc.session.cancelled'
export const REVIEW = 'kyc.session.manual_review_requested'

/**
 * Seconds without a delivery after which the check assumes that none comes. An earlier delivery has
 * shown that the target sends.
 */
export const SECONDS_OF_SILENCE = 1

export interface Subscribed {
  hook: Hook
  subscription_id: string
  secret: string
  organization: string
  key: string
}

/** Creates a receiver for the check alone, registered for some types. */
export async function subscribe(ctx: Context, params: JsonObject): Promise<Subscribed> {
  const hook = ctx.receiver()
  const bindings = await reach(
    ctx,
    'webhook_subscription',
    { url: hook.url, ...params },
    'subscription_id',
    'secret',
  )
  return { hook, ...bindings }
}

/** Returns the body of a delivery; an empty object if it is not JSON. */
export function bodyOf({ body }: Delivery): JsonObject {
  try {
    const json: unknown = JSON.parse(body.toString())
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}

/** Judges a signature; if the target file names no scheme, records that it was not judged. */
export function expectSignature(
  ctx: Context,
  requirements: readonly string[],
  verdict: SignatureVerdict | undefined,
  expected = 'a valid signature',
): void {
  if (!verdict) {
    ctx.observe(
      'GAP-SIGNATURE',
      `${requirements.join(', ')} not judged; name the scheme in webhooks.signature of the target file`,
    )
    return
  }
  for (const requirement of requirements)
    ctx.expect(requirement, expected, verdict.valid, verdict.reason)
}

/** Returns a delivery that the check needs. @throws {Broken} if none arrives */
export async function deliveryOf(
  hook: Hook,
  what: string,
  wanted: (delivery: Delivery) => boolean,
): Promise<Delivery> {
  return arrived(what, await hook.wait(wanted))
}

/** Returns a delivery. @throws {Broken} if none came */
export function arrived(what: string, delivery: Delivery | undefined): Delivery {
  if (delivery) return delivery
  throw new Broken({ requirement: 'EVT-001', expected: `a delivery of ${what}`, got: 'none came' })
}

/**
 * Waits for the event of a verdict after the last submission: as long as the verdict may take, and
 * then as long as its delivery may take (GAP-VERDICT-TIME).
 */
export async function verdictDelivery(
  hook: Hook,
  wanted: (delivery: Delivery) => boolean = isEvent,
): Promise<Delivery | undefined> {
  return (await hook.wait(wanted, ASSUMED.verdict_seconds)) ?? hook.wait(wanted)
}

export function about(sessionId: string): (delivery: Delivery) => boolean {
  return (delivery) => bodyOf(delivery)['sessionId'] === sessionId
}

/** Waits for an event other than a test ping, which a service may send when a subscription is created. */
export function isEvent(delivery: Delivery): boolean {
  return originOf(delivery) !== 'test_ping'
}

export const isPing = (delivery: Delivery): boolean => originOf(delivery) === 'test_ping'

/**
 * Requests a test ping of a subscription to which nothing else happens: an unmarked delivery is the
 * ping. The contract requires no retry of a ping, so a lost one is requested once more.
 * @param earlier a ping that came before
 */
export async function pingOf(
  ctx: Context,
  hook: Hook,
  params: JsonObject,
  earlier?: Delivery,
): Promise<Delivery | undefined> {
  const requested = async () => {
    await reach(ctx, 'test_ping', params)
    return (
      (await hook.wait((one) => isPing(one) && one !== earlier)) ??
      hook.deliveries.find((one) => one !== earlier)
    )
  }
  return (await requested()) ?? requested()
}

export function originOf(delivery: Delivery): string | undefined {
  return headerOf(delivery, 'X-Webhook-Origin')
}

/**
 * Requests a retry of failed deliveries until one arrives. A sender may record a failed attempt
 * only after the response of the receiver; until then it has nothing to retry.
 */
export async function retriedDelivery(
  ctx: Context,
  hook: Hook,
  params: JsonObject,
  wanted: (delivery: Delivery) => boolean,
): Promise<Delivery | undefined> {
  return pollUntil(
    async () => {
      await reach(ctx, 'retried_deliveries', params)
      return hook.wait(wanted, POLL_INTERVAL_MS / 1000)
    },
    (delivery) => delivery !== undefined,
  ).then((delivery) => delivery ?? hook.wait(wanted))
}

/** An applicant whose personal data must not occur in events. */
export function applicantWithPersonalData(ctx: Context): {
  applicant: JsonObject
  particulars: string[]
} {
  const family_name = `Testperson${ctx.unique()}`
  const applicant = {
    family_name,
    given_names: [`Una${ctx.unique()}`],
    email: `${ctx.unique()}@applicant.example`,
    phone: '+442079460018',
    date_of_birth: '1987-06-05',
  }
  const {
    given_names: [given],
    email,
    phone,
    date_of_birth,
  } = applicant
  return { applicant, particulars: [family_name, given!, email, phone, date_of_birth] }
}

/** Creates a session of that organization with its own key. @throws {Blocked} */
export async function sessionOf(ctx: Context, key: string, fields: JsonObject): Promise<string> {
  const answer = await ctx.setUp('create a session that sends events', {
    method: 'POST',
    path: '/v1/sessions',
    as: { key },
    json: { ...ctx.sessionFields('home.test'), ...fields },
  })
  return sessionIdIn(answer)
}

/** Creates a session and has it cancelled, which sends one event. Returns its id. @throws {Blocked} */
export async function cancelledSession(
  ctx: Context,
  { key, organization }: Pick<Subscribed, 'key' | 'organization'>,
): Promise<string> {
  const id = await sessionOf(ctx, key, {})
  await reach(ctx, 'session', { organization, session_id: id, status: 'cancelled' })
  return id
}
