import { retiredScopes } from '../../../spec/generated/scopes.ts'
import { iso } from '../../time/clock.ts'
import { newBrowserToken } from '../../features/tokens/tokens.ts'
import { sha256 } from '../../world/sha256.ts'
import { type ProviderState, count, list, oneOf, text } from './state.ts'
import { WITHHELD, openSession } from './session-setup.ts'
import { StateUnavailable } from './state-unavailable.ts'
import type { StateUse } from './use.ts'

const DAY_MS = 24 * 3600 * 1000
const WALLETS = {
  ok: { status: 'active', balance_minor: 100_000 },
  empty: { status: 'active', balance_minor: 0 },
  locked: { status: 'locked', balance_minor: 100_000 },
  absent: { status: 'absent' },
}

/** Days since a payment failed; the payment grace period ends between the two. */
const UNPAID_DAYS: Partial<Record<string, number>> = { in_grace: 1, past_grace: 60 }

/** States of organizations and their credentials. */
export const accountStates: Record<string, ProviderState> = {
  organization: {
    description: 'A separate organization.',
    takes: { tier: oneOf('standard', 'elevated', 'enterprise', 'custom') },
    async setUp(use) {
      if (use.params.organization !== undefined) await use.organization()
      else await use.newOrganization(use.params.tier === undefined ? {} : { tier: use.params.tier })
      return {}
    },
  },
  account: {
    description: 'The account of an organization has this state.',
    takes: {
      wallet: oneOf(...Object.keys(WALLETS)),
      subscription: oneOf('active', 'canceled', 'in_grace', 'past_grace'),
    },
    async setUp(use) {
      const { wallet, subscription } = use.given<{
        wallet?: keyof typeof WALLETS
        subscription?: string
      }>()
      // Creates the key first, while the account still allows it: the caller always needs one.
      await use.key()
      await use.control('PATCH', `/organizations/${await use.organization()}`, {
        ...(wallet && { wallet: WALLETS[wallet] }),
        ...(subscription && { subscription: subscriptionOf(subscription, use.ports.clock.now()) }),
      })
      return {}
    },
  },
  key: {
    description: 'A key with some scopes.',
    takes: { scopes: list(text) },
    async setUp(use) {
      const { scopes } = use.params
      return { key: (await use.newKey(scopes === undefined ? {} : { scopes })).key }
    },
  },
  revoked_key: {
    description: 'A key that was revoked.',
    takes: { used_key: text },
    async setUp(use) {
      const { used_key: used } = use.given<{ used_key?: string }>()
      if (used !== undefined) {
        const found = use.ports.world.keyByHash(sha256(used))
        if (found?.organization.id !== (await use.organization()))
          throw new StateUnavailable('used_key is no key of the organization')
        await use.control(
          'POST',
          `/organizations/${found.organization.id}/keys/${found.key.id}/revoke`,
        )
        return { revoked_key: used }
      }
      const { id, key } = await use.newKey({})
      await use.control('POST', `/organizations/${await use.organization()}/keys/${id}/revoke`)
      return { revoked_key: key }
    },
  },
  rotated_key: {
    description: 'A key that replaces an old one.',
    takes: {},
    async setUp(use) {
      const { id, key: old_key } = await use.newKey({})
      const { key } = await use.control(
        'POST',
        `/organizations/${await use.organization()}/keys/${id}/rotate`,
      )
      return { key, old_key }
    },
  },
  key_with_retired_scopes: {
    description: 'A key with retired scope names only.',
    takes: {},
    async setUp(use) {
      const { id, key } = await use.newKey({})
      const scopes = retiredScopes.map(({ name }) => name)
      const organization = use.ports.world.organization(await use.organization())!
      // Written to the world directly, because no call grants retired scopes.
      await use.ports.world.update(() => {
        organization.keys.find((one) => one.id === id)!.scopes = [...scopes]
      })
      return { retired_key: key, scopes }
    },
  },
  publishable_key: {
    description: 'A publishable key with its origins.',
    takes: { origins: list(text) },
    needs: ['origins'],
    async setUp(use) {
      const { key: publishable_key } = await use.newKey({
        type: 'pk',
        allowed_origins: use.params.origins,
      })
      return { publishable_key, headers: { 'X-Publishable-Key': publishable_key } }
    },
  },
  expired_browser_token: {
    description: 'An expired browser token of an open session.',
    takes: {},
    async setUp(use) {
      const { id } = await openSession(use, {})
      // Issued in the past, because all uses share the clock.
      const { token } = await newBrowserToken(
        use.ports,
        await use.scope(),
        id,
        use.ports.clock.now() - DAY_MS,
      )
      return { session_id: id, expired_token: token }
    },
  },
  aged_browser_token: {
    description: 'A browser token of an open session, minted this many seconds ago.',
    takes: { seconds: count(0, 7 * 86_400) },
    needs: ['seconds'],
    async setUp(use) {
      const { id } = await openSession(use, {})
      const minted = use.ports.clock.now() - (use.params.seconds as number) * 1000
      const { token } = await newBrowserToken(use.ports, await use.scope(), id, minted)
      return { session_id: id, aged_token: token }
    },
  },
  client_token: {
    description: 'A client token, and a browser token got with it.',
    takes: {},
    async setUp(use) {
      const { id } = await openSession(use, {})
      const { clientToken } = await use.publicly<{ clientToken: string }>(
        'POST',
        `/v1/sessions/${id}/client_token`,
      )
      const { token: expired_token } = await newBrowserToken(
        use.ports,
        await use.scope(),
        id,
        use.ports.clock.now() - DAY_MS,
      )
      const { key: publishable } = await use.newKey({ type: 'pk', allowed_origins: [] })
      const path = '/sdk/v1/client_token/exchange'
      const headers = { 'x-publishable-key': publishable }
      const { browserToken } = await use.publicly<{ browserToken: string }>(
        'POST',
        path,
        undefined,
        clientToken,
        headers,
      )
      return {
        session_id: id,
        client_token: clientToken,
        expired_token,
        browser_token: browserToken,
        exchange: { path, headers },
        withheld: WITHHELD,
      }
    },
  },
  address_limit: {
    description: 'A second address of the region, with a small budget before authentication.',
    takes: { requests: count(5, 50) },
    needs: ['requests'],
    async setUp(use: StateUse) {
      const { base_url, close } = await use.host.openListener(
        use.params.region,
        use.params.requests as number,
      )
      use.onTearDown(close)
      return { base_url }
    },
  },
  unused_address_limit: {
    description: 'No address has used any of its budget before authentication.',
    takes: {},
    async setUp(use: StateUse) {
      await use.host.resetAddressLimits()
      return {}
    },
  },
}

function subscriptionOf(status: string, now: number) {
  const unpaidDays = UNPAID_DAYS[status]
  return unpaidDays === undefined
    ? { status }
    : { status: 'past_due', past_due_since: iso(now - unpaidDays * DAY_MS) }
}
