import t from 'tap'
import { codeOf, dataOf, problemsOf } from '../control/testing.ts'
import { partsOf } from '../replicas/testing.ts'
import { client } from '../testing/simulator.ts'
import { FROZEN_AT, OWNERS, emptyStore, regional, serverOf, sessionsIn } from './testing.ts'

interface Fault {
  id: string
  active: boolean
  hits: { count: number; last: object[] }
}

const REGIONS = ['us', 'eu'] as const
const server = await serverOf(t)

t.test('faults', async (t) => {
  const one = await regional(t, await emptyStore(server))
  const { control } = one
  const set = async (body: object): Promise<Fault> =>
    dataOf(await control('POST', '/faults', { effect: { error: 'internal_error' }, ...body }))
  const seen = async (): Promise<Fault[]> => dataOf(await control('GET', '/faults'))
  const statuses = async (): Promise<number[]> => [
    (await one.us('GET', '/v1/sessions')).status,
    (await one.eu('GET', '/v1/sessions')).status,
  ]
  t.beforeEach(async () => {
    await control('POST', '/reset', {})
  })

  t.test('one for an organization or a key affects its region only', async (t) => {
    for (const region of REGIONS) {
      const organization = OWNERS[region]
      const { id, keys } = dataOf<{ id: string; keys: { id: string; type: string }[] }>(
        await control('GET', `/organizations/${organization}`),
      )
      const key_id = keys.find(({ type }) => type === 'sk')!.id
      for (const target of [{ organization: id }, { match: { key_id } }]) {
        const { id: fault } = await set({ operation: 'listSessions', ...target, times: 2 })
        t.strictSame(await statuses(), region === 'us' ? [500, 200] : [200, 500])
        t.match(await seen(), [{ id: fault, active: true, hits: { count: 1 } }])
        t.equal((await control('DELETE', `/faults/${fault}`)).status, 200)
        t.strictSame(await statuses(), [200, 200])
      }
      t.equal(
        dataOf<object[]>(await control('GET', `/faults?organization=${organization}`)).length,
        0,
      )
    }
  })

  t.test('one for all organizations is counted in each region, and shown once', async (t) => {
    const { id } = await set({ operation: 'listSessions', times: 1 })
    t.equal((await one.eu('GET', '/v1/sessions')).status, 500)
    t.match(await seen(), [{ id, active: true, hits: { count: 1 } }])
    t.strictSame(await statuses(), [500, 200])
    const [fault, ...others] = await seen()
    t.match(fault, { id, active: false, hits: { count: 2 } })
    t.equal(fault!.hits.last.length, 2)
    t.strictSame(others, [])
    t.equal((await control('DELETE', `/faults/${id}`)).status, 200)
    t.strictSame(await seen(), [])
    t.equal(codeOf(await control('DELETE', `/faults/${id}`)), 'resource_not_found')
  })

  t.test('a wrong one is set nowhere', async (t) => {
    const wrong = await control('POST', '/faults', {
      operation: 'listSessions',
      match: { key_id: 'key_nobody' },
      effect: { error: 'internal_error' },
    })
    t.strictSame(problemsOf(wrong), ['custom match.key_id'])
    t.strictSame(await seen(), [])
  })
})

t.test('the request log', async (t) => {
  const one = await regional(t, await emptyStore(server))
  const { control } = one
  const set = async (body: object) => dataOf(await control('PUT', '/journal', body))
  const listed = async (query = '') =>
    dataOf<{ organization: string }[]>(await control('GET', `/requests?${query}`)).map(
      ({ organization }) => organization,
    )
  t.match(await set({ enabled: true }), { enabled: true, organization: null, count: 0 })
  await sessionsIn(one)
  t.strictSame((await listed()).toSorted(), ['org_acme', 'org_umbra'])
  t.strictSame(await listed(`organization=${OWNERS.eu}`), ['org_umbra'])
  t.match(await set({ enabled: true, organization: OWNERS.eu }), {
    enabled: true,
    organization: OWNERS.eu,
    count: 1,
  })
  await sessionsIn(one)
  t.strictSame(await listed(), ['org_umbra', 'org_umbra'])
  t.match(await set({ enabled: false }), { enabled: false, organization: null, count: 0 })
  t.equal(codeOf(await control('GET', '/requests?organization=org_nobody')), 'resource_not_found')
  t.strictSame(problemsOf(await control('GET', '/requests?operation=listSesions')), [
    'custom operation',
  ])
})

t.test('pages of both regions show each entry once, by time', async (t) => {
  const one = await regional(t, await emptyStore(server))
  const { control } = one
  await control('POST', '/clock/freeze', { at: FROZEN_AT })
  const ended: string[] = []
  for (const call of [one.us, one.us, one.eu, one.us, one.eu, one.eu, one.eu]) {
    await control('POST', '/clock/advance', { seconds: 1 })
    const { id } = dataOf<{ id: string }>(await call('POST', '/v1/sessions', {}))
    await call('POST', `/v1/sessions/${id}/cancel`)
    ended.push(id)
  }
  interface Page {
    data: { session_id: string }[]
    has_more: boolean
    next_cursor: string | null
  }
  for (const limit of [1, 2, 3, 6, 7, 8]) {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page: Page = (await control('GET', `/events?limit=${limit}${query}`)).json<Page>()
      found.push(...page.data.map(({ session_id }) => session_id))
      t.equal(page.has_more, page.next_cursor !== null)
      cursor = page.next_cursor
    } while (cursor !== null)
    t.strictSame(found, ended.toReversed(), `pages of ${limit}`)
  }
  const first = (await control('GET', '/events?limit=1')).json<Page>().next_cursor!
  for (const [path, cursor] of [
    ['/events', 'nonsense'],
    ['/events', `${first}x`],
    ['/events', first.split('.')[0]!],
    ['/events', `${first}.${first}`],
    ['/deliveries', first],
  ] as const) {
    const refused = await control('GET', `${path}?cursor=${encodeURIComponent(cursor)}`)
    t.strictSame(problemsOf(refused), ['custom cursor'], `${path} ${cursor}`)
  }
  const ofOne = await control('GET', `/events?organization=${OWNERS.us}&limit=2`)
  const { next_cursor } = ofOne.json<Page>()
  const rest = await control(
    'GET',
    `/events?organization=${OWNERS.us}&limit=2&cursor=${encodeURIComponent(next_cursor!)}`,
  )
  t.equal(rest.json<Page>().data.length, 1)
})

t.test(
  'the feed has the events of both regions, and a program receives those of one',
  async (t) => {
    const one = await regional(t, await emptyStore(server))
    const feed = await partsOf(t, one.simulator, '/feed?kinds=event')
    await feed.next((line) => line.includes('"ready"'))
    const listener = await partsOf(t, one.simulator, `/organizations/${OWNERS.eu}/forwarders`, {
      body: { mode: 'test' },
    })
    const ready = JSON.parse(await listener.next((line) => line.includes('"ready"'))) as {
      id: string
    }
    const sessions = await sessionsIn(one)
    for (const region of REGIONS)
      await one[region]('POST', `/v1/sessions/${sessions[region]}/cancel`)
    const seen = new Set<string>()
    while (seen.size < 2)
      seen.add(
        (JSON.parse(await feed.next((line) => line.includes('"event"'))) as { session_id: string })
          .session_id,
      )
    t.strictSame([...seen].toSorted(), [sessions.us, sessions.eu].toSorted())
    const delivery = JSON.parse(await listener.next((line) => line.includes('"delivery"'))) as {
      id: string
      body: string
    }
    t.match(delivery.body, sessions.eu)
    const reported = await one.control('POST', `/forwarders/${ready.id}/outcomes`, {
      delivery_id: delivery.id,
      status: 204,
    })
    t.equal(reported.status, 204)
    await one.control('POST', '/settle')
    t.match(dataOf(await one.control('GET', '/deliveries')), [
      { organization: OWNERS.eu, status: 'delivered', http_code: 204 },
    ])
    const strange = await one.control('POST', '/forwarders/fwd_0000/outcomes', {
      delivery_id: delivery.id,
      status: 204,
    })
    t.equal(codeOf(strange), 'resource_not_found')
  },
)

t.test('seal keys and disclosures', async (t) => {
  const one = await regional(t, await emptyStore(server))
  const { control } = one
  const kids: Record<string, string> = {}
  for (const region of REGIONS)
    kids[region] = dataOf<{ kid: string }>(
      await control('POST', '/seal_keys/rotate', { region, mode: 'live' }),
    ).kid
  const listed = dataOf<{ region: string; kid: string }[]>(await control('GET', '/seal_keys'))
  for (const region of REGIONS) {
    t.ok(listed.some((key) => key.region === region && key.kid === kids[region]))
    t.match(dataOf(await control('POST', `/seal_keys/${kids[region]}/revoke`)), {
      region,
      status: 'revoked',
    })
    t.equal(
      codeOf(await control('POST', `/seal_keys/${kids[region]}/retire`)),
      'illegal_transition',
    )
  }
  t.equal(codeOf(await control('POST', '/seal_keys/none/retire')), 'resource_not_found')
})

t.test('provider states begin and end in the region of their parameters', async (t) => {
  const one = await regional(t, await emptyStore(server))
  const use = (body: object) => one.control('POST', '/states', body)
  for (const region of REGIONS) {
    const body = {
      state: 'organization',
      params: { region, mode: 'test' },
      run_id: `run-${region}`,
    }
    const { bindings } = (await use({ ...body, action: 'setup' })).json<{
      bindings: { organization: string; key: string }
    }>()
    const call = client(one.simulator, bindings.key, region)
    t.equal((await call('GET', '/v1/sessions')).status, 200)
    const { organization } = bindings
    const inIt = { ...body, params: { ...body.params, organization }, run_id: `run-2-${region}` }
    t.match((await use({ ...inIt, action: 'setup' })).json(), { bindings: { organization } })
    const other = region === 'us' ? 'eu' : 'us'
    const there = {
      state: 'key',
      params: { region: other, mode: 'test', organization },
      run_id: `run-3-${region}`,
    }
    const made = (await use({ ...there, action: 'setup' })).json<{
      bindings: { organization: string; key: string }
    }>().bindings
    t.equal(made.organization, organization, 'its name, in the other region')
    const elsewhere = client(one.simulator, made.key, other)
    t.equal((await elsewhere('GET', '/v1/sessions')).status, 200)
    const again = { ...there, run_id: `run-4-${region}` }
    t.match((await use({ ...again, action: 'setup' })).json(), { bindings: { organization } })
    t.strictSame((await use({ ...again, action: 'teardown' })).json(), { bindings: {} })
    t.strictSame((await use({ ...there, action: 'teardown' })).json(), { bindings: {} })
    for (const { run_id } of [inIt, body])
      t.strictSame((await use({ ...body, run_id, action: 'teardown' })).json(), { bindings: {} })
    t.equal(codeOf(await call('GET', '/v1/sessions')), 'invalid_api_key')
  }
})
