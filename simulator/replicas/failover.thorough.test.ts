import t from 'tap'
import type { RunningSimulator } from '../server.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { client, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { at, control, dataOf, events, newSession, until } from './testing.ts'

const KEYS = '/control/v1/organizations/org_acme/keys'
const READER = { type: 'sk', mode: 'test', scopes: ['sessions:read'] }
const FAULT = { operation: 'retrieveWallet', effect: { status: 503 }, times: 100 }

interface Session {
  id: string
  status: string
  metadata: { mark?: string }
}

/** Resolves when a replica answers again. */
const back = (replica: RunningSimulator) =>
  until(
    async () => (await at(replica)('GET', '/v1/sessions?limit=1')).status === 200,
    'the replica answers again',
  )

const session = async (replica: RunningSimulator, id: string): Promise<string | number> => {
  const reply = await at(replica)('GET', `/v1/sessions/${id}`)
  return reply.status === 200 ? dataOf<Session>(reply).status : reply.status
}

t.test('a standby that lacks the latest writes is promoted while replicas run', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const store = await server.database('promoted')
  const start = () =>
    simulatorFor(t, {
      store,
      world: roomyWorld(),
      storeLimits: BUSY_LIMITS,
      report: () => undefined,
    })
  const [a, b] = [await start(), await start()]
  const both = [a, b]
  const kept = await newSession(a)
  const key = dataOf<{ id: string; key: string }>(await control(a)('POST', KEYS, READER))
  await server.keepStandby()
  for (const one of both) await back(one)

  const lost = [await newSession(a), await newSession(b)]
  const lostKey = dataOf<{ key: string }>(await control(a)('POST', KEYS, READER)).key
  t.equal((await control(b)('POST', `${KEYS}/${key.id}/revoke`)).status, 200)
  t.equal((await at(a)('POST', `/v1/sessions/${kept}/cancel`)).status, 200)
  t.equal((await control(b)('POST', '/control/v1/faults', FAULT)).status, 201)
  t.equal((await control(a)('POST', '/control/v1/clock/freeze', {})).status, 200)
  const stream = await events(t, b)
  for (const one of both) {
    // Everything is in the caches of both replicas.
    for (const id of lost) t.equal(await session(one, id), 'created')
    t.equal(await session(one, kept), 'cancelled')
    t.equal((await client(one, lostKey)('GET', '/v1/sessions')).status, 200)
    t.equal((await client(one, key.key)('GET', '/v1/sessions')).status, 401)
    t.equal((await at(one)('GET', '/v1/wallet')).status, 503)
  }

  await server.failOver()
  for (const one of both) await back(one)
  for (const [name, one] of Object.entries({ a, b })) {
    for (const id of lost) t.equal(await session(one, id), 404, `${name}: a lost session`)
    t.equal(await session(one, kept), 'created', `${name}: a lost cancellation`)
    t.equal((await client(one, lostKey)('GET', '/v1/sessions')).status, 401, `${name}: a lost key`)
    t.equal((await client(one, key.key)('GET', '/v1/sessions')).status, 200, `${name}: revocation`)
    t.equal((await at(one)('GET', '/v1/wallet')).status, 200, `${name}: a lost fault`)
    const clock = dataOf<{ frozen: boolean }>(await control(one)('GET', '/control/v1/clock'))
    t.equal(clock.frozen, false, `${name}: a lost freeze of the clock`)
  }

  const isEverything = (part: string): boolean => part.includes('"everything"')
  await stream.next(isEverything)
  // Numbers and positions are used again: nothing of before may be found under them.
  const later = [await newSession(b), await newSession(a), await newSession(b)]
  t.equal(new Set([...later, ...lost, kept]).size, 6, 'no id is used again')
  // Until the new primary knows of the follower, it is told to read everything again.
  await stream.next((part) => part.includes(later[0]!) || isEverything(part))
  t.equal((await at(b)('POST', `/v1/sessions/${kept}/cancel`)).status, 200)
  for (const [name, one] of Object.entries({ a, b })) {
    t.equal(await session(one, kept), 'cancelled', name)
    const page = await at(one)('GET', '/v1/sessions?limit=10')
    const ids = dataOf<Session[]>(page).map(({ id }) => id)
    t.strictSame(ids, [...later.toReversed(), kept], `${name}: each session once, newest first`)
    const listed = await control(one)(
      'GET',
      '/control/v1/events?organization=org_acme&mode=test&limit=10',
    )
    t.equal(dataOf<object[]>(listed).length, 1, `${name}: one event`)
  }
})
