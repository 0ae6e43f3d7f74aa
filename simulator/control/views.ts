import { iso } from '../time/clock.ts'
import type { SettableClock } from '../time/clock.ts'
import { subscriptionView } from '../features/webhooks/subscriptions.ts'
import type { Organizations } from '../world/organizations.ts'
import type { ApiKey, Organization } from '../world/world.ts'

/**
 * Returns an organization without secrets. Fields are listed one by one, so that a new one stays hidden until reviewed.
 */
export function organizationView(organization: Organization) {
  const {
    id,
    name,
    region,
    plan,
    tier,
    budgets,
    wallet,
    subscription,
    members,
    default_workflow,
    default_signals,
    branding,
  } = organization
  return {
    id,
    name,
    region,
    plan,
    tier,
    budgets: budgets ?? {},
    wallet,
    subscription,
    members,
    default_workflow: default_workflow ?? null,
    default_signals: default_signals ?? null,
    branding: branding ?? null,
    keys: organization.keys.map(keyView),
    webhook_subscriptions: (organization.webhook_subscriptions ?? []).map(subscriptionView),
  }
}

/** Returns a key record without the key; its last four characters identify it. */
export function keyView({
  id,
  type,
  mode,
  scopes,
  allowed_origins,
  hint,
  expires_at,
  revoked_at,
}: ApiKey) {
  return {
    id,
    type,
    mode,
    scopes,
    allowed_origins: allowed_origins ?? [],
    hint: hint ?? null,
    expires_at: expires_at ?? null,
    revoked_at: revoked_at ?? null,
  }
}

export function clockView(clock: SettableClock) {
  return { now: iso(clock.now()), frozen: clock.frozen }
}

export function worldCounts({ file }: Organizations) {
  const { organizations } = file
  return {
    organizations: organizations.length,
    keys: organizations.flatMap(({ keys }) => keys).length,
    webhook_subscriptions: organizations.flatMap(
      ({ webhook_subscriptions = [] }) => webhook_subscriptions,
    ).length,
  }
}
