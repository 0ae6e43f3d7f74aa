import t from 'tap'
import type { Organization } from '../../../world/world.ts'
import { refusedByBilling } from './entitlement.ts'

type Account = Pick<Organization, 'wallet' | 'subscription'>
const NOW = Date.UTC(2030, 0, 31)
const DAY = 24 * 3600 * 1000
const wallet = (status: Account['wallet']['status'], balance_minor = 100): Account['wallet'] => ({
  currency: 'USD',
  balance_minor,
  status,
})
const active: Account['subscription'] = { status: 'active' }
const canceled: Account['subscription'] = { status: 'canceled' }
const pastDue = (ms: number): Account['subscription'] => ({
  status: 'past_due',
  past_due_since: new Date(NOW - ms).toISOString(),
})

const table: [name: string, account: Account, refusal: string | undefined][] = [
  ['an account with a balance', { wallet: wallet('active'), subscription: active }, undefined],
  ['one cent is enough', { wallet: wallet('active', 1), subscription: active }, undefined],
  [
    'ERR-016 an empty wallet',
    { wallet: wallet('active', 0), subscription: active },
    'payment_required',
  ],
  [
    'ERR-016 a wallet below zero',
    { wallet: wallet('active', -5), subscription: active },
    'payment_required',
  ],
  [
    'ERR-017 a locked wallet',
    { wallet: wallet('locked'), subscription: active },
    'payment_required',
  ],
  ['ERR-018 no wallet', { wallet: wallet('absent'), subscription: active }, 'payment_required'],
  [
    'ERR-021 a canceled plan',
    { wallet: wallet('active'), subscription: canceled },
    'subscription_required',
  ],
  [
    'a canceled plan with an empty wallet: a top-up would not help',
    { wallet: wallet('active', 0), subscription: canceled },
    'subscription_required',
  ],
  [
    'ERR-022 within the grace period',
    { wallet: wallet('active'), subscription: pastDue(14 * DAY - 1) },
    undefined,
  ],
  [
    'ERR-022 past the grace period',
    { wallet: wallet('active'), subscription: pastDue(14 * DAY) },
    'subscription_required',
  ],
  [
    'within the grace period an empty wallet still refuses',
    { wallet: wallet('locked'), subscription: pastDue(DAY) },
    'payment_required',
  ],
  [
    'past due without a date',
    { wallet: wallet('active'), subscription: { status: 'past_due' } },
    undefined,
  ],
]

t.test('BIL-007 BIL-008 PLN-022 these accounts are refused in live mode', async (t) => {
  for (const [name, account, refusal] of table)
    t.equal(refusedByBilling(account, 'live', NOW), refusal, name)
})

t.test('PLN-018 PLN-019 PLN-022 no account is refused in test mode', async (t) => {
  for (const [name, account] of table)
    t.equal(refusedByBilling(account, 'test', NOW), undefined, name)
})

t.test(
  'ERR-019 ERR-023 refused requests succeed after a top-up, or after the plan is started again',
  async (t) => {
    t.equal(
      refusedByBilling({ wallet: wallet('active', 500), subscription: active }, 'live', NOW),
      undefined,
    )
  },
)
