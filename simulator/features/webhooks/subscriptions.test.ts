import t from 'tap'
import { document } from '../../../spec/contract.ts'
import { SettableClock } from '../../time/clock.ts'
import { seededRandom } from '../../ids/random.ts'
import { PdfRenderer } from '../../pdf/pdf-renderer.ts'
import { UploadReader } from '../../uploads/upload-reader.ts'
import type { Ports } from '../../ports.ts'
import { openSqlite } from '../../store/sqlite/sqlite.ts'
import { newTurns } from '../../store/turns.ts'
import { type Organization, World } from '../../world/world.ts'
import {
  EVENT_TYPES,
  newSubscription,
  removeSubscription,
  subscriptionIssues,
  subscriptionView,
  subscriptionViewWithSecret,
} from './subscriptions.ts'

t.test('every event of the contract can be subscribed to, except the test ping', async (t) => {
  t.strictSame(
    [...EVENT_TYPES].sort(),
    Object.keys(document.webhooks)
      .filter((type) => type.startsWith('kyc.'))
      .sort(),
  )
})

t.test('a URL that cannot be called is rejected', async (t) => {
  for (const [url, message] of [
    ['https://', /Not a valid URL/],
    ['https://hooks.example.com:0/x', /Not a valid URL/],
    ['https:///hooks.example.com/x', /Not a valid URL/],
    ['https://\\\\hooks.example.com/x', /Not a valid URL/],
    ['https://[::1', /Not a valid URL/],
    ['https://ex ample.com', /Not a valid URL/],
    ['https://a:99999', /Not a valid URL/],
    ['https://user@hooks.example.com', /user and password/],
    ['https://:secret@hooks.example.com/x', /user and password/],
  ] as const) {
    t.match(
      subscriptionIssues({ url }),
      [{ code: 'invalid_string', path: ['url'], message, param: 'url' }],
      url,
    )
  }
  for (const url of [
    'https://hooks.example.com',
    'https://127.0.0.1:8443/a?b=c',
    'https://[::1]/',
    'https://müller.example/x@y',
  ]) {
    t.strictSame(subscriptionIssues({ url }), [], url)
  }
  for (const input of [undefined, null, 3, [], {}, { url: 4 }, { url: 'http://schema.says.it' }]) {
    t.strictSame(subscriptionIssues(input), [])
  }
})

t.test('the world stores a subscription, and only one view shows its secret', async (t) => {
  const file = `${t.testdir()}/world.json`
  const ports = await portsWith(t, file)
  const organization = ports.world.organization('org_a')!
  const input = { url: 'https://a.example', events: ['kyc.session.expired'] }
  const made = await newSubscription(ports, organization, 'live', input, Date.UTC(2026, 0, 1))
  const again = (await World.open(file)).organization('org_a')!
  t.strictSame(again.webhook_subscriptions, [made])
  const view = {
    id: made.id,
    ...input,
    is_active: true,
    mode: 'live',
    created_at: '2026-01-01T00:00:00.000Z',
    disabled_at: null,
  }
  t.strictSame(subscriptionView(made), view)
  t.strictSame(subscriptionViewWithSecret(made), { ...view, secret: made.secrets[0]!.secret })
  t.match(
    subscriptionView({ ...made, status: 'disabled', disabled_at: '2026-01-02T00:00:00.000Z' }),
    { is_active: false, disabled_at: '2026-01-02T00:00:00.000Z' },
  )

  const second = await newSubscription(ports, organization, 'test', { url: 'https://b.example' }, 0)
  t.strictSame(organization.webhook_subscriptions, [made, second], 'after the existing ones')
  t.equal(await removeSubscription(ports, organization, 'whs_other'), false)
  t.equal(await removeSubscription(ports, organization, made.id), true)
  t.strictSame((await World.open(file)).organization('org_a')!.webhook_subscriptions, [second])
})

async function portsWith(
  t: { teardown(end: () => Promise<void>): unknown },
  file: string,
): Promise<Ports> {
  const organization: Organization = {
    id: 'org_a',
    name: 'A',
    region: 'us',
    plan: 'growth',
    tier: 'standard',
    wallet: { currency: 'USD', balance_minor: 1, status: 'active' },
    subscription: { status: 'active' },
    members: [],
    keys: [],
  }
  const records = openSqlite(':memory:')
  t.teardown(() => records.close())
  const world = await World.open(file, { version: 1, organizations: [organization] })
  const pdf = new PdfRenderer()
  t.teardown(() => pdf.close())
  return {
    clock: new SettableClock(),
    random: seededRandom('s'),
    records,
    world,
    pdf,
    uploads: new UploadReader(),
    origins: {},
    turns: newTurns(),
    wake: () => undefined,
    report: () => undefined,
    erased: () => undefined,
  }
}
