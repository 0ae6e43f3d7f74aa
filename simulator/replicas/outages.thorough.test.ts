import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { DatabaseProxy } from '../../torture/replicas/database-proxy.ts'
import type { RunningSimulator } from '../server.ts'
import { storeAddress } from '../store/postgres/address.ts'
import { Database } from '../store/postgres/database.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const KEY = demoKey('org_acme')
const KEYS = '/control/v1/organizations/org_acme/keys'
const READER = { type: 'sk', mode: 'test', scopes: ['sessions:read'] }
const ANSWERED_MS = 2000

const server = await startPostgres()
t.teardown(() => server.stop())
let databases = 0
const database = (): Promise<string> => server.database(`outages_${++databases}`)

/** Starts a replica. Only a lost database may be reported on stderr. */
function replica(t: Test, store: string): Promise<RunningSimulator> {
  return simulatorFor(t, { store, world: roomyWorld(), report: () => undefined })
}

t.test(
  'if the database stalls, all waiting requests get 503 or 500 within two seconds',
  async (t) => {
    const proxy = await DatabaseProxy.start(t, server.port)
    const store = (await database()).replace(`:${server.port}/`, `:${proxy.port}/`)
    const call = client(await replica(t, store), KEY)
    t.equal((await call('POST', '/v1/sessions', {})).status, 201)
    for (const direction of ['to-server', 'to-client'] as const) {
      proxy.break(direction)
      const answers: { status: number; ms: number }[] = []
      const asked: Promise<unknown>[] = []
      // The last requests wait for a statement without a response.
      for (let i = 0; i < 14; i++) {
        const began = performance.now()
        const answer = i % 2 ? call('POST', '/v1/sessions', {}) : call('GET', '/v1/sessions')
        asked.push(
          answer.then(({ status }) => answers.push({ status, ms: performance.now() - began })),
        )
        await sleep(100)
      }
      await Promise.all(asked)
      t.strictSame(
        answers.filter(({ status }) => ![500, 503].includes(status)),
        [],
      )
      t.strictSame(
        answers.filter(({ ms }) => ms > ANSWERED_MS),
        [],
      )
      proxy.heal()
      const healed = Date.now()
      while ((await call('GET', '/v1/sessions')).status !== 200) {
        if (Date.now() - healed > 20_000) throw new Error('the database is not reachable again')
        await sleep(20)
      }
    }
  },
)

t.test('with a slow database, a request takes at most two seconds in total', async (t) => {
  const proxy = await DatabaseProxy.start(t, server.port)
  const store = await database()
  const slow = await replica(t, store.replace(`:${server.port}/`, `:${proxy.port}/`))
  const other = client(await replica(t, store), KEY)
  // Each statement is answered in time, but a request needs several.
  proxy.break('delay', 1100)
  const marks = Array.from({ length: 4 }, (_, i) => `slow ${i}`)
  for (const mark of marks) {
    const began = performance.now()
    const { status } = await client(slow, KEY)('POST', '/v1/sessions', { metadata: { mark } })
    const ms = performance.now() - began
    t.ok(ms < ANSWERED_MS, `answered in ${Math.round(ms)} ms`)
    t.equal(status, 503)
  }
  proxy.heal()
  while ((await client(slow, KEY)('GET', '/v1/sessions')).status !== 200) await sleep(20)
  const page = await other('GET', '/v1/sessions?limit=100')
  const { data } = page.json<{ data: { metadata: { mark?: string } }[] }>()
  t.strictSame(
    data.filter(({ metadata }) => marks.includes(metadata.mark ?? '')),
    [],
    'a refused request writes nothing later',
  )
})

t.test('concurrent changes of the world share two round trips', async (t) => {
  const proxy = await DatabaseProxy.start(t, server.port)
  const store = (await database()).replace(`:${server.port}/`, `:${proxy.port}/`)
  const create = client(await replica(t, store), undefined, 'control')
  /**
   * Statements for this number of changes: the minimum of several runs, because the replica also
   * sends statements of its own.
   */
  const questionsOf = async (count: number): Promise<number> => {
    const counts: number[] = []
    for (let i = 0; i < 8; i++) {
      const before = proxy.questions
      const made = Array.from({ length: count }, () => create('POST', KEYS, READER))
      for (const { status } of await Promise.all(made)) t.equal(status, 201)
      counts.push(proxy.questions - before)
    }
    return Math.min(...counts)
  }
  // One to check for a newer world, two for the change.
  t.equal(await questionsOf(1), 3)
  t.ok((await questionsOf(20)) < 20)
})

t.test('a foreign lock delays changes of the world only', async (t) => {
  const store = await database()
  const simulator = await replica(t, store)
  const holder = new pg.Client({ connectionString: store })
  await holder.connect()
  await holder.query('BEGIN; SELECT FROM vskit.world FOR NO KEY UPDATE')
  const change = client(simulator, undefined, 'control')('POST', KEYS, READER)
  while ((await Promise.race([change, sleep(50)])) === undefined)
    t.equal((await client(simulator, KEY)('GET', '/v1/sessions')).status, 200)
  t.equal((await change).status, 503)
  t.equal((await client(simulator, KEY)('GET', '/v1/sessions')).status, 200, 'after it, too')
  await holder.end()
  t.equal((await client(simulator, undefined, 'control')('POST', KEYS, READER)).status, 201)
})

t.test('a replica that cannot store a move of the clock keeps the stored clock', async (t) => {
  const store = await database()
  const simulator = await replica(t, store)
  const control = client(simulator, undefined, 'control')
  const before = await control('GET', '/control/v1/clock')
  const holder = new pg.Client({ connectionString: store })
  await holder.connect()
  await holder.query('BEGIN; SELECT FROM vskit.world FOR NO KEY UPDATE')
  t.equal((await control('POST', '/control/v1/clock/freeze', {})).status, 503)
  t.equal(
    (await control('POST', '/control/v1/clock/set', { at: '2031-01-01T00:00:00Z' })).status,
    503,
  )
  await holder.end()
  t.equal((await client(simulator, KEY)('GET', '/v1/sessions')).status, 200)
  const after = await control('GET', '/control/v1/clock')
  const state = ({ text }: { text: string }) => {
    const { now: _, ...others } = (JSON.parse(text) as { data: { now: string } }).data
    return others
  }
  t.strictSame(state(after), state(before))
  t.notMatch(after.text, '2031')
})

t.test(
  'a connection that is lost during a read of the world does not damage the world',
  async (t) => {
    const store = await database()
    const simulator = await simulatorFor(t, {
      store,
      world: roomyWorld(),
      report: () => undefined,
      storeLimits: BUSY_LIMITS,
    })
    const call = client(simulator, KEY)
    const [holder, other] = [1, 2].map(() => new pg.Client({ connectionString: store }))
    await Promise.all([holder!.connect(), other!.connect()])
    /** Resolves when a connection of the replica is in this state; returns its process id. */
    const connection = async (is: string): Promise<number> => {
      for (;;) {
        const { rows } = await other!.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'vskit' AND ${is}`,
        )
        if (rows.length > 0) return rows[0]!.pid
        await sleep(10)
      }
    }
    const blockedAt = (table: string): Promise<number> =>
      connection(`wait_event_type = 'Lock' AND query LIKE '%${table}%'`)
    await holder!.query('BEGIN; LOCK vskit.documents, vskit.organizations')
    const list = call('GET', '/v1/sessions')
    const listing = await blockedAt('documents')
    await other!.query('UPDATE vskit.world SET version = version + 1')
    const next = call('GET', '/v1/sessions')
    const reading = await blockedAt('organizations')
    const { rows } = await other!.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
    await other!.query('SELECT pg_terminate_backend($1)', [listing])
    t.equal((await list).status, 503)
    // The replica listens again once it has found the server again.
    await connection(`backend_start > '${rows[0]!.now}' AND query LIKE 'LISTEN%'`)
    t.equal(await blockedAt('organizations'), reading)
    await holder!.query('ROLLBACK')
    // It has read the world before the outage: another server may have answered since.
    t.equal((await next).status, 503)
    t.equal((await call('GET', '/v1/sessions')).status, 200, 'after it')
    await Promise.all([holder!.end(), other!.end()])
  },
)

t.test('a replica that stops within a transaction loses its locks', async (t) => {
  const store = await database()
  const simulator = await replica(t, store)
  const other = await Database.open(storeAddress(store), { report: () => undefined })
  t.teardown(() => other.close())
  let change: ReturnType<ReturnType<typeof client>> | undefined
  const stopped = other.transaction(async (ask) => {
    await ask('SELECT FROM world FOR UPDATE')
    change = client(simulator, undefined, 'control')('POST', KEYS, READER)
    await sleep(1200)
    await ask('SELECT 1')
  })
  await t.rejects(stopped, StoreUnavailable)
  t.notOk(other.lost, 'the server is not reported as lost')
  t.equal((await change!).status, 201)
})

t.test('a replica that ends answers on every keep-alive connection first', async (t) => {
  const store = await database()
  const [a] = [await replica(t, store), await replica(t, store)]
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  t.teardown(async () => agent.destroy())
  const { port } = new URL(a!.base_urls.us!)
  const post = (): Promise<number | string | undefined> =>
    new Promise((resolve) => {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
      const options = { agent, port, method: 'POST', path: '/v1/sessions', headers }
      const sent = request(options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
      sent.on('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message))
      sent.end('{}')
    })
  const results: (number | string | undefined)[] = []
  let closed: Promise<void> | undefined
  const loop = async (): Promise<void> => {
    for (let last: unknown; last !== 'ECONNREFUSED'; await sleep(5)) {
      last = await post()
      results.push(last as number)
      if (results.length > 60) closed ??= a!.close()
    }
  }
  await Promise.all(Array.from({ length: 8 }, loop))
  await closed
  t.strictSame(
    results.filter((result) => result !== 201 && result !== 'ECONNREFUSED'),
    [],
  )
})
