import t, { type Test } from 'tap'
import type { RunningSimulator, ServerOptions } from '../server.ts'
import { storeAddress } from '../store/postgres/address.ts'
import { Database } from '../store/postgres/database.ts'
import { PostgresRecords } from '../store/postgres/postgres-records.ts'
import { put } from '../store/testing/adapters.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { steer } from '../testing/steer.ts'

const KEY = demoKey('org_acme')
const server = await startPostgres()
t.teardown(() => server.stop())
let databases = 0

/** Starts two replicas on a database of their own. */
async function pair(
  t: Test,
  options: ServerOptions = {},
): Promise<[RunningSimulator, RunningSimulator]> {
  const store = await server.database(`services_${++databases}`)
  const start = () => simulatorFor(t, { store, world: roomyWorld(), ...options })
  return [await start(), await start()]
}

const at = (simulator: RunningSimulator) => client(simulator, KEY)
const control = (simulator: RunningSimulator) => client(simulator, undefined, 'control')
const dataOf = <T>(reply: { json: <T>() => T }) => reply.json<{ data: T }>().data

async function newSession(simulator: RunningSimulator): Promise<string> {
  return dataOf<{ id: string }>(await at(simulator)('POST', '/v1/sessions', {})).id
}

async function until(look: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 10_000
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`not within 10 s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Reads an answer that goes on, part by part; `end` hangs up. */
async function partsOf(
  t: Test,
  simulator: RunningSimulator,
  path: string,
  { body, headers, separator = '\n' }: { body?: object; headers?: object; separator?: string } = {},
) {
  const abort = new AbortController()
  t.teardown(() => abort.abort())
  const response = await fetch(`${simulator.control_url}/control/v1${path}`, {
    signal: abort.signal,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const parts: string[] = []
  let rest = ''
  const next = async (wanted: (part: string) => boolean): Promise<string> => {
    for (;;) {
      const found = parts.shift()
      if (found !== undefined && wanted(found)) return found
      if (found !== undefined) continue
      const { value, done } = await reader.read()
      if (done) throw new Error('the answer ended')
      const some = (rest + value).split(separator)
      rest = some.pop()!
      parts.push(...some)
    }
  }
  return { status: response.status, next, end: () => abort.abort() }
}

const events = (t: Test, simulator: RunningSimulator, lastId?: string) =>
  partsOf(t, simulator, '/organizations/org_acme/stream?mode=test&include=requests', {
    separator: '\n\n',
    headers: lastId === undefined ? {} : { 'Last-Event-ID': lastId },
  })

t.test('a fault hits so many times in the whole cluster, and is seen at any replica', async (t) => {
  const [a, b] = await pair(t)
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
  t.equal((await at(b)('GET', `/v1/sessions/${id}`)).status, 503, 'at the next request elsewhere')
  t.equal((await at(a)('GET', `/v1/sessions/${id}`)).status, 200)
  await control(b)('POST', '/control/v1/reset', {})
  t.strictSame(dataOf(await control(a)('GET', '/control/v1/faults')), [])
})

t.test('a request that one replica holds is let go when another removes the fault', async (t) => {
  const [a, b] = await pair(t)
  const id = await newSession(a)
  const { id: fault } = dataOf<{ id: string }>(
    await control(a)('POST', '/control/v1/faults', {
      operation: 'retrieveSession',
      effect: { delay_ms: 60_000 },
    }),
  )
  const held = at(a)('GET', `/v1/sessions/${id}`)
  const hits = async () =>
    dataOf<{ hits: { count: number } }[]>(await control(b)('GET', '/control/v1/faults'))[0]!.hits
  await until(async () => (await hits()).count === 1, 'the fault hits')
  t.equal((await control(b)('DELETE', `/control/v1/faults/${fault}`)).status, 200)
  t.equal((await held).status, 200)
})

t.test('the journal has the requests of all replicas, at once and at each', async (t) => {
  const [a, b] = await pair(t, { journal: true })
  const list = async (simulator: RunningSimulator, query = '') =>
    dataOf<{ operation: string; status: number; response: { body: unknown } }[]>(
      await control(simulator)('GET', `/control/v1/requests${query}`),
    )
  const ids: string[] = []
  for (let i = 0; i < 10; i++) {
    ids.push(await newSession([a, b][i % 2]!))
    const found = await list([b, a][i % 2]!)
    t.match(found[0], { operation: 'createSession', response: { body: { data: { id: ids[i] } } } })
    t.equal(found.length, i + 1)
  }
  await at(a)('GET', '/v1/sessions/vs_none')
  t.match(await list(b, '?status=404'), [{ operation: 'retrieveSession', status: 404 }])
  t.strictSame(await list(b, '?organization=org_globex'), [])
  const journal = (body: object) => control(b)('PUT', '/control/v1/journal', body)
  t.match(dataOf(await journal({ enabled: true, organization: 'org_globex' })), { count: 0 })
  await newSession(a)
  t.strictSame(await list(a), [], 'the other replica keeps to the new setting at once')
  await journal({ enabled: true })
  await newSession(a)
  await control(a)('POST', '/control/v1/reset', { organization: 'org_acme' })
  t.strictSame(await list(b), [], 'a reset forgets the requests too')

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
    'a request that was under way during a reset is recorded without its text',
  )
})

t.test('the feed tells what other replicas do, and only from then on', async (t) => {
  const [a, b] = await pair(t)
  await newSession(b)
  const feed = await partsOf(t, a, '/feed?organization=org_acme')
  const kind = (name: string) => (line: string) => line.includes(`"kind":"${name}"`)
  await feed.next(kind('ready'))
  const id = await newSession(b)
  t.match(JSON.parse(await feed.next(kind('request'))), {
    operation: 'createSession',
    response: { body: { data: { id } } },
  })
  await steer(b).cancel(id)
  t.match(JSON.parse(await feed.next(kind('event'))), { session_id: id })
  t.strictSame(dataOf(await control(a)('GET', '/control/v1/requests')), [], 'nothing is recorded')
})

t.test('the stream of changes goes on at another replica where it broke off', async (t) => {
  const [a, b] = await pair(t)
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

t.test(
  'a change that commits late, and without a notice, is neither missed nor lost',
  async (t) => {
    const [a, b] = await pair(t)
    const first = await events(t, a)
    await first.next(() => true)
    const database = await Database.open(
      storeAddress(await server.database(`services_${databases}`)),
      { report: () => undefined },
    )
    t.teardown(() => database.close())
    const entries = [['put', 'us/test/org_acme', 'session', 'vs_late', true, null]]
    const id = await database.transaction(async (ask) => {
      await ask('SELECT note($1)', [JSON.stringify(entries)])
      const early = await newSession(b)
      return /^id: (.+)$/m.exec(await first.next((part) => part.includes(early)))![1]!
    })
    t.match(await first.next((part) => part.includes('vs_late')), /^event: changed\n/)
    const second = await events(t, b, id)
    t.match(await second.next((part) => part.includes('vs_late')), /^event: changed\n/)
  },
)

t.test('a writer that does not know yet that somebody follows notes its write', async (t) => {
  const store = await server.database(`services_${++databases}`)
  await (await simulatorFor(t, { store })).close()
  const database = await Database.open(storeAddress(store), { report: () => undefined })
  t.teardown(() => database.close())
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

t.test('a listener gets what any replica delivers, and its answer is logged', async (t) => {
  const [a, b] = await pair(t)
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
    await steer(simulator).cancel(session)
    const first = await delivery()
    t.match(JSON.parse(first.body), { sessionId: session })
    t.equal((await outcome(first.id, 500)).status, 204)
    await until(async () => (await rows(session)).length === 1, 'the attempt is logged')
    // Whoever moves the clock runs the retry, and has no connection to the listener.
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
  await until(async () => (await subscriptions()) === 1, 'it is there after a reset elsewhere')
  lines.end()
  await until(async () => (await subscriptions()) === 0, 'the subscription is gone')
})

t.test('the subscription of a replica that has died is removed', async (t) => {
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
  const [a] = await pair(t, { world })
  const subscriptions = async () =>
    dataOf<object[]>(await at(a)('GET', '/v1/webhook-subscriptions')).length
  await until(async () => (await subscriptions()) === 0, 'the subscription is gone')
})
