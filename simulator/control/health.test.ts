import t from 'tap'
import type { RunningSimulator } from '../server.ts'
import { type Client, client, demoKey } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, newSession, problemsOf } from './testing.ts'

interface Health {
  started_at: string
  regions: object
  counts: object
  next_job_at: string | null
  clock: object
}

t.test('health reports version, listeners, record counts and the next job', async (t) => {
  const { simulator, control } = await controlFor(t)
  await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
  const health = async () => dataOf<Health>(await control('GET', '/health'))
  const { us, eu } = simulator.base_urls
  t.match(await health(), {
    status: 'ok',
    clock: { now: '2026-11-20T09:00:00.000Z', frozen: true },
    regions: { us: { base_url: us, public_url: us }, eu: { base_url: eu, public_url: eu } },
    counts: { organizations: 4, keys: 18, webhook_subscriptions: 0 },
    next_job_at: null,
  })
  t.ok(
    Math.abs(Date.parse((await health()).started_at) - Date.now()) < 60_000,
    "started_at is the machine's time",
  )
  await sessionOf(simulator, 'org_acme')
  await control('POST', '/organizations/org_acme/webhook_subscriptions', {
    mode: 'test',
    url: 'https://hooks.example.com',
  })
  t.match(await health(), {
    counts: { webhook_subscriptions: 1 },
    next_job_at: '2026-11-27T09:00:00.000Z',
  })
})

t.test('the world shows whether receivers on this machine are called', async (t) => {
  for (const loopbackReceivers of [true, false]) {
    const { control } = await controlFor(t, { loopbackReceivers })
    t.match(dataOf(await control('GET', '/world')), { loopback_receivers: loopbackReceivers })
  }
})

t.test('SUB-007 the world shows no secret', async (t) => {
  const { simulator, control } = await controlFor(t)
  const body = { mode: 'test', url: 'https://hooks.example.com' }
  const { secret } = dataOf<{ secret: string }>(
    await control('POST', '/organizations/org_acme/webhook_subscriptions', body),
  )
  const shown = (await control('GET', '/world')).text
  const { organizations } = simulator.ports.world.file
  t.equal(
    dataOf<{ organizations: unknown[] }>(await control('GET', '/world')).organizations.length,
    organizations.length,
  )
  for (const { key_sha256 } of organizations.flatMap(({ keys }) => keys))
    t.notOk(shown.includes(key_sha256!))
  for (const word of [secret, 'whsec_', 'ah_sk_', 'sha256']) t.notOk(shown.includes(word), word)
  t.match(shown, demoKey('org_acme').slice(-4), 'but a hint that tells keys apart')
})

t.test(
  'the reset of one organization deletes its records and resets the budgets of its keys',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
    for (const id of ['org_acme', 'org_globex'])
      await control('PATCH', `/organizations/${id}`, { budgets: { reads: 3 } })
    const mine = await traces(simulator, control, 'org_acme')
    const other = await traces(simulator, control, 'org_globex')
    const worldBefore = (await control('GET', '/world')).text
    const reply = dataOf(await control('POST', '/reset', { organization: 'org_acme' }))
    t.strictSame(reply, {
      organization: 'org_acme',
      mode: null,
      world: false,
      counts: { organizations: 4, keys: 18, webhook_subscriptions: 2 },
    })

    t.strictSame(await seen(control, 'org_acme'), { activity: 0, events: 0, deliveries: 0 })
    for (const { call, session } of mine) {
      t.equal(
        (await call('GET', '/v1/sessions')).headers.get('x-ratelimit-remaining'),
        '2',
        'one of three is used again',
      )
      t.strictSame(
        [(await call('GET', '/v1/sessions')).json<{ data: unknown[] }>().data.length],
        [0],
      )
      t.equal(codeOf(await call('GET', `/v1/sessions/${session}`)), 'resource_not_found')
    }
    t.equal((await control('GET', '/world')).text, worldBefore, 'the world is untouched')
    t.strictSame(
      await seen(control, 'org_globex'),
      { activity: 2, events: 2, deliveries: 1 },
      'and so are the other organizations',
    )
    for (const { call, session } of other) {
      const { status, headers } = await call('GET', `/v1/sessions/${session}`)
      t.strictSame(
        [status, headers.get('x-ratelimit-remaining')],
        [200, '1'],
        'whose used budgets do not change',
      )
    }
    t.equal(
      codeOf(await control('POST', '/reset', { organization: 'org_nobody' })),
      'resource_not_found',
    )
  },
)

t.test(
  'PLN-026 PLN-027 the test data of one organization is deleted for good; the rest stays',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
    const [test, live] = await traces(simulator, control, 'org_acme')
    const [other] = await traces(simulator, control, 'org_globex')
    t.match(dataOf(await control('POST', '/reset', { organization: 'org_acme', mode: 'test' })), {
      mode: 'test',
    })
    const status = async ({ call, session }: Traced) =>
      (await call('GET', `/v1/sessions/${session}`)).status
    t.strictSame([await status(test), await status(live), await status(other)], [404, 200, 200])
    t.strictSame(
      await seen(control, 'org_acme'),
      { activity: 1, events: 1, deliveries: 0 },
      'only live data remains',
    )
    await control('POST', '/clock/set', { at: '2026-11-19T09:00:00Z' })
    t.equal(await status(test), 404, 'setting the clock back does not restore it')
    await control('POST', '/reset', { mode: 'live' })
    t.strictSame(
      [await status(live), await status(other)],
      [404, 200],
      'one mode of all organizations',
    )
  },
)

t.test('a reset without a name deletes all records and keeps the world', async (t) => {
  const { simulator, control } = await controlFor(t)
  await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
  await traces(simulator, control, 'org_acme')
  const [{ call, session }] = await traces(simulator, control, 'org_globex')
  const worldBefore = (await control('GET', '/world')).text
  t.match(dataOf(await control('POST', '/reset')), { organization: null, world: false })
  t.equal((await control('GET', '/world')).text, worldBefore)
  for (const id of ['org_acme', 'org_globex']) {
    t.strictSame(await seen(control, id), { activity: 0, events: 0, deliveries: 0 }, id)
  }
  t.equal(codeOf(await call('GET', `/v1/sessions/${session}`)), 'resource_not_found')
  t.match(dataOf(await control('GET', '/health')), { next_job_at: null }, 'no job remains')
})

t.test('a reset of the world restores the initial world of the simulator', async (t) => {
  const { simulator, control } = await controlFor(t)
  const worldOf = async () =>
    dataOf<{ organizations: unknown }>(await control('GET', '/world')).organizations
  const before = await worldOf()
  await control('POST', '/clock/freeze', { at: '2001-01-01T00:00:00Z' })
  const made = dataOf<{ id: string }>(
    await control('POST', '/organizations', { name: 'Run', region: 'us' }),
  )
  const { key } = dataOf<{ key: string }>(
    await control('POST', `/organizations/${made.id}/keys`, { type: 'sk', mode: 'test' }),
  )
  await control('DELETE', '/organizations/org_nord')
  await control('PATCH', '/organizations/org_acme', { name: 'Other' })
  const [{ call, session }] = await traces(simulator, control, 'org_acme')
  t.notSame(await worldOf(), before)

  t.match(dataOf(await control('POST', '/reset', { world: true })), {
    organization: null,
    world: true,
    counts: { organizations: 4, keys: 18, webhook_subscriptions: 0 },
  })
  t.strictSame(await worldOf(), before)
  t.equal(codeOf(await client(simulator, key)('GET', '/v1/sessions')), 'invalid_api_key')
  t.equal((await client(simulator, demoKey('org_nord'), 'eu')('GET', '/v1/sessions')).status, 200)
  t.equal(codeOf(await call('GET', `/v1/sessions/${session}`)), 'resource_not_found')
  const { now, frozen } = dataOf<{ now: string; frozen: boolean }>(await control('GET', '/clock'))
  t.ok(
    !frozen && Math.abs(Date.parse(now) - Date.now()) < 60_000,
    'the clock follows the machine again',
  )
})

t.test(
  'without an initial world, a reset leaves an empty world; a single organization is not restored',
  async (t) => {
    const { control } = await controlFor(t, { world: { version: 1, organizations: [] } })
    await control('POST', '/organizations', { id: 'org_run', name: 'Run', region: 'us' })
    for (const part of [{ organization: 'org_run' }, { mode: 'test' }]) {
      t.strictSame(problemsOf(await control('POST', '/reset', { ...part, world: true })), [
        'custom world',
      ])
    }
    t.strictSame(
      problemsOf(await control('POST', '/reset', { organisation: 'org_run' })),
      ['unrecognized_keys '],
      'a misspelt name deletes nothing',
    )
    t.match(dataOf(await control('GET', '/health')), { counts: { organizations: 1 } })
    await control('POST', '/reset', { world: true })
    t.match(dataOf(await control('GET', '/health')), { counts: { organizations: 0 } })
  },
)

async function sessionOf(
  simulator: RunningSimulator,
  organization: string,
  mode: 'test' | 'live' = 'test',
): Promise<{ call: Client; session: string }> {
  const call = client(simulator, demoKey(organization, mode))
  return { call, session: await newSession(call) }
}

/**
 * Creates a finished session, one image view and one of three reads in each mode; in test mode also a failed delivery.
 */
async function traces(
  simulator: RunningSimulator,
  control: Client,
  organization: string,
): Promise<[Traced, Traced]> {
  await control('POST', `/organizations/${organization}/webhook_subscriptions`, {
    mode: 'test',
    url: 'https://127.0.0.1:9/never-called',
  })
  const traced: Traced[] = []
  for (const mode of ['test', 'live'] as const) {
    const { call, session } = await sessionOf(simulator, organization, mode)
    await control('POST', `/sessions/${session}/journey`, { action: 'submit' })
    await call('GET', `/v1/sessions/${session}/idv-image/front`)
    await call('GET', `/v1/sessions/${session}`)
    traced.push({ call, session })
  }
  await control('POST', '/settle')
  return traced as [Traced, Traced]
}

interface Traced {
  call: Client
  session: string
}

async function seen(control: Client, organization: string): Promise<Record<string, number>> {
  const count = async (log: string) =>
    dataOf<unknown[]>(await control('GET', `/${log}?organization=${organization}`)).length
  return {
    activity: await count('activity'),
    events: await count('events'),
    deliveries: await count('deliveries'),
  }
}

t.test('a path of the other listener is 404, with the place where it is served', async (t) => {
  const { simulator } = await controlFor(t)
  const messageAt = async (url: string): Promise<string> => {
    const response = await fetch(url)
    t.equal(response.status, 404)
    return ((await response.json()) as { error: { message: string } }).error.message
  }
  const { us, eu } = simulator.base_urls
  for (const path of ['v1/sessions', 'sdk/v1/sessions/me', '.well-known/esign-keys'])
    t.ok((await messageAt(`${simulator.control_url}/${path}`)).endsWith(`: us ${us}, eu ${eu}.`))
  t.match(await messageAt(`${us}/control/v1/health`), 'The control API is at the control URL')
  t.equal(await messageAt(`${us}/v1/nothing`), 'No such resource.')
  t.equal(await messageAt(`${simulator.control_url}/nothing`), 'No such resource.')
})
