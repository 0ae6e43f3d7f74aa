import pg from 'pg'
import t from 'tap'
import { codeOf, dataOf, problemsOf } from '../control/testing.ts'
import { databasesOf } from '../store/postgres/address.ts'
import { client, demoKey, roomyWorld, serverFor } from '../testing/simulator.ts'
import type { Region } from '../world/world.ts'
import { OWNERS, emptyStore, regional, serverOf, sessionsIn } from './testing.ts'

const REGIONS = ['us', 'eu'] as const
const server = await serverOf(t)

async function rows<T extends unknown[]>(url: string, text: string): Promise<T[]> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    return (await database.query<T>({ text, rowMode: 'array' })).rows
  } finally {
    await database.end()
  }
}

t.test('PLN each region is in its own database, and knows nothing of the other', async (t) => {
  const store = await emptyStore(server)
  const one = await regional(t, store)
  const sessions = await sessionsIn(one)
  const strange = await client(one.simulator, demoKey(OWNERS.us), 'eu')('GET', '/v1/sessions')
  t.equal(codeOf(strange), 'region_mismatch')
  t.equal((await one.eu('GET', `/v1/sessions/${sessions.us}`)).status, 404)
  t.equal((await one.us('GET', `/v1/sessions/${sessions.eu}`)).status, 404)
  const databases = databasesOf(store) as Record<Region, { url: string }>
  for (const region of REGIONS) {
    const { url } = databases[region]
    const scopes = await rows<[string]>(
      url,
      'SELECT DISTINCT n.name FROM vskit.documents d JOIN vskit.names n ON n.no = d.scope',
    )
    t.ok(scopes.length > 0)
    t.strictSame(
      scopes.filter(([scope]) => !scope.startsWith(`${region}/`)),
      [],
    )
    const regions = await rows<[string]>(
      url,
      "SELECT DISTINCT doc::json ->> 'region' FROM vskit.organizations",
    )
    t.strictSame(regions, [[region]])
  }
})

t.test('one control API finds what either region has', async (t) => {
  const one = await regional(t, await emptyStore(server))
  const { control } = one
  const sessions = await sessionsIn(one)
  for (const region of REGIONS) {
    const shown = dataOf<{ organization: string }>(
      await control('GET', `/sessions/${sessions[region]}`),
    )
    t.equal(shown.organization, OWNERS[region])
    const name = `Organization of ${region}`
    const made = dataOf<{ id: string }>(await control('POST', '/organizations', { name, region }))
    const path = `/organizations/${made.id}`
    t.match(dataOf(await control('GET', path)), { name, region })
    const { key } = dataOf<{ key: string }>(
      await control('POST', `${path}/keys`, { type: 'sk', mode: 'test' }),
    )
    t.equal((await client(one.simulator, key, region)('GET', '/v1/sessions')).status, 200)
    // An id names one organization in the whole control API.
    for (const other of REGIONS)
      t.strictSame(
        problemsOf(await control('POST', '/organizations', { id: made.id, name, region: other })),
        ['custom id'],
      )
    const listed = dataOf<{ id: string }[]>(await control('GET', '/organizations'))
    t.ok(listed.some(({ id }) => id === made.id))
    t.equal((await control('DELETE', path)).status, 200)
    t.equal(codeOf(await control('GET', path)), 'resource_not_found')
  }
  const world = dataOf<{ organizations: { region: string }[] }>(await control('GET', '/world'))
  t.strictSame(
    world.organizations.map(({ region }) => region),
    ['us', 'us', 'eu', 'eu'],
  )
  t.match(dataOf(await control('GET', '/health')), {
    counts: { organizations: 4 },
    store: /^us=postgres:.*,eu=postgres:/,
    replicas: [
      { region: 'us', this: true },
      { region: 'eu', this: true },
    ],
  })
  for (const path of ['/sessions/vs_00000000000000000000000a', '/organizations/org_nobody'])
    t.equal(codeOf(await control('GET', path)), 'resource_not_found')
  const reset = await control('POST', '/reset', { organization: OWNERS.eu })
  t.match(dataOf(reset), { counts: { organizations: 4 } })
  t.equal((await one.eu('GET', `/v1/sessions/${sessions.eu}`)).status, 404)
  t.equal((await one.us('GET', `/v1/sessions/${sessions.us}`)).status, 200)
  await control('POST', '/reset', { world: true })
  t.equal((await one.us('GET', `/v1/sessions/${sessions.us}`)).status, 404)
})

t.test('restarted replicas have the data of both databases', async (t) => {
  const store = await emptyStore(server)
  const first = await serverFor(t, { store, world: roomyWorld() })
  const made = await client(first, demoKey(OWNERS.eu), 'eu')('POST', '/v1/sessions', {})
  await first.close()
  const again = await regional(t, store)
  const { id } = dataOf<{ id: string }>(made)
  t.equal((await again.eu('GET', `/v1/sessions/${id}`)).status, 200)
  t.equal(dataOf<object[]>(await again.control('GET', '/organizations')).length, 4)
})
