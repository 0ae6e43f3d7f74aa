import pg from 'pg'
import t from 'tap'
import { databasesOf } from '../store/postgres/address.ts'
import { dataOf } from '../control/testing.ts'
import { DISCLOSURE_HEADINGS } from '../features/signing/crypto/disclosure-items.ts'
import { until } from '../replicas/testing.ts'
import { client, demoKey, roomyWorld, serverFor } from '../testing/simulator.ts'
import { FROZEN_AT, OWNERS, emptyStore, serverOf, sessionsIn } from './testing.ts'

t.test('while one database is lost, the other region works, and nothing hangs', async (t) => {
  const [us, eu] = [await serverOf(t), await serverOf(t)]
  const store = await emptyStore(us, eu)
  // Only the lost database may be reported.
  const simulator = await serverFor(t, { store, world: roomyWorld(), report: () => undefined })
  const control = client(simulator, undefined, 'control')
  const at = {
    us: client(simulator, demoKey(OWNERS.us), 'us'),
    eu: client(simulator, demoKey(OWNERS.eu), 'eu'),
  }
  const inUs = dataOf<{ id: string }>(await at.us('POST', '/v1/sessions', {})).id
  const inEu = dataOf<{ id: string }>(await at.eu('POST', '/v1/sessions', {})).id
  await eu.kill()
  await until(
    async () => (await at.eu('GET', `/v1/sessions/${inEu}`)).status === 503,
    'the loss is noticed',
  )
  t.equal((await at.us('GET', `/v1/sessions/${inUs}`)).status, 200)
  t.equal((await at.us('POST', '/v1/sessions', {})).status, 201)
  const statusOf = async (method: string, path: string, body?: object): Promise<number> => {
    const began = performance.now()
    const { status } = await control(method, `/control/v1${path}`, body)
    const ms = performance.now() - began
    t.ok(ms < 2000, `${method} ${path}: ${Math.round(ms)} ms`)
    return status
  }
  for (const path of [
    `/organizations/${OWNERS.us}`,
    `/sessions/${inUs}`,
    `/events?organization=${OWNERS.us}`,
    `/events?session_id=${inUs}`,
    `/deliveries?session_id=${inUs}`,
    `/faults?organization=${OWNERS.us}`,
    '/clock',
    '/scopes',
    '/states',
  ])
    t.equal(await statusOf('GET', path), 200, path)
  const fault = {
    organization: OWNERS.us,
    operation: 'listSessions',
    effect: { error: 'internal_error' },
  }
  t.equal(await statusOf('POST', '/faults', fault), 201)
  t.equal((await at.us('GET', '/v1/sessions')).status, 500)
  const name = 'Changed meanwhile'
  t.equal(await statusOf('PATCH', `/organizations/${OWNERS.us}`, { name }), 200)
  for (const path of [
    `/organizations/${OWNERS.eu}`,
    `/sessions/${inEu}`,
    `/events?organization=${OWNERS.eu}`,
    '/events',
    '/health',
    '/world',
    '/faults',
    '/snapshots',
    '/requests',
  ])
    t.equal(await statusOf('GET', path), 503, path)
  for (const [method, path, body] of [
    ['POST', '/clock/set', { at: '2030-01-01T00:00:00Z' }],
    ['POST', '/clock/freeze', {}],
    ['POST', '/reset', {}],
    ['POST', '/snapshots', {}],
    ['PUT', '/journal', { enabled: true }],
    // Region eu may have the id.
    ['POST', '/organizations', { id: 'org_new', name: 'New', region: 'us' }],
    ['POST', '/faults', { operation: '*', effect: { error: 'internal_error' } }],
  ] as const)
    t.equal(await statusOf(method, path, body), 503, path)
  t.equal((await at.us('GET', `/v1/sessions/${inUs}`)).status, 200, 'no fault was set')
  t.equal((await control('GET', '/')).status, 200, 'the console opens')

  await eu.restart()
  await until(async () => (await statusOf('GET', '/health')) === 200, 'it recovers')
  const { clock } = dataOf<{ clock: { now: string; frozen: boolean } }>(
    await control('GET', '/control/v1/health'),
  )
  t.notOk(clock.frozen, 'no change was made in part')
  t.ok(Math.abs(Date.parse(clock.now) - Date.now()) < 60_000)
  t.strictSame(dataOf(await control('GET', '/control/v1/snapshots')), [])
  t.equal((await at.eu('GET', `/v1/sessions/${inEu}`)).status, 200)
})

t.test('an error between the changes of both regions says what was done', async (t) => {
  const store = await emptyStore(await serverOf(t))
  const simulator = await serverFor(t, { store, world: roomyWorld(), report: () => undefined })
  const control = client(simulator, undefined, 'control')
  const databases = databasesOf(store) as Record<string, { url: string }>
  const holder = new pg.Client({ connectionString: databases.eu!.url })
  await holder.connect()
  // Blocks changes of the world, not reads.
  await holder.query('BEGIN; SELECT FROM vskit.world FOR UPDATE')
  const half = /Region us has made this change, and region eu has not: .+[^.]\. /
  const set = await control('POST', '/control/v1/clock/freeze', { at: FROZEN_AT })
  t.equal(set.status, 500)
  t.match(set.text, half)
  t.match(set.text, /Send the request again when both databases can be reached\./)
  const advanced = await control('POST', '/control/v1/clock/advance', { seconds: 1 })
  t.equal(advanced.status, 500)
  t.match(advanced.text, half)
  t.match(advanced.text, /another advance would move region us twice/)
  const items = Object.fromEntries(
    Object.keys(DISCLOSURE_HEADINGS).map((item) => [item, `About ${item}.`]),
  )
  t.equal((await control('POST', '/control/v1/disclosures', items)).status, 500)
  await holder.query('ROLLBACK')

  // The next change brings both together.
  t.equal((await control('POST', '/control/v1/clock/freeze', { at: FROZEN_AT })).status, 200)
  await holder.query('BEGIN; SELECT FROM vskit.world FOR UPDATE')
  t.equal((await control('POST', '/control/v1/clock/advance', { seconds: 60 })).status, 500)
  await holder.query('ROLLBACK')
  await holder.end()
  t.equal((await control('POST', '/control/v1/clock/advance', { seconds: 60 })).status, 200)
  t.equal((await control('POST', '/control/v1/disclosures', items)).status, 201)
  const call = {
    us: client(simulator, demoKey(OWNERS.us), 'us'),
    eu: client(simulator, demoKey(OWNERS.eu), 'eu'),
  }
  const sessions = await sessionsIn(call)
  for (const id of [sessions.us, sessions.eu])
    t.match(dataOf(await control('GET', `/control/v1/sessions/${id}`)), {
      created_at: '2026-11-20T09:02:00.000Z',
    })
  const published = await Promise.all(Object.values(databases).map(({ url }) => disclosuresIn(url)))
  t.equal(published[0]!.length, 2)
  t.strictSame(published[1], published[0])
})

async function disclosuresIn(url: string): Promise<object[]> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const { rows } = await database.query<{ settings: string }>('SELECT settings FROM vskit.world')
  await database.end()
  return (JSON.parse(rows[0]!.settings) as { disclosures: object[] }).disclosures
}

t.test(
  'while one database is blocked, calls for the other region do not wait for it',
  async (t) => {
    const store = await emptyStore(await serverOf(t))
    const simulator = await serverFor(t, { store, world: roomyWorld(), report: () => undefined })
    const control = client(simulator, undefined, 'control')
    const call = {
      us: client(simulator, demoKey(OWNERS.us), 'us'),
      eu: client(simulator, demoKey(OWNERS.eu), 'eu'),
    }
    const sessions = await sessionsIn(call)
    const databases = databasesOf(store) as Record<string, { url: string }>
    for (const [blocked, working] of [
      ['eu', 'us'],
      ['us', 'eu'],
    ] as const) {
      const holder = new pg.Client({ connectionString: databases[blocked]!.url })
      await holder.connect()
      await holder.query('BEGIN; LOCK TABLE vskit.world, vskit.documents IN ACCESS EXCLUSIVE MODE')
      let answered = 0
      const waiting = control('GET', `/control/v1/sessions/${sessions[blocked]}`).then(
        ({ status }) => {
          answered++
          return status
        },
      )
      for (const path of [
        `/organizations/${OWNERS[working]}`,
        `/sessions/${sessions[working]}`,
        `/events?organization=${OWNERS[working]}`,
      ])
        t.equal((await control('GET', `/control/v1${path}`)).status, 200, path)
      t.equal(answered, 0, 'they are answered before the call that waits')
      t.equal(await waiting, 503)
      await holder.query('ROLLBACK')
      await holder.end()
    }
  },
)
