import t from 'tap'
import { EVENT_TYPES } from '../features/webhooks/subscriptions.ts'
import { client, demoKey } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, newSession, problemsOf } from './testing.ts'

interface Subscription {
  id: string
  secret: string
  events: string[]
  url: string
}

const PATH = '/organizations/org_acme/webhook_subscriptions'
const URL = 'https://hooks.example.com/vskit'

t.test(
  'SUB-004 SUB-005 SUB-006 SUB-007 a secret of 32 bytes is generated, shown once, and never again',
  async (t) => {
    const { control } = await controlFor(t)
    const reply = await control('POST', PATH, { mode: 'test', url: URL })
    t.equal(reply.status, 201)
    const { secret, ...rest } = dataOf<Subscription>(reply)
    t.equal(Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length, 32)
    t.strictSame(rest.events, [...EVENT_TYPES], 'all event types')
    t.strictSame(dataOf(await control('GET', PATH)), [rest])
    t.not(
      dataOf<Subscription>(await control('POST', PATH, { mode: 'test', url: URL })).secret,
      secret,
    )
    for (const path of [PATH, '/organizations/org_acme', '/organizations', '/world']) {
      t.notOk((await control('GET', path)).text.includes('whsec_'), path)
    }
  },
)

t.test('SUB-003 a subscription receives only its event types, of its own mode', async (t) => {
  const { simulator, control } = await controlFor(t)
  const url = 'https://127.0.0.1:9/never-called'
  const ids: Record<string, string> = {}
  for (const [name, body] of Object.entries({
    all: { mode: 'test' },
    cancelled: { mode: 'test', events: ['kyc.session.cancelled'] },
    completed: { mode: 'test', events: ['kyc.session.completed'] },
    live: { mode: 'live' },
  }))
    ids[dataOf<Subscription>(await control('POST', PATH, { url, ...body })).id] = name
  const session = await newSession(client(simulator, demoKey('org_acme')))
  await control('POST', `/sessions/${session}/cancel`)
  await control('POST', '/settle')
  const tried = dataOf<{ subscription_id: string }[]>(await control('GET', '/deliveries')).map(
    ({ subscription_id }) => ids[subscription_id],
  )
  t.strictSame(tried.sort(), ['all', 'cancelled'])
})

t.test('SUB-001 SUB-002 invalid receivers are rejected', async (t) => {
  const { control } = await controlFor(t)
  for (const [body, problem] of [
    [{ mode: 'test', url: 'http://hooks.example.com' }, 'invalid_string url'],
    [{ mode: 'test', url: 'hooks.example.com' }, 'invalid_string url'],
    [{ mode: 'test', url: 'https://user:pass@hooks.example.com' }, 'invalid_string url'],
    [{ mode: 'test', url: URL, events: [] }, 'too_small events'],
    [{ mode: 'test', url: URL, events: ['kyc.session.vanished'] }, 'invalid_enum_value events.0'],
    [{ mode: 'test', url: URL, secret: 'whsec_mine' }, 'unrecognized_keys '],
    [{ url: URL }, 'invalid_type mode'],
  ] as const)
    t.ok(problemsOf(await control('POST', PATH, body)).includes(problem), JSON.stringify(body))
  t.strictSame(dataOf(await control('GET', PATH)), [])
  t.equal(
    codeOf(
      await control('POST', '/organizations/org_nobody/webhook_subscriptions', {
        mode: 'test',
        url: URL,
      }),
    ),
    'resource_not_found',
  )
})

t.test(
  'SUB-009 SUB-010 SUB-011 owner and admin configure subscriptions, and no other member does',
  async (t) => {
    const { control } = await controlFor(t)
    const ids = async () => dataOf<{ id: string }[]>(await control('GET', PATH)).map(({ id }) => id)
    const create = (member_id: string) =>
      control('POST', PATH, { mode: 'test', url: URL, member_id })
    const refused = { code: 'role_not_allowed', details: { allowed_roles: ['owner', 'admin'] } }
    for (const member of ['mem_acme_owner', 'mem_acme_admin']) {
      const { id } = dataOf<Subscription>(await create(member))
      t.strictSame(await ids(), [id], member)
      t.equal((await control('DELETE', `${PATH}/${id}?member_id=${member}`)).status, 200)
      t.strictSame(await ids(), [], member)
    }
    const { id } = dataOf<Subscription>(await create('mem_acme_owner'))
    for (const role of ['reviewer', 'developer']) {
      const member_id = `mem_acme_${role}`
      for (const reply of [
        await create(member_id),
        await control('DELETE', `${PATH}/${id}?member_id=${member_id}`),
      ]) {
        t.equal(reply.status, 403)
        t.match(reply.json(), { error: { ...refused, details: { member_id, role } } })
      }
    }
    t.strictSame(await ids(), [id], 'nothing was created or deleted')
    await control('PATCH', '/organizations/org_acme', {
      members: [
        { id: 'mem_acme_reviewer', name: 'Celeste', email: 'celeste@acme.example', role: 'admin' },
      ],
    })
    t.equal((await create('mem_acme_reviewer')).status, 201, 'the current role of the member')
    for (const stranger of ['mem_acme_owner', 'mem_nobody']) {
      t.strictSame(problemsOf(await create(stranger)), ['custom member_id'])
      t.strictSame(problemsOf(await control('DELETE', `${PATH}/${id}?member_id=${stranger}`)), [
        'custom member_id',
      ])
    }
  },
)

t.test('a deleted subscription receives nothing more, not even pending deliveries', async (t) => {
  const { simulator, control } = await controlFor(t)
  await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
  const { id } = dataOf<Subscription>(
    await control('POST', PATH, { mode: 'test', url: 'https://127.0.0.1:9/never-called' }),
  )
  const session = await newSession(client(simulator, demoKey('org_acme')))
  await control('POST', `/sessions/${session}/cancel`)
  await control('POST', '/settle')
  t.strictSame(dataOf(await control('DELETE', `${PATH}/${id}`)), { id, deleted: true })
  await control('POST', '/clock/advance', { seconds: 86_400 })
  t.equal(
    dataOf<unknown[]>(await control('GET', '/deliveries')).length,
    1,
    'the row of the first attempt stays; no retry follows',
  )
  t.equal(codeOf(await control('DELETE', `${PATH}/${id}`)), 'resource_not_found')
  const kept = dataOf<Subscription>(await control('POST', PATH, { mode: 'test', url: URL }))
  t.equal(
    codeOf(await control('DELETE', `/organizations/org_globex/webhook_subscriptions/${kept.id}`)),
    'resource_not_found',
    'only by its own organization',
  )
})

async function withSubscriptions(t: Parameters<typeof controlFor>[0]) {
  const { simulator, control } = await controlFor(t)
  const made = async (mode: string): Promise<Subscription> =>
    dataOf(await control('POST', PATH, { mode, url: URL }))
  return { simulator, control, made }
}

t.test('a subscription of either mode is changed, paused and resumed', async (t) => {
  const { control, made } = await withSubscriptions(t)
  const { id } = await made('live')
  const change = async (body: object): Promise<object> =>
    dataOf(await control('PATCH', `${PATH}/${id}`, body))
  t.match(await change({ events: ['kyc.session.expired'] }), {
    id,
    events: ['kyc.session.expired'],
    is_active: true,
  })
  t.match(await change({ is_active: false }), { is_active: false, disabled_at: /Z$/ })
  t.match(await change({ is_active: true }), { is_active: true, disabled_at: null })
  t.strictSame(
    problemsOf(await control('PATCH', `${PATH}/${id}`, { url: 'http://plain.example' })),
    ['invalid_string url'],
  )
  t.equal(codeOf(await control('PATCH', `${PATH}/whs_nobody`, {})), 'resource_not_found')
})

t.test('its secret is rotated, and only that response shows it', async (t) => {
  const { control, made } = await withSubscriptions(t)
  const { id, secret } = await made('test')
  const rotated = dataOf<Subscription>(await control('POST', `${PATH}/${id}/rotate_secret`))
  t.match(rotated.secret, /^whsec_/)
  t.not(rotated.secret, secret)
  t.notOk((await control('GET', PATH)).text.includes(rotated.secret))
})

t.test('the test ping is in the delivery log', async (t) => {
  const { control, made } = await withSubscriptions(t)
  const { id } = await made('test')
  const { event_id } = dataOf<{ event_id: string }>(await control('POST', `${PATH}/${id}/test`))
  t.match(event_id, /^evt_/)
  await control('POST', '/settle')
  t.match((await control('GET', `/deliveries?subscription_id=${id}`)).json(), {
    data: [{ session_id: null, attempt: 1 }],
  })
})

t.test('SUB-009 SUB-010 SUB-011 only an owner or an admin may manage subscriptions', async (t) => {
  const { simulator, control, made } = await withSubscriptions(t)
  const { id } = await made('test')
  const { members } = simulator.ports.world.organization('org_acme')!
  const tried = async (member: string): Promise<(string | number)[]> => [
    codeOf(await control('PATCH', `${PATH}/${id}?member_id=${member}`, { is_active: false })),
    codeOf(await control('POST', `${PATH}/${id}/test?member_id=${member}`)),
    codeOf(await control('POST', `${PATH}/${id}/rotate_secret?member_id=${member}`)),
  ]
  const denied = members.find(({ role }) => role === 'reviewer')!
  t.strictSame(await tried(denied.id), ['role_not_allowed', 'role_not_allowed', 'role_not_allowed'])
  t.strictSame(await tried('mem_nobody'), [
    'validation_error',
    'validation_error',
    'validation_error',
  ])
  const admin = members.find(({ role }) => role === 'admin')!
  t.equal((await control('POST', `${PATH}/${id}/test?member_id=${admin.id}`)).status, 202)
})
