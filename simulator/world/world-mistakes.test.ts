import t from 'tap'
import { roomyWorld } from '../testing/simulator.ts'
import type { ApiKey, Organization, WebhookSubscription, WorldFile } from './world.ts'
import { readWorld } from './world-file.ts'

t.test('each kind of mistake names its place', async (t) => {
  /** Returns the errors of the demo world after this change. */
  const said = (change: (world: WorldFile, acme: Organization, key: ApiKey) => void): string => {
    const world = roomyWorld()
    change(world, world.organizations[0]!, world.organizations[0]!.keys[0]!)
    try {
      readWorld(JSON.stringify(world), 'w.json')
      return 'nothing'
    } catch (error) {
      return (error as Error).message
    }
  }
  t.equal(
    said(() => undefined),
    'nothing',
  )
  t.throws(() => readWorld('{"version": 1,', 'w.json'), { message: /^w\.json is not JSON: / })
  t.throws(() => readWorld('', 'w.json'), { message: /^w\.json is not JSON: / })
  for (const text of ['[]', 'null', '1', '"x"']) {
    t.throws(
      () => readWorld(text, 'w.json'),
      { message: /^w\.json is not a valid world file:\n {2}\(whole file\): / },
      text,
    )
  }
  const mistakes: [says: RegExp, change: Parameters<typeof said>[0]][] = [
    [
      / {2}version: Expected 1/,
      (world) => {
        world.version = 2 as never
      },
    ],
    [
      / {2}organizations: Required/,
      (world) => {
        delete (world as Partial<WorldFile>).organizations
      },
    ],
    [
      / {2}clock\.offset_ms: Required/,
      (world) => {
        world.clock = { frozen_at: 1 } as never
      },
    ],
    [
      / {2}ip_limit: Expected 1 or more/,
      (world) => {
        world.ip_limit = 0
      },
    ],
    [
      / {2}organizations\.0\.wallet: Required/,
      (_, acme) => {
        delete (acme as Partial<Organization>).wallet
      },
    ],
    [
      / {2}organizations\.0\.wallet\.currency: /,
      (_, acme) => {
        acme.wallet.currency = 'dollars'
      },
    ],
    [
      / {2}organizations\.0\.subscription\.past_due_since: Expected a valid date-time/,
      (_, acme) => {
        acme.subscription.past_due_since = 'yesterday'
      },
    ],
    [
      / {2}organizations\.0\.subscription\.past_due_since: Expected a valid date-time/,
      (_, acme) => {
        acme.subscription.past_due_since = '2026-01-01T00:00:00+05'
      },
    ],
    [
      / {2}organizations\.0: Unrecognized key 'plann', did you mean 'plan'\?/,
      (_, acme) => {
        Object.assign(acme, { plann: 'x' })
      },
    ],
    [
      / {2}organizations\.0\.members\.1\.role: Expected one of/,
      (_, acme) => {
        acme.members[1]!.role = 'boss' as never
      },
    ],
    [
      / {2}organizations\.0\.keys\.0\.key: Expected ah_/,
      (_, _acme, key) => {
        key.key = 'ah_sk_us_test_short'
      },
    ],
    [
      / {2}organizations\.0\.keys\.0\.allowed_origins\.0: /,
      (_, _acme, key) => {
        key.allowed_origins = ['not an origin']
      },
    ],
    [
      / {2}organizations\.0\.webhook_subscriptions\.0\.url: Expected an https:\/\/ address/,
      (_, acme) => {
        acme.webhook_subscriptions = [hook({ url: 'http://a.example' })]
      },
    ],
    [
      / {2}organizations\.0\.webhook_subscriptions\.0\.secrets\.0\.secret: Expected whsec_/,
      (_, acme) => {
        acme.webhook_subscriptions = [hook({ secrets: [{ secret: 'x' }] })]
      },
    ],
    [
      / {2}key key_acme_test_main: write key or key_sha256/,
      (_, _acme, key) => {
        delete key.key
      },
    ],
    [
      / {2}key key_acme_test_main: must start with ah_sk_us_live_/,
      (_, _acme, key) => {
        key.mode = 'live'
      },
    ],
    [
      / {2}key key_acme_test_main: must start with ah_pk_us_test_/,
      (_, _acme, key) => {
        key.type = 'pk'
      },
    ],
    [
      / {2}key key_acme_test_main: must start with ah_sk_eu_test_/,
      (_, acme) => {
        acme.region = 'eu'
      },
    ],
    [
      / {2}organization org_acme: there is no route class 'session:create' for budgets/,
      (_, acme) => {
        acme.budgets = { 'session:create': 5 }
      },
    ],
    [
      / {2}subscription whs_1: there is no event type 'zz'\. Expected one of: kyc\.session\.completed/,
      (_, acme) => {
        acme.webhook_subscriptions = [hook({ events: ['zz'] })]
      },
    ],
    [
      / {2}key key_acme_test_main: There is no scope 'zz'\. Expected one of sessions:read/,
      (_, _acme, key) => {
        key.scopes = ['zz']
      },
    ],
    [
      / {2}key key_pk: A publishable key carries no scopes/,
      (_, acme) => {
        const key = `ah_pk_us_test_${'a'.repeat(20)}`
        acme.keys.push({ id: 'key_pk', type: 'pk', mode: 'test', scopes: ['sessions:read'], key })
      },
    ],
    [
      / {2}key key_acme_test_main: A secret key is never in a browser/,
      (_, _acme, key) => {
        key.allowed_origins = ['https://app.example.com']
      },
    ],
    [
      / {2}member mem_a: exists more than once/,
      (_, acme) => {
        const member = { name: 'A', email: 'a@example.com', role: 'admin' } as const
        acme.members.push({ id: 'mem_a', ...member }, { id: 'mem_a', ...member })
      },
    ],
    [
      / {2}organization org_acme: exists more than once/,
      (world, acme) => {
        world.organizations.push({ ...acme, keys: [] })
      },
    ],
    [
      / {2}key key_acme_test_main: exists more than once/,
      (world, _acme, key) => {
        world.organizations[1]!.keys.push({ ...key, key: `${key.key}x` })
      },
    ],
    [
      / {2}keys key_acme_test_main and key_b: are one and the same key/,
      (world, _acme, key) => {
        world.organizations[1]!.keys.push({ ...key, id: 'key_b' })
      },
    ],
    [
      / {2}subscription whs_1: exists more than once/,
      (world) => {
        for (const one of world.organizations) one.webhook_subscriptions = [hook({})]
      },
    ],
  ]
  for (const [says, change] of mistakes) t.match(said(change), says)
})

function hook(change: Partial<WebhookSubscription>): WebhookSubscription {
  return {
    id: 'whs_1',
    mode: 'test',
    url: 'https://192.0.2.7/',
    events: ['kyc.session.completed'],
    status: 'enabled',
    created_at: '2026-11-20T09:00:00.000Z',
    secrets: [{ secret: `whsec_${Buffer.alloc(32).toString('base64')}` }],
    ...change,
  }
}
