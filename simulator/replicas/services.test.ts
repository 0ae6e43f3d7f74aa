import t, { type Test } from 'tap'
import type { RunningSimulator } from '../server.ts'
import type { Database } from '../store/postgres/database.ts'
import { PostgresRecords } from '../store/postgres/postgres-records.ts'
import { put } from '../store/testing/adapters.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { openPostgres } from '../store/postgres/postgres.ts'
import { storeAddress } from '../store/postgres/address.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { controlClient } from '../testing/control-client.ts'
import { Notices } from './notices.ts'
import { SharedEntries } from './shared-entries.ts'
import { Switches } from './switches.ts'
import {
  at,
  control,
  dataOf,
  emptyDatabase,
  entryWith,
  events,
  newSession,
  pair,
  partsOf,
  until,
} from './testing.ts'

const { a, b, database } = await pair(t, { journal: true })

/** Opens a database without replicas. */
async function migrated(t: Test): Promise<Database> {
  const { database } = await openPostgres(
    storeAddress(await emptyDatabase(t)),
    t.error,
    BUSY_LIMITS,
  )
  t.teardown(() => database.close())
  return database
}

t.test(
  'the hits of a fault are counted in the whole cluster, and any replica lists them',
  async (t) => {
    const id = await newSession(a)
    const fault = { operation: 'retrieveSession', effect: { status: 503 }, times: 3 }
    const made = await control(a)('POST', '/control/v1/faults', fault)
    t.equal(made.status, 201)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => at([a, b][i % 2]!)('GET', `/v1/sessions/${id}`)),
    )
    t.equal(replies.filter(({ status }) => status === 503).length, 3)
    t.match(dataOf(await control(b)('GET', '/control/v1/faults')), [
      { active: false, hits: { count: 3, last: [{}, {}, {}] } },
    ])
    await control(a)('POST', '/control/v1/faults', { ...fault, times: 1 })
    t.equal(
      (await at(b)('GET', `/v1/sessions/${id}`)).status,
      503,
      'at the next request to another replica',
    )
    t.equal((await at(a)('GET', `/v1/sessions/${id}`)).status, 200)
    await control(b)('POST', '/control/v1/reset', {})
    t.strictSame(dataOf(await control(a)('GET', '/control/v1/faults')), [])
  },
)

t.test('a held request is released when another replica removes the fault', async (t) => {
  const id = await newSession(a)
  const { id: fault } = dataOf<{ id: string }>(
    await control(a)('POST', '/control/v1/faults', {
      operation: 'retrieveSession',
      effect: { delay_ms: 60_000 },
    }),
  )
  let answered = false
  const held = at(a)('GET', `/v1/sessions/${id}`).finally(() => (answered = true))
  const hits = async () =>
    dataOf<{ hits: { count: number } }[]>(await control(b)('GET', '/control/v1/faults'))[0]!.hits
  await until(async () => (await hits()).count === 1, 'the fault hits')
  t.equal((await control(b)('DELETE', `/control/v1/faults/${fault}`)).status, 200)
  await until(async () => answered, 'the response')
  t.equal((await held).status, 200)
})

t.test('every replica lists the requests of all replicas at once', async (t) => {
  const list = async (simulator: RunningSimulator, query = '') =>
    dataOf<{ operation: string; status: number; response: { body: unknown } }[]>(
      await control(simulator)('GET', `/control/v1/requests${query}`),
    )
  const ids: string[] = []
  const before = (await list(a)).length
  for (let i = 0; i < 10; i++) {
    ids.push(await newSession([a, b][i % 2]!))
    const found = await list([b, a][i % 2]!)
    t.match(found[0], { operation: 'createSession', response: { body: { data: { id: ids[i] } } } })
    t.equal(found.length, before + i + 1)
  }
  await at(a)('GET', '/v1/sessions/vs_none')
  t.match(await list(b, '?status=404'), [{ operation: 'retrieveSession', status: 404 }])
  t.strictSame(await list(b, '?organization=org_globex'), [])
  const journal = (body: object) => control(b)('PUT', '/control/v1/journal', body)
  t.match(dataOf(await journal({ enabled: true, organization: 'org_globex' })), { count: 0 })
  await newSession(a)
  t.strictSame(await list(a), [], 'the other replica applies the new setting at once')
  await journal({ enabled: true })
  await newSession(a)
  await control(a)('POST', '/control/v1/reset', { organization: 'org_acme' })
  t.strictSame(await list(b), [], 'a reset deletes the recorded requests')

  await control(a)('POST', '/control/v1/faults', {
    operation: 'listSessions',
    effect: { delay_ms: 60_000 },
  })
  const held = at(b)('GET', '/v1/sessions')
  const hits = async () =>
    dataOf<{ hits: { count: number } }[]>(await control(a)('GET', '/control/v1/faults'))[0]!.hits
  await until(async () => (await hits()).count === 1, 'the fault hits')
  await control(a)('POST', '/control/v1/reset', { organization: 'org_acme' })
  await control(a)('POST', '/control/v1/reset')
  await held
  t.match(
    await list(a),
    [{ operation: 'listSessions', response: { body: null } }],
    'a request that runs during a reset is recorded without its text',
  )
})

t.test('the feed reports later changes of other replicas', async (t) => {
  await control(b)('PUT', '/control/v1/journal', { enabled: false })
  await newSession(b)
  const feed = await partsOf(t, a, '/feed?organization=org_acme')
  const kind = (name: string) => (line: string) => line.includes(`"kind":"${name}"`)
  await feed.next(kind('ready'))
  const id = await newSession(b)
  t.match(JSON.parse(await feed.next(kind('request'))), {
    operation: 'createSession',
    response: { body: { data: { id } } },
  })
  await controlClient(b).cancel(id)
  t.match(JSON.parse(await feed.next(kind('event'))), { session_id: id })
  const snapshot = dataOf<{ id: string }>(await control(b)('POST', '/control/v1/snapshots'))
  await control(b)('POST', `/control/v1/snapshots/${snapshot.id}/restore`)
  const later = await newSession(b)
  await controlClient(b).cancel(later)
  t.match(JSON.parse(await feed.next(kind('event'))), { session_id: later }, 'after a restore too')
  t.strictSame(dataOf(await control(a)('GET', '/control/v1/requests')), [], 'nothing is recorded')
})

t.test('the stream of changes resumes at another replica', async (t) => {
  const first = await events(t, a)
  t.match(await first.next(() => true), /^event: ready\n/)
  const seen = await newSession(b)
  const last = await first.next((part) => part.includes(seen))
  first.end()
  const missed = await newSession(a)
  const second = await events(t, b, /^id: (.+)$/m.exec(last)![1]!)
  t.match(await second.next(() => true), /^event: ready\n/)
  t.match(await second.next((part) => part.includes(missed)), /^event: changed\n/)
  const next = await newSession(a)
  t.match(await second.next((part) => part.includes(next)), /^event: changed\n/)
  await control(a)('PATCH', '/control/v1/organizations/org_acme', { name: 'Acme 2' })
  await second.next((part) => part.includes('"world"'))
  t.match(await (await events(t, a, 'other.1-17')).next(() => true), /^event: reset\n/)
})

t.test('a change that commits late and without a notification is reported', async (t) => {
  const first = await events(t, a)
  await first.next(() => true)
  const entries = [['put', 'us/test/org_acme', 'session', 'vs_late', true, null]]
  const id = await database.transaction(async (ask) => {
    await ask('SELECT note($1)', [JSON.stringify(entries)])
    const early = await newSession(b)
    return /^id: (.+)$/m.exec(await first.next((part) => part.includes(early)))![1]!
  })
  t.match(await first.next((part) => part.includes('vs_late')), /^event: changed\n/)
  const second = await events(t, b, id)
  t.match(await second.next((part) => part.includes('vs_late')), /^event: changed\n/)
  await database.transaction((ask) => ask('UPDATE switches SET log_from = pg_current_xact_id()'))
  const third = await events(t, b, id)
  t.match(await third.next(() => true), /^event: reset\n/, 'the log begins at a later transaction')
})

t.test('a response is sent after its request is in the request log', async (t) => {
  await control(b)('PUT', '/control/v1/journal', { enabled: true })
  let answered = false
  const { sent } = await database.transaction(async (ask) => {
    await ask('LOCK TABLE journal')
    const sent = at(a)('GET', '/v1/sessions').finally(() => (answered = true))
    await new Promise((resolve) => setTimeout(resolve, 150))
    t.notOk(answered)
    return { sent }
  })
  t.equal((await sent).status, 200)
})

t.test('an erasure removes the text of a running request', async (t) => {
  const database = await migrated(t)
  // A replica that does not know of the erasure yet.
  const switches = Object.assign(new Switches(database), { journal: '', wipes: 1 })
  const entries = new SharedEntries(database, switches, new Notices(database), t.error)
  await entries.set(true, undefined)
  await entries.add(entryWith('"Okafor"'), 1)
  const texts = async () =>
    (await entries.page(undefined, 9, {})).map(({ request }) => request.text)
  t.strictSame(await texts(), ['"Okafor"'])
  await entries.forget()
  await entries.add(entryWith('"Okafor"'), 1)
  t.strictSame(await texts(), [null])
})

t.test('a writer that does not know of a new follower yet logs its write', async (t) => {
  const database = await migrated(t)
  const late: string[] = []
  const records = new PostgresRecords(database, () => 1, undefined, {
    watched: false,
    noted: () => undefined,
    late: async (entries) => void late.push(entries),
  })
  await records.write([put('vs_1', {})])
  t.strictSame(late, [])
  await database.transaction((ask) => ask("UPDATE switches SET watched_until = 'infinity'"))
  await records.write([put('vs_2', { session_id: 'vs_1' })])
  t.match(late, [/"vs_2",true,"vs_1"/])
})

t.test('a listener gets deliveries of all replicas, and its response is logged', async (t) => {
  const snapshot = dataOf<{ id: string }>(await control(a)('POST', '/control/v1/snapshots'))
  const lines = await partsOf(t, b, '/organizations/org_acme/forwarders', {
    body: { mode: 'test', events: ['kyc.session.cancelled'] },
  })
  const ready = JSON.parse(await lines.next(() => true)) as { id: string }
  const delivery = async () =>
    JSON.parse(await lines.next((line) => line.includes('"delivery"'))) as {
      id: string
      body: string
    }
  const outcome = (delivery_id: string, status: number) =>
    control(b)('POST', `/control/v1/forwarders/${ready.id}/outcomes`, { delivery_id, status })
  const rows = async (session: string) =>
    dataOf<object[]>(await control(a)('GET', `/control/v1/deliveries?session_id=${session}`))
  for (const simulator of [a, b]) {
    const session = await newSession(simulator)
    await controlClient(simulator).cancel(session)
    const first = await delivery()
    t.match(JSON.parse(first.body), { sessionId: session })
    t.equal((await outcome(first.id, 500)).status, 204)
    await until(async () => (await rows(session)).length === 1, 'the attempt is logged')
    // The replica that moves the clock runs the retry, and has no connection to the listener.
    const moved = control(a)('POST', '/control/v1/clock/advance', { seconds: 3600 })
    const second = await delivery()
    t.equal(second.body, first.body)
    await outcome(second.id, 204)
    t.equal((await moved).status, 200)
    t.match(await rows(session), [{ http_code: 204 }, { http_code: 500 }])
  }
  const subscriptions = async () =>
    dataOf<object[]>(await at(a)('GET', '/v1/webhook-subscriptions')).length
  t.equal(await subscriptions(), 1)
  await control(a)('POST', '/control/v1/reset', { world: true })
  await until(
    async () => (await subscriptions()) === 1,
    'it exists after a reset at another replica',
  )
  await control(a)('POST', `/control/v1/snapshots/${snapshot.id}/restore`)
  await until(
    async () => (await subscriptions()) === 1,
    'it exists after a restore at another replica',
  )
  lines.end()
  await until(async () => (await subscriptions()) === 0, 'the subscription is deleted')
})

t.test(
  'after the last replica has ended, subscriptions, faults and the request log are gone',
  async (t) => {
    const world = roomyWorld((organization) => {
      organization.webhook_subscriptions = [
        {
          id: `whs_${organization.id}`,
          mode: 'test',
          url: 'https://forwarder.invalid/fwd_gone',
          events: ['kyc.session.cancelled'],
          secrets: [{ secret: `whsec_${'A'.repeat(43)}=` }],
          status: 'enabled',
          created_at: '2026-11-20T08:00:00.000Z',
          forwarder: true,
          held_by: 1_000_000,
        },
      ]
    })
    const store = await emptyDatabase(t)
    const a = await simulatorFor(t, { store, world })
    const subscriptions = async () =>
      dataOf<object[]>(await at(a)('GET', '/v1/webhook-subscriptions')).length
    await until(async () => (await subscriptions()) === 0, 'the subscription is deleted')
    const fault = { operation: '*', effect: { status: 503 }, times: 1 }
    await control(a)('POST', '/control/v1/faults', fault)
    await control(a)('PUT', '/control/v1/journal', { enabled: true })
    const next = await simulatorFor(t, { store, world })
    t.match(dataOf(await control(next)('GET', '/control/v1/faults')), [{}], 'another one joins')
    await Promise.all([a.close(), next.close()])
    const last = await simulatorFor(t, { store, world })
    t.strictSame(dataOf(await control(last)('GET', '/control/v1/faults')), [])
    t.match(dataOf(await control(last)('GET', '/control/v1/journal')), { enabled: false })
  },
)
