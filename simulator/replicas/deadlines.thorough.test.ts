import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { DatabaseProxy } from '../../torture/replicas/database-proxy.ts'
import type { RunningSimulator } from '../server.ts'
import { storeAddress } from '../store/postgres/address.ts'
import { Database } from '../store/postgres/database.ts'
import { LIMITS, type Limits } from '../store/postgres/limits.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const KEY = demoKey('org_acme')
/** Time limits that differ enough for a busy machine. */
const WAIT_MS = 6000
const ANSWERED_MS = 8000

const server = await startPostgres()
t.teardown(() => server.stop())
let databases = 0
const database = (): Promise<string> => server.database(`deadlines_${++databases}`)

function replica(t: Test, store: string, limits: Partial<Limits> = {}): Promise<RunningSimulator> {
  const storeLimits = { ...BUSY_LIMITS, ...limits }
  return simulatorFor(t, { store, world: roomyWorld(), report: () => undefined, storeLimits })
}

/** Starts a replica that reaches its database through a proxy. */
async function behindProxy(
  t: Test,
): Promise<{ simulator: RunningSimulator; proxy: DatabaseProxy }> {
  const proxy = await DatabaseProxy.start(t, server.port)
  const store = (await database()).replace(`:${server.port}/`, `:${proxy.port}/`)
  return { simulator: await replica(t, store, { request: WAIT_MS }), proxy }
}

/** Locks a table until the returned function is called. */
async function locked(t: Test, store: string, table: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: store })
  await holder.connect()
  let open = true
  const end = async (): Promise<void> => {
    if (open) await holder.end()
    open = false
  }
  t.teardown(end)
  await holder.query(`BEGIN; LOCK vskit.${table} IN SHARE ROW EXCLUSIVE MODE`)
  return end
}

t.test('a request does not wait for the end of a restore of its replica', async (t) => {
  const store = await database()
  const simulator = await replica(t, store, { request: LIMITS.request })
  const control = client(simulator, undefined, 'control')
  const call = client(simulator, KEY)
  const taken = await control('POST', '/control/v1/snapshots')
  const { id } = taken.json<{ data: { id: string } }>().data
  // It is admitted when its headers arrive; its body arrives during the restore.
  const late = request(`${simulator.base_urls.us}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
  })
  const lateStatus = new Promise<number>((resolve, reject) => {
    late.on('error', reject)
    late.on('response', (response) => resolve(response.resume().statusCode!))
  })
  late.write('{"metadata":')
  await sleep(300)
  const release = await locked(t, store, 'documents')
  const restored = control('POST', `/control/v1/snapshots/${id}/restore`)
  await sleep(300)
  late.end('{}}')
  const asked = [
    lateStatus,
    call('GET', '/v1/sessions').then(({ status }) => status),
    call('POST', '/v1/sessions', {}).then(({ status }) => status),
    control('GET', '/control/v1/world').then(({ status }) => status),
  ]
  for (const answer of asked) t.equal(await answer, 503)
  await release()
  t.equal((await restored).status, 200, 'the restore continues')
  t.equal((await call('GET', '/v1/sessions')).status, 200)
})

t.test('faults and the request log count toward the deadline of their request', async (t) => {
  const { simulator, proxy } = await behindProxy(t)
  const call = client(simulator, KEY)
  const control = client(simulator, undefined, 'control')
  const made = await call('POST', '/v1/applicants', { family_name: 'Doe' })
  const applicant_id = made.json<{ data: { id: string } }>().data.id
  const cases = [
    ['check', 2800, 'POST', '/v1/data_subject_requests', { type: 'export', applicant_id }],
    ['journal', 4000, 'GET', '/v1/sessions'],
  ] as const
  for (const [name, delayMs, method, path, body] of cases) {
    const enabled = name === 'journal'
    await control('PUT', '/control/v1/journal', { enabled })
    t.not((await call('GET', '/v1/sessions')).status, 503, 'the network is fast')
    proxy.break('delay', delayMs)
    const began = performance.now()
    const { status } = await call(method, path, body)
    const ms = performance.now() - began
    t.equal(status, 503)
    t.ok(ms < ANSWERED_MS, `${name}: answered in ${Math.round(ms)} ms`)
    proxy.heal()
    while ((await call('GET', '/v1/sessions')).status === 503) await sleep(20)
  }
})

t.test(
  'a long statement continues; one whose response is lost ends and releases its locks',
  async (t) => {
    const proxy = await DatabaseProxy.start(t, server.port)
    const store = await database()
    const url = store.replace(`:${server.port}/`, `:${proxy.port}/`)
    await replica(t, store)
    const [behind, other] = [
      await Database.open(storeAddress(url), { report: () => undefined, limits: BUSY_LIMITS }),
      await Database.open(storeAddress(store), { report: () => undefined, limits: BUSY_LIMITS }),
    ]
    t.teardown(() => Promise.all([behind.close(), other.close()]))
    behind.serve()
    other.serve()
    const patient = { patient: true }
    const slow = await behind.transaction(async (ask) => {
      await ask('SELECT pg_sleep(5)')
      return 'slept'
    }, patient)
    t.equal(slow, 'slept')
    const held = behind.transaction(async (ask) => {
      await ask('LOCK documents IN EXCLUSIVE MODE')
      proxy.loseAnswersOnLast()
      await ask('SELECT 1')
    }, patient)
    await t.rejects(held, StoreUnavailable)
    t.notOk(behind.lost, 'other connections work')
    t.strictSame(await behind.read({ name: 'deadlines.one', text: 'SELECT 1' }), [[1]])
    await other.transaction((ask) => ask('LOCK documents IN EXCLUSIVE MODE'), patient)
  },
)

t.test('a replica that stops within a restore loses its locks', async (t) => {
  const store = await database()
  await replica(t, store)
  const limits = { ...BUSY_LIMITS, patientIdle: 500 }
  const stopping = await Database.open(storeAddress(store), { report: () => undefined, limits })
  t.teardown(() => stopping.close())
  const stopped = stopping.transaction(
    async (ask) => {
      await ask('LOCK documents IN EXCLUSIVE MODE')
      await sleep(1500)
      await ask('SELECT 1')
    },
    { patient: true },
  )
  await t.rejects(stopped, StoreUnavailable)
  t.ok(LIMITS.patientIdle <= 5000)
})
