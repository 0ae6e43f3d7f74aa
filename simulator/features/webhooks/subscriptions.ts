import { document } from '../../../spec/contract.ts'
import { limits } from '../../../spec/generated/limits.ts'
import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import { formatSecret } from './sending/sign.ts'
import { changeSubscriptions } from './subscription-order.ts'
import type { Ports } from '../../ports.ts'
import type { Issue } from '../../call/errors.ts'
import type { Mode, Organization, WebhookSubscription } from '../../world/world.ts'

/** More signatures would make the header too long for some receivers. */
const MOST_SECRETS = 10

/** Every event type that can be subscribed to, including the reserved one (EVT). */
export const EVENT_TYPES: readonly string[] = document.components.schemas.WebhookEventType.enum

export interface SubscriptionInput {
  url: string
  /** @default all of them */
  events?: string[]
}

/**
 * Adds a subscription to an organization, enabled and with a new secret of 32 bytes. The secret is in
 * `secrets[0].secret`; show it only once (SUB-004 to 006). The input must have passed `subscriptionIssues`.
 */
export async function newSubscription(
  ports: Ports,
  organization: Organization,
  mode: Mode,
  input: SubscriptionInput,
  now: number,
): Promise<WebhookSubscription> {
  const subscription: WebhookSubscription = {
    id: newId(ports.random, 'whs'),
    mode,
    url: input.url,
    events: input.events ?? [...EVENT_TYPES],
    secrets: [{ secret: formatSecret(ports.random.bytes(limits.webhook_secret_bytes.value)) }],
    status: 'enabled',
    created_at: iso(now),
  }
  await ports.world.update(() =>
    changeSubscriptions(organization, (others) => [...others, subscription]),
  )
  return subscription
}

/**
 * Gives a subscription a new secret in front of the others. Each replaced one stays valid for a while, so that the
 * receiver can switch (GAP-SIGNATURE), also if the response with the new one is lost and the request repeated.
 */
export async function rotateSecret(
  ports: Ports,
  subscription: WebhookSubscription,
  now: number,
): Promise<void> {
  const secret = formatSecret(ports.random.bytes(limits.webhook_secret_bytes.value))
  const until = iso(now + limits.webhook_secret_overlap_seconds.value * 1000)
  await ports.world.update(() => {
    const [previous, ...replaced] = subscription.secrets
    subscription.secrets = [
      { secret },
      { secret: previous!.secret, expires_at: until },
      ...replaced.filter(({ expires_at }) => Date.parse(expires_at!) > now),
    ].slice(0, MOST_SECRETS)
  })
}

/** Deletes a subscription: its pending deliveries are dropped. Returns false if there was none. */
export async function removeSubscription(
  ports: Ports,
  organization: Organization,
  id: string,
): Promise<boolean> {
  const { webhook_subscriptions = [] } = organization
  if (!webhook_subscriptions.some((subscription) => subscription.id === id)) return false
  await ports.world.update(() =>
    changeSubscriptions(organization, (all) =>
      all.filter((subscription) => subscription.id !== id),
    ),
  )
  return true
}

/**
 * Returns the problems of a receiver's URL that the schema cannot express; the schema requires https:// (SUB-001). Also
 * called on bodies that the schema rejected, so it assumes no types.
 */
export function subscriptionIssues(input: unknown): Issue[] {
  const url = (input as Partial<SubscriptionInput> | null | undefined)?.url
  if (typeof url !== 'string' || !/^https:\/\//i.test(url)) return []
  const issue = (message: string): Issue[] => [
    { code: 'invalid_string', path: ['url'], message, param: 'url' },
  ]
  // The parser takes any number of slashes, but a URL without a host is invalid (RFC 9110 section 4.2.2).
  const parsed = /^https:\/\/[/\\]/i.test(url) ? null : URL.parse(url)
  // Port 0 is reserved: nothing can listen there.
  if (!parsed || parsed.port === '0') return issue('Not a valid URL')
  // The URL is shown wherever the subscription is, so it must not contain a password.
  const secret = parsed.username + parsed.password
  if (secret !== '') return issue('Leave user and password out of the URL; deliveries are signed')
  return []
}

/** Returns the public fields of a subscription, never its secret (SUB-007, GAP-SUBSCRIPTION-FIELDS). */
export function subscriptionView(subscription: WebhookSubscription) {
  const { id, url, events, status, mode, created_at, disabled_at } = subscription
  return {
    id,
    url,
    events,
    is_active: status === 'enabled',
    mode,
    created_at,
    disabled_at: disabled_at ?? null,
  }
}

/** The same with its newest secret: only for the response that creates or rotates it. */
export function subscriptionViewWithSecret(subscription: WebhookSubscription) {
  return { ...subscriptionView(subscription), secret: subscription.secrets[0]!.secret }
}
