import t, { type Test } from 'tap'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import type { RunningSimulator, ServerOptions } from '../server.ts'
import { receiverFor } from '../testing/receiver.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const KEY = demoKey('org_acme')
const KEYS = '/control/v1/organizations/org_acme/keys'
const READER = { type: 'sk', mode: 'test', scopes: ['sessions:read'] }
/** Budget of the route class for reading a session, small enough for a test to use up. */
const BUDGET = 40

const server = await startPostgres()
t.teardown(() => server.stop())
let databases = 0

/** Starts replicas with a new database. */
async function replicas(
  t: Test,
  count: number,
  options: ServerOptions = {},
): Promise<[RunningSimulator, ...RunningSimulator[]]> {
  const store = await server.database(`replicas_${++databases}`)
  const started: RunningSimulator[] = []
  for (let i = 0; i < count; i++)
    started.push(
      await simulatorFor(t, {
        store,
        world: roomyWorld(),
        loopbackReceivers: true,
        storeLimits: BUSY_LIMITS,
        ...options,
      }),
    )
  return started as [RunningSimulator, ...RunningSimulator[]]
}

async function newSession(simulator: RunningSimulator, body = {}): Promise<string> {
  const made = await client(simulator, KEY)('POST', '/v1/sessions', body)
  return made.json<{ data: { id: string } }>().data.id
}

async function until(look: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await look())) {
    if (Date.now() > end) throw new Error('it did not happen within 20 s')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

t.test('after a response of one replica, the others have the same data', async (t) => {
  const [a, b] = await replicas(t, 2)
  for (let i = 0; i < 10; i++) {
    const id = await newSession(a)
    t.equal((await client(b!, KEY)('GET', `/v1/sessions/${id}`)).status, 200)
    const made = await client(b!, undefined, 'control')('POST', KEYS, READER)
    const { id: keyId, key } = made.json<{ data: { id: string; key: string } }>().data
    await a.ports.world.refresh()
    t.ok(a.ports.world.organization('org_acme')!.keys.some((one) => one.id === keyId))
    t.equal((await client(a, key)('GET', `/v1/sessions/${id}`)).status, 200, 'a new key')
    await client(b!, undefined, 'control')('POST', `${KEYS}/${keyId}/revoke`)
    const refused = await client(a, key)('GET', `/v1/sessions/${id}`)
    t.equal(refused.status, 401, 'a revoked key')
  }
})

t.test('concurrent changes of one organization at several replicas are all kept', async (t) => {
  const [a, b] = await replicas(t, 2)
  const make = async (simulator: RunningSimulator): Promise<string> =>
    (await client(simulator, undefined, 'control')('POST', KEYS, READER)).json<{
      data: { key: string }
    }>().data.key
  const rename = (simulator: RunningSimulator, name: string) =>
    client(simulator, undefined, 'control')('PATCH', '/control/v1/organizations/org_acme', { name })
  const [keys] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, (_, i) => make([a, b!][i % 2]!))),
    Promise.all(Array.from({ length: 10 }, (_, i) => rename([b!, a][i % 2]!, `Acme ${i}`))),
  ])
  const id = await newSession(a)
  for (const [i, key] of keys.entries())
    t.equal((await client([b!, a][i % 2]!, key)('GET', `/v1/sessions/${id}`)).status, 200)
})

t.test('LIM all replicas share a rate-limit window, and it is exact', async (t) => {
  const world = roomyWorld((organization) => {
    organization.budgets!.reads = BUDGET
  })
  const [a, b] = await replicas(t, 2, { world })
  const id = await newSession(a)
  await client(a, undefined, 'control')('POST', '/control/v1/clock/freeze', {})
  const answers = await Promise.all(
    Array.from({ length: BUDGET * 2 }, (_, i) =>
      client([a, b!][i % 2]!, KEY)('GET', `/v1/sessions/${id}`),
    ),
  )
  const served = answers.filter(({ status }) => status === 200)
  t.equal(served.length, BUDGET)
  t.equal(answers.filter(({ status }) => status === 429).length, BUDGET)
  const remaining = served.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
  t.strictSame(
    remaining.sort((one, other) => one - other),
    Array.from({ length: BUDGET }, (_, i) => i),
    'each request has a different place',
  )
  await client(b!, undefined, 'control')('POST', '/control/v1/clock/advance', { seconds: 60 })
  t.equal((await client(a, KEY)('GET', `/v1/sessions/${id}`)).status, 200, 'the next window')
})

t.test('a changed budget keeps the count of the window at all replicas', async (t) => {
  const [a, b] = await replicas(t, 2)
  const [atA, atB] = [client(a, undefined, 'control'), client(b!, undefined, 'control')]
  const id = await newSession(a)
  await atA('POST', '/control/v1/clock/freeze', {})
  let used = 0
  for (const [i, budget] of [3, 2, 5, 3, 9].entries()) {
    const change = { budgets: { reads: budget } }
    await [atA, atB][i % 2]!('PATCH', '/control/v1/organizations/org_acme', change)
    const seen: [number, string | null][] = []
    for (let request = 0; request <= Math.max(0, budget - used); request++) {
      const answer = await client([a, b!][request % 2]!, KEY)('GET', `/v1/sessions/${id}`)
      seen.push([answer.status, answer.headers.get('x-ratelimit-remaining')])
    }
    const served = seen.slice(0, -1).map((_, place) => [200, String(budget - used - place - 1)])
    t.strictSame(seen, [...served, [429, '0']], `a budget of ${budget}`)
    used = Math.max(used, budget)
  }
})

t.test('all replicas share the limit of an address', async (t) => {
  const world = { ...roomyWorld(), ip_limit: 10 }
  const [a, b] = await replicas(t, 2, { world })
  await client(a, undefined, 'control')('POST', '/control/v1/clock/freeze', {})
  const statuses: number[] = []
  for (let i = 0; i < 12; i++)
    statuses.push((await client([a, b!][i % 2]!, 'nobody')('GET', '/v1/sessions')).status)
  t.strictSame(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429])
})

t.test('all replicas share the clock, and any replica can move it', async (t) => {
  const [a, b] = await replicas(t, 2)
  const [atA, atB] = [client(a, undefined, 'control'), client(b!, undefined, 'control')]
  await atA('POST', '/control/v1/clock/freeze', { at: '2031-01-01T00:00:00.000Z' })
  const now = (reply: { json: <T>() => T }) => reply.json<{ data: object }>().data
  t.strictSame(now(await atB('GET', '/control/v1/clock')), {
    now: '2031-01-01T00:00:00.000Z',
    frozen: true,
  })
  const id = await newSession(a)
  await atB('POST', '/control/v1/clock/advance', { seconds: 8 * 24 * 3600 })
  const reply = await client(a, KEY)('GET', `/v1/sessions/${id}`)
  t.match(reply.json(), { data: { status: 'expired' } }, 'jobs that became due have run')
})

t.test('each event is delivered once, also if its replica ends', async (t) => {
  const [a, b] = await replicas(t, 2)
  const receiver = await receiverFor(t)
  const subscription = { url: receiver.url, events: ['kyc.session.expired'] }
  await client(a, KEY)('POST', '/v1/webhook-subscriptions', subscription)
  const expire = async (simulator: RunningSimulator): Promise<void> => {
    await newSession(simulator)
    await client(simulator, undefined, 'control')('POST', '/control/v1/clock/advance', {
      seconds: 8 * 24 * 3600,
    })
  }
  await expire(a)
  await receiver.until(1)
  await expire(b!)
  await receiver.until(2)
  await a.close()
  await expire(b!)
  await receiver.until(3)
  const ids = receiver.deliveries.map(({ headers }) => headers['x-webhook-id'])
  t.equal(new Set(ids).size, 3)
  t.equal(ids.length, 3)
})

t.test('a new replica gets its share of the lanes', async (t) => {
  const [a] = await replicas(t, 1)
  const receiver = await receiverFor(t)
  const events = ['kyc.session.expired']
  for (let i = 0; i < 4; i++)
    await client(a, KEY)('POST', '/v1/webhook-subscriptions', { url: receiver.url, events })
  await newSession(a)
  const [control, advance] = [client(a, undefined, 'control'), { seconds: 8 * 24 * 3600 }]
  await control('POST', '/control/v1/clock/advance', advance)
  const lanes = async (): Promise<number[]> => {
    const { data } = (await control('GET', '/control/v1/health')).json<{
      data: { replicas: { lanes: number }[] }
    }>()
    return data.replicas.map((one) => one.lanes)
  }
  const [all] = await lanes()
  const { store } = (await control('GET', '/control/v1/health')).json<{ data: { store: string } }>()
    .data
  await simulatorFor(t, { store: store.replace('//', '//vskit@'), world: roomyWorld() })
  await until(async () => (await lanes()).every((count) => count >= Math.floor(all! / 2)))
})

t.test('a seed is refused with a second replica', async (t) => {
  const store = await server.database('seeded')
  const first = await simulatorFor(t, { store })
  await t.rejects(simulatorFor(t, { store, seed: 'x' }), /another replica uses this store/)
  await first.close()
  const seeded = await simulatorFor(t, { store, seed: 'x' })
  await t.rejects(simulatorFor(t, { store }), /started with --seed/)
  await seeded.close()
})

t.test('health lists the running replicas', async (t) => {
  const [a, b] = await replicas(t, 2)
  const look = async () =>
    (await client(a, undefined, 'control')('GET', '/control/v1/health')).json<{
      data: { store: string; replicas: { this: boolean }[] }
    }>().data
  t.match(await look(), { store: /^postgres:\/\/127\.0\.0\.1:\d+\/replicas_\d+$/ })
  t.strictSame(
    (await look()).replicas.map((one) => one.this),
    [true, false],
  )
  await b!.close()
  t.equal((await look()).replicas.length, 1, 'a replica that has ended is removed at once')
})

t.test('replicas share one certificate authority, also when they start together', async (t) => {
  const store = await server.database(`replicas_${++databases}`)
  const [a, b] = await Promise.all(
    [0, 1].map(() => simulatorFor(t, { store, world: roomyWorld(), https: true })),
  )
  t.match(a!.ca, /BEGIN CERTIFICATE/)
  t.equal(b!.ca, a!.ca)
})

t.test(
  'with a lost database, requests get 503 and do not hang; the replica reconnects by itself',
  async (t) => {
    const reported: unknown[] = []
    const [a] = await replicas(t, 1, { report: (error) => reported.push(error) })
    const id = await newSession(a)
    const read = () => client(a, KEY)('GET', `/v1/sessions/${id}`)
    await server.kill()
    for (let i = 0; i < 5; i++) {
      const began = performance.now()
      const reply = await read()
      t.equal(reply.status, 503)
      t.equal(reply.headers.get('retry-after'), '1')
      t.ok(performance.now() - began < 2000)
    }
    const page = await client(a, undefined)('GET', `/s/${id}`)
    t.equal(page.status, 503, 'a hosted page')
    t.equal(page.headers.get('retry-after'), '1')
    await server.restart()
    await until(async () => (await read()).status === 200)
    t.notMatch(reported.map(String).join('\n'), /vskit@/, 'no credentials')
  },
)
