import pg from 'pg'
import t, { type Test } from 'tap'
import { DatabaseProxy } from '../../torture/replicas/database-proxy.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import type { RunningSimulator } from '../server.ts'
import { type Client, client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const KEY = demoKey('org_acme')
const KEYS = '/control/v1/organizations/org_acme/keys'
const ADDRESS_BUDGET = 10

const server = await startPostgres()
t.teardown(() => server.stop())
let databases = 0

interface Scene {
  a: RunningSimulator
  /** Calls the control API of the other replica. */
  atB: Client
  b: RunningSimulator
  proxy: DatabaseProxy
  database: pg.Client
  /** Number of requests that are counted for the keys of organizations. */
  places(): Promise<number>
}

/** Two replicas with a frozen clock; the first one reaches its database through a proxy. */
async function scene(t: Test): Promise<Scene> {
  const store = await server.database(`admission_${++databases}`)
  const proxy = await DatabaseProxy.start(t, server.port)
  const start = (url: string): Promise<RunningSimulator> =>
    simulatorFor(t, {
      store: url,
      world: { ...roomyWorld(), ip_limit: ADDRESS_BUDGET },
      storeLimits: BUSY_LIMITS,
    })
  const a = await start(store.replace(`:${server.port}/`, `:${proxy.port}/`))
  const b = await start(store)
  const database = new pg.Client({ connectionString: store })
  await database.connect()
  t.teardown(() => database.end())
  const atB = client(b, undefined, 'control')
  await atB('POST', '/control/v1/clock/freeze', {})
  const places = async (): Promise<number> => {
    const { rows } = await database.query<{ used: number }>(
      "SELECT coalesce(sum(used), 0)::int AS used FROM vskit.rate WHERE key LIKE 'org_%'",
    )
    return rows[0]!.used
  }
  return { a, b, atB, proxy, database, places }
}

/** Returns the statements of one request. The replica also sends statements of its own, so the minimum counts. */
async function statementsOf({ a, proxy }: Scene, path: string): Promise<number> {
  const counts: number[] = []
  for (let i = 0; i < 12; i++) {
    const before = proxy.questions
    await client(a, KEY)('GET', path)
    counts.push(proxy.questions - before)
  }
  return Math.min(...counts)
}

t.test(
  'a known key is admitted with one statement, which also reads a known session',
  async (t) => {
    const here = await scene(t)
    const { a, b } = here
    t.equal(await statementsOf(here, '/v1/sessions'), 2, 'the other one reads the list')
    const made = await client(a, KEY)('POST', '/v1/sessions', {})
    const { id } = made.json<{ data: { id: string } }>().data
    t.equal(await statementsOf(here, `/v1/sessions/${id}`), 1)
    t.equal(await statementsOf(here, '/v1/sessions/vs_000000000000000000000000'), 2, 'unknown')
    const status = async (): Promise<string> => {
      const { json } = await client(a, KEY)('GET', `/v1/sessions/${id}`)
      return json<{ data: { status: string } }>().data.status
    }
    t.equal(await status(), 'created')
    t.equal((await client(b, KEY)('POST', `/v1/sessions/${id}/cancel`)).status, 200)
    t.equal(await status(), 'cancelled', 'changed elsewhere')
    t.equal(await status(), 'cancelled')
    for (const key of [demoKey('org_globex'), demoKey('org_acme', 'live')]) {
      const foreign = await client(a, key)('GET', `/v1/sessions/${id}`)
      t.equal(foreign.status, 404, 'of others')
    }
  },
)

t.test('a known session is read again once all data was replaced, or it was deleted', async (t) => {
  const { a, b, atB, database } = await scene(t)
  const call = client(a, KEY)
  const made = await call('POST', '/v1/sessions', {})
  const { id } = made.json<{ data: { id: string } }>().data
  const status = async (): Promise<string | number> => {
    const { status, json } = await call('GET', `/v1/sessions/${id}`)
    return status === 200 ? json<{ data: { status: string } }>().data.status : status
  }
  const taken = await atB('POST', '/control/v1/snapshots')
  t.equal((await client(b, KEY)('POST', `/v1/sessions/${id}/cancel`)).status, 200)
  t.equal(await status(), 'cancelled')
  const snapshot = taken.json<{ data: { id: string } }>().data.id
  t.equal((await atB('POST', `/control/v1/snapshots/${snapshot}/restore`)).status, 200)
  t.equal(await status(), 'created')
  t.equal(await status(), 'created')
  // In another epoch, the same version may have another text.
  await database.query(
    `UPDATE vskit.documents SET body = replace(body, 'created', 'cancelled') WHERE id = '${id}';
     UPDATE vskit.world SET epoch = epoch + 1`,
  )
  t.equal(await status(), 'cancelled')
  await database.query(`DELETE FROM vskit.documents WHERE id = '${id}'`)
  t.equal(await status(), 404)
})

t.test('a request is counted once, also if the world or the data has changed', async (t) => {
  const { a, atB, database, places } = await scene(t)
  const call = client(a, KEY)
  const rename = (name: string) => atB('PATCH', '/control/v1/organizations/org_acme', { name })
  const changes: Record<string, () => Promise<unknown>> = {
    nothing: async () => undefined,
    organization: () => rename('Other'),
    'epoch alone': () => database.query('UPDATE vskit.world SET epoch = epoch + 1'),
    'clock, moved': () => atB('POST', '/control/v1/clock/advance', { seconds: 1 }),
  }
  await call('GET', '/v1/sessions')
  for (const [name, change] of Object.entries(changes)) {
    await change()
    const before = await places()
    t.equal((await call('GET', '/v1/sessions')).status, 200)
    t.equal((await places()) - before, 1, name)
  }
})

t.test('a request that is refused before its window is not counted', async (t) => {
  const { a, b, atB, places } = await scene(t)
  const keys: { id: string; key: string }[] = []
  for (let i = 0; i < 5; i++) {
    const made = await atB('POST', KEYS, { type: 'sk', mode: 'test', scopes: ['sessions:read'] })
    keys.push(made.json<{ data: { id: string; key: string } }>().data)
    t.equal((await client(a, keys[i]!.key)('GET', '/v1/sessions')).status, 200)
  }
  const before = await places()
  // The notification may arrive between the two requests, but not every time.
  for (const { id, key } of keys) {
    await atB('POST', `${KEYS}/${id}/revoke`)
    t.equal((await client(a, key)('GET', '/v1/sessions')).status, 401, 'a revoked key')
  }
  t.equal(await places(), before)
  for (let i = 0; i < ADDRESS_BUDGET; i++) await client(b, 'nobody')('GET', '/v1/sessions')
  const spent = await client(a, KEY)('GET', '/v1/sessions')
  t.match(spent.json(), { error: { details: { route_class: 'pre_auth_ip' } } })
  t.equal(await places(), before)
})

t.test('a listener with a separate limit applies that limit', async (t) => {
  const { a, places } = await scene(t)
  const set = await client(a, undefined, 'control')('POST', '/control/v1/states', {
    state: 'address_limit',
    action: 'setup',
    run_id: 'run-1',
    params: { region: 'us', mode: 'test', requests: 5 },
  })
  const { base_url } = set.json<{ bindings: { base_url: string } }>().bindings
  const ask = (key: string): Promise<Response> =>
    fetch(`${base_url}/v1/sessions`, { headers: { authorization: `Bearer ${key}` } })
  t.equal((await ask(KEY)).status, 200)
  const before = await places()
  // Sent together: requests after the fifth invalid key are refused.
  const answers = await Promise.all(
    [...Array.from({ length: 5 }, () => 'nobody'), KEY, KEY].map(ask),
  )
  const served = answers.filter(({ status }) => status === 200).length
  t.equal((await places()) - before, served)
  t.equal((await ask(KEY)).status, 429)
  t.equal((await places()) - before, served)
})
