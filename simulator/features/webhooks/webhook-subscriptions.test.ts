import t from 'tap'
import { caller, eventConforms } from '../../testing/contract.ts'
import { receiverFor, signedWith } from '../../testing/receiver.ts'
import { data, problems, refusal, controlClient } from '../../testing/control-client.ts'
import {
  type Client,
  type Reply,
  client,
  demoKey,
  roomyWorld,
  simulatorFor,
} from '../../testing/simulator.ts'
import type { WebhookSubscription } from '../../world/world.ts'

interface Subscription {
  id: string
  url: string
  events: string[]
  is_active: boolean
  mode: string
  created_at: string
  disabled_at: string | null
  secret?: string
}

interface Page {
  data: Subscription[]
  next_cursor: string | null
}

const ALL = [
  'kyc.session.completed',
  'kyc.session.cancelled',
  'kyc.session.manual_review_requested',
  'kyc.session.form_flagged',
  'kyc.session.expired',
  'kyc.session.document_signed',
  'kyc.session.document_declined',
  'kyc.session.skipped_by_applicant',
]

const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const acme = caller(simulator, demoKey('org_acme'))
const acmeLive = caller(simulator, demoKey('org_acme', 'live'))
const globex = caller(simulator, demoKey('org_globex'))
const umbra = caller(simulator, demoKey('org_umbra'), 'eu')
const control = controlClient(simulator)
await control.freeze('2026-11-20T08:00:00.000Z')

/** An address without a receiver (RFC 5737), so that nobody is called. */
const URL = 'https://192.0.2.7/vskit'
const at = (id: string): string => `/v1/webhook-subscriptions/${id}`
const post = (body: unknown, as: Client = acme): Promise<Reply> =>
  as('POST', '/v1/webhook-subscriptions', body)

async function subscribed(
  url: string = URL,
  events: string[] = ALL,
  as: Client = acme,
): Promise<Subscription> {
  return data<Subscription>(await post({ url, events }, as))
}

async function cancelled(as: Client = acme): Promise<string> {
  const { id } = data<{ id: string }>(await as('POST', '/v1/sessions', {}))
  await control.cancel(id)
  return id
}

t.test(
  'SUB-003 SUB-004 SUB-005 SUB-006 SUB-007 HDR-017 a secret of 32 bytes, shown once',
  async (t) => {
    const reply = await post({ url: URL, events: ['kyc.session.completed', 'kyc.session.expired'] })
    t.equal(reply.status, 201)
    const { secret, ...subscription } = data<Subscription>(reply)
    t.strictSame(subscription, {
      id: subscription.id,
      url: URL,
      events: ['kyc.session.completed', 'kyc.session.expired'],
      is_active: true,
      mode: 'test',
      created_at: '2026-11-20T08:00:00.000Z',
      disabled_at: null,
    })
    t.match(secret, /^whsec_/)
    t.equal(Buffer.from(secret!.slice('whsec_'.length), 'base64').length, 32)
    t.not((await subscribed()).secret, secret, 'each has its own')
    t.strictSame(data(await acme('GET', at(subscription.id))), subscription)
    for (const { text } of [
      await acme('GET', at(subscription.id)),
      await acme('GET', '/v1/webhook-subscriptions?limit=100'),
      await acme('PATCH', at(subscription.id), { is_active: true }),
      await control.ask('GET', '/organizations/org_acme'),
      await control.ask('GET', '/organizations/org_acme/webhook_subscriptions'),
      await control.ask('GET', '/world'),
    ]) {
      t.ok(text.includes(subscription.id), 'it is there')
      t.notOk(text.includes('whsec_') || text.includes(secret!.slice(6)), 'its secret is not')
    }
  },
)

t.test('SUB-001 SUB-002 only https URLs that can be called', async (t) => {
  for (const url of [
    'http://hooks.example.com/',
    'HTTP://hooks.example.com/',
    'ftp://hooks.example.com',
    '//hooks.example.com',
    'hooks.example.com',
    'javascript:alert(1)',
    '',
    ' https://hooks.example.com',
    'https://',
    'https:///hooks.example.com/',
    'https://user:pass@hooks.example.com/',
    'https://hooks.example.com:99999/',
  ]) {
    const reply = await post({ url, events: ALL })
    t.equal(refusal(reply), '422 validation_error', url)
    t.match(problems(reply), [/^(invalid_string|too_small) url$/], url)
  }
  t.strictSame(
    problems(await post({ url: `https://hooks.example.com/${'x'.repeat(2048)}`, events: ALL })),
    ['too_big url'],
  )
  t.match(
    (await post({ url: 'http://localhost:3000/', events: ALL })).text,
    /Expected an https:\/\/ URL\. For a receiver on plain HTTP, run vskit listen --forward-to URL/,
  )
  const shouted = await post({ url: 'HTTPS://hooks.example.com/', events: ALL })
  t.equal(shouted.status, 201)
  await acme('DELETE', at(data<{ id: string }>(shouted).id))
  const { id } = await subscribed()
  t.match(problems(await acme('PATCH', at(id), { url: 'http://hooks.example.com/' })), [
    'invalid_string url',
  ])
  t.match(data(await acme('GET', at(id))), { url: URL }, 'a rejected request changes nothing')
})

t.test('a receiver that will not be called is accepted with a warning and a remedy', async (t) => {
  const warning = (reply: Reply) => reply.headers.get('x-simulator-warning')
  const calls = {
    'public API': (url: string) => post({ url, events: ALL }),
    'control API': (url: string) =>
      control.ask('POST', '/organizations/org_acme/webhook_subscriptions', { mode: 'test', url }),
  }
  for (const [name, create] of Object.entries(calls)) {
    const reply = await create('https://10.1.2.3:8443/')
    t.equal(reply.status, 201, name)
    t.equal(
      warning(reply),
      'Deliveries to 10.1.2.3 will fail with blocked_address. Start the simulator with --allow-receivers 10.1.2.3, or use vskit listen.',
      name,
    )
    for (const host of ['hooks.example.com', '8.8.8.8', '127.0.0.1', 'localhost']) {
      const made = await create(`https://${host}/`)
      t.equal(warning(made), null, `${name}: ${host}`)
      // Later tests would call the public addresses, and wait for them.
      await acme('DELETE', at(data<{ id: string }>(made).id))
    }
  }
  const { id } = await subscribed()
  t.match(warning(await acme('PATCH', at(id), { url: 'https://10.1.2.3/' })), /10\.1\.2\.3/)
})

t.test('EVT-018 EVT-020 VER-012 the events that can be chosen', async (t) => {
  t.strictSame((await subscribed(URL, ALL)).events, ALL, 'including the reserved one')
  for (const event of ALL) {
    t.match(event, /^kyc\.[a-z]+\.[a-z_]+$/)
    t.strictSame((await subscribed(URL, [event])).events, [event])
  }
  for (const events of [
    ['kyc.session.created'],
    ['*'],
    ['KYC.SESSION.COMPLETED'],
    ['webhook.test_ping'],
    [''],
    [null],
    [1],
  ]) {
    t.match(
      problems(await post({ url: URL, events })),
      [/^invalid_(enum_value|type) events\.0$/],
      JSON.stringify(events),
    )
  }
  t.match(problems(await post({ url: URL, events: [] })), ['too_small events'])
  t.equal((await post({ url: URL, events: [ALL[0], ALL[0]] })).status, 422)
  t.match(problems(await post({ url: URL })), ['invalid_type events'])
  t.match(problems(await post({ url: URL, events: ALL[0] })), ['invalid_type events'])
  t.match(problems(await post({ url: URL, events: ALL, secret: 'mine', mode: 'live' })), [
    'unrecognized_keys ',
  ])
})

t.test('the list: this organization and mode, newest first, in pages', async (t) => {
  const nord = caller(simulator, demoKey('org_nord'), 'eu')
  const ids: string[] = []
  for (let i = 0; i < 7; i++) ids.unshift((await subscribed(`${URL}/${i}`, ALL, nord)).id)
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = `limit=3${cursor && `&cursor=${cursor}`}`
    const page: Page = (await nord('GET', `/v1/webhook-subscriptions?${query}`)).json<Page>()
    found.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  }
  t.strictSame(found, ids)
  await subscribed(URL, ALL, nord)
  await nord('DELETE', at(ids[3]!))
  t.equal(
    (await nord('GET', '/v1/webhook-subscriptions')).json<{ data: unknown[] }>().data.length,
    7,
  )
})

t.test(
  'deletions between two pages of the list repeat no subscription and skip none',
  async (t) => {
    for (const deleted of [[0], [4], [3], [2], [0, 1, 4, 5], [0, 1, 2, 3, 4, 5]]) {
      // Without positions, as in a file of an earlier version.
      const world = roomyWorld((organization) => {
        if (organization.id !== 'org_acme') return
        organization.webhook_subscriptions = Array.from({ length: 6 }, (_, i) => storedAt(i))
      })
      const owner = caller(await simulatorFor(t, { world }), demoKey('org_acme'))
      const list = async (query: string): Promise<Page> =>
        (await owner('GET', `/v1/webhook-subscriptions?limit=3${query}`)).json<Page>()
      const first = await list('')
      t.strictSame(
        first.data.map(({ id }) => id),
        ['whs_stored_5', 'whs_stored_4', 'whs_stored_3'],
      )
      for (const i of deleted) t.equal((await owner('DELETE', at(`whs_stored_${i}`))).status, 204)
      const { id } = await subscribed(URL, ALL, owner)
      const second = await list(`&cursor=${first.next_cursor}`)
      t.strictSame(
        second.data.map((subscription) => subscription.id),
        [2, 1, 0].filter((i) => !deleted.includes(i)).map((i) => `whs_stored_${i}`),
        `after deleting ${deleted.join()}`,
      )
      t.equal((await list('')).data[0]!.id, id, 'a new one is the newest')
    }
  },
)

const storedAt = (i: number): WebhookSubscription => ({
  id: `whs_stored_${i}`,
  mode: 'test',
  url: URL,
  events: ALL,
  secrets: [{ secret: `whsec_${'A'.repeat(43)}=` }],
  status: 'enabled',
  created_at: '2026-11-20T08:00:00.000Z',
})

t.test(
  'PLN-002 PLN-007 a subscription is visible only in its own organization, mode and region',
  async (t) => {
    const { id } = await subscribed()
    for (const [who, key] of [
      ['another organization', globex],
      ['live mode', acmeLive],
      ['the other region', umbra],
    ] as const) {
      for (const [method, body] of [
        ['GET'],
        ['PATCH', { is_active: false }],
        ['DELETE'],
      ] as const) {
        t.equal(
          refusal(await key(method, at(id), body)),
          '404 resource_not_found',
          `${method} by ${who}`,
        )
      }
      t.notMatch((await key('GET', '/v1/webhook-subscriptions?limit=100')).text, id)
    }
    t.match(data(await acme('GET', at(id))), { is_active: true })
  },
)

t.test(
  'EVT-001 SUB-003 a receiver gets the chosen events, however its subscription was created',
  async (t) => {
    const chosen = await receiverFor(t)
    const everything = await receiverFor(t)
    const nothing = await receiverFor(t)
    await subscribed(chosen.url, ['kyc.session.expired', 'kyc.session.cancelled'])
    const made = await control.call<Subscription>(
      'POST',
      '/organizations/org_acme/webhook_subscriptions',
      { mode: 'test', url: everything.url },
    )
    t.strictSame(made.events, ALL, 'all, unless some are named')
    await subscribed(nothing.url, ['kyc.session.form_flagged'])
    const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
    await control.journey(id, 'submit')
    const other = await cancelled()
    await control.settle()
    t.strictSame(
      chosen.deliveries.map(({ body }) => JSON.parse(body).sessionId),
      [other],
    )
    t.strictSame(
      everything.deliveries.map(({ body }) => JSON.parse(body).sessionId).sort(),
      [id, other].sort(),
    )
    t.equal(nothing.deliveries.length, 0)
    for (const delivery of everything.deliveries) {
      t.equal(delivery.method, 'POST')
      t.equal(delivery.path, '/hooks')
      t.ok(signedWith(made.secret!, delivery))
      eventConforms(JSON.parse(delivery.body).type, delivery.body)
    }
  },
)

t.test(
  'PLN-015 PLN-030 a receiver gets events of its own mode, organization and region only',
  async (t) => {
    const test = await receiverFor(t)
    const live = await receiverFor(t)
    const foreign = await receiverFor(t)
    await subscribed(test.url)
    await subscribed(live.url, ALL, acmeLive)
    await subscribed(foreign.url, ALL, globex)
    await subscribed(foreign.url, ALL, umbra)
    const ids = { test: await cancelled(), live: await cancelled(acmeLive) }
    await control.settle()
    t.match(
      test.deliveries.map(({ body }) => JSON.parse(body)),
      [{ sessionId: ids.test, mode: 'test' }],
    )
    t.equal(test.deliveries.length, 1)
    t.match(
      live.deliveries.map(({ body }) => JSON.parse(body)),
      [{ sessionId: ids.live, mode: 'live' }],
    )
    t.equal(live.deliveries.length, 1)
    t.equal(foreign.deliveries.length, 0)
  },
)

t.test(
  'an update changes URL and events of later deliveries; a pause holds all of them',
  async (t) => {
    const old = await receiverFor(t)
    const next = await receiverFor(t)
    const { id, secret } = await subscribed(old.url, ['kyc.session.cancelled'])
    t.match(data(await acme('PATCH', at(id), {})), {
      url: old.url,
      events: ['kyc.session.cancelled'],
      is_active: true,
    })
    t.match(data(await acme('PATCH', at(id), { url: next.url })), {
      url: next.url,
      events: ['kyc.session.cancelled'],
    })
    await cancelled()
    await control.settle()
    t.strictSame([old.deliveries.length, next.deliveries.length], [0, 1])
    t.ok(signedWith(secret!, next.deliveries[0]!), 'the secret stays')
    await acme('PATCH', at(id), { events: ['kyc.session.expired'] })
    await cancelled()
    await control.settle()
    t.equal(next.deliveries.length, 1)
    await acme('PATCH', at(id), { events: ALL })
    t.match(data(await acme('PATCH', at(id), { is_active: false })), {
      is_active: false,
      disabled_at: '2026-11-20T08:00:00.000Z',
    })
    await control.advance(60)
    t.match(
      data(await acme('PATCH', at(id), { is_active: false })),
      { disabled_at: '2026-11-20T08:00:00.000Z' },
      'paused once',
    )
    await cancelled()
    await control.settle()
    t.equal(next.deliveries.length, 1, 'nothing while it is paused')
    t.match(data(await acme('PATCH', at(id), { is_active: true })), {
      is_active: true,
      disabled_at: null,
    })
    const session = await cancelled()
    await control.settle()
    t.strictSame(
      next.deliveries.slice(1).map(({ body }) => JSON.parse(body).sessionId),
      [session],
      'nor afterwards the events of the meantime',
    )
    t.match(problems(await acme('PATCH', at(id), { is_active: 'yes' })), ['invalid_type is_active'])
    t.match(problems(await acme('PATCH', at(id), { status: 'enabled' })), ['unrecognized_keys '])
  },
)

t.test('a deleted subscription gets nothing more, and its rows stay', async (t) => {
  const receiver = await receiverFor(t, 500)
  const { id } = await subscribed(receiver.url)
  const session = await cancelled()
  await control.settle()
  t.equal(receiver.deliveries.length, 1)
  t.equal((await acme('DELETE', at(id))).status, 204)
  t.equal(refusal(await acme('GET', at(id))), '404 resource_not_found')
  t.equal(refusal(await acme('DELETE', at(id))), '404 resource_not_found')
  await control.advance(24 * 3600)
  await cancelled()
  await control.settle()
  t.equal(receiver.deliveries.length, 1, 'no retry, no event')
  t.match((await acme('GET', `/v1/webhook-events?subscription_id=${id}`)).json(), {
    data: [{ session_id: session, attempt: 1 }],
  })
})

t.test('scopes: webhooks:read to read, webhooks:write to change', async (t) => {
  const { id } = await subscribed()
  const keyWith = async (scope: string): Promise<Client> => {
    const { key } = await control.call<{ key: string }>('POST', '/organizations/org_acme/keys', {
      type: 'sk',
      mode: 'test',
      scopes: [scope],
    })
    return client(simulator, key)
  }
  const reader = await keyWith('webhooks:read')
  const writer = await keyWith('webhooks:write')
  const answered = async (as: Client): Promise<number[]> => [
    (await as('GET', '/v1/webhook-subscriptions')).status,
    (await as('GET', at(id))).status,
    (await as('GET', '/v1/webhook-events')).status,
    (await post({ url: URL, events: ALL }, as)).status,
    (await as('PATCH', at(id), {})).status,
    (await as('DELETE', at(id))).status,
  ]
  t.strictSame(await answered(reader), [200, 200, 200, 403, 403, 403])
  t.strictSame(await answered(writer), [403, 403, 403, 201, 200, 204])
})
