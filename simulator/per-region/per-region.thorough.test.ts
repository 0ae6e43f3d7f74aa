import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import t from 'tap'
import { dataOf } from '../control/testing.ts'
import { databasesOf } from '../store/postgres/address.ts'
import { receiverFor } from '../testing/receiver.ts'
import { type Client, roomyWorld, serverFor } from '../testing/simulator.ts'
import type { Region } from '../world/world.ts'
import { FROZEN_AT, OWNERS, emptyStore, regional, serverOf, sessionsIn } from './testing.ts'

const REGIONS = ['us', 'eu'] as const
const server = await serverOf(t)

t.test('both regions have one clock, and webhooks leave from both', async (t) => {
  const store = await emptyStore(server)
  const options = { loopbackReceivers: true }
  const [one, other] = [await regional(t, store, options), await regional(t, store, options)]
  const { control } = one
  await control('POST', '/clock/freeze', { at: FROZEN_AT })
  t.match(dataOf(await other.control('GET', '/clock')), { now: FROZEN_AT, frozen: true })
  const receiver = await receiverFor(t)
  for (const region of REGIONS)
    await control('POST', `/organizations/${OWNERS[region]}/webhook_subscriptions`, {
      mode: 'test',
      url: receiver.url,
    })
  const sessions = await sessionsIn(one)
  const created = await other.eu('GET', `/v1/sessions/${sessions.eu}`)
  t.match(created.json(), { data: { created_at: FROZEN_AT } })
  await other.control('POST', '/clock/advance', { seconds: 40 * 24 * 3600 })
  const after = '2026-12-30T09:00:00.000Z'
  t.match(dataOf(await control('GET', '/clock')), { now: after, frozen: true })
  await control('POST', '/settle')
  const expired = (await receiver.until(2)).map(
    ({ body }) => JSON.parse(body) as { sessionId: string; type: string },
  )
  t.strictSame(
    expired.map(({ sessionId, type }) => `${type} ${sessionId}`).sort(),
    [sessions.us, sessions.eu].map((id) => `kyc.session.expired ${id}`).sort(),
  )
  const late = await sessionsIn(one)
  for (const region of REGIONS)
    t.match(dataOf(await control('GET', `/sessions/${late[region]}`)), { created_at: after })
  // Without a time, both stop at the same moment.
  await control('POST', '/clock/resume')
  await control('POST', '/clock/freeze')
  const stopped = await sessionsIn(one)
  const times = REGIONS.map(async (region) =>
    dataOf(await control('GET', `/sessions/${stopped[region]}`)),
  )
  const [us, eu] = await Promise.all(times)
  t.equal(us!.created_at, eu!.created_at)
})

t.test('with HTTPS, one authority has signed the certificates of all listeners', async (t) => {
  const { simulator } = await regional(t, await emptyStore(server), { https: true })
  t.match(simulator.ca, /^-----BEGIN CERTIFICATE-----/)
  for (const url of [simulator.control_url, simulator.base_urls.us, simulator.base_urls.eu]) {
    const asked = get(`${url}/nothing`, { ca: simulator.ca, agent: false })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    t.equal(answer.statusCode, 404, url)
  }
})

t.test('databases that cannot serve their region are refused, without credentials', async (t) => {
  const store = await emptyStore(server)
  const first = await serverFor(t, { store, world: roomyWorld() })
  await first.close()
  const { us, eu } = databasesOf(store) as Record<Region, { url: string }>
  const problemOf = (text: string): Promise<string> =>
    serverFor(t, { store: text, world: roomyWorld() }).then(
      () => 'it started',
      ({ message }: Error) => message,
    )
  t.match(
    await problemOf(`us=${eu.url},eu=${us.url}`),
    /is the database of region us in --store, but holds org_\w+, an organization of region eu/,
  )
  const missing = us.url.replace('vskit@', 'vskit:hunter2@').replace(/regional_us_\d+/, 'nowhere')
  const unreachable = await problemOf(`us=${us.url},eu=${missing}`)
  t.match(unreachable, /nowhere/)
  t.notMatch(unreachable, /hunter2/)
  // The failed start left the first database free.
  t.equal((await (await regional(t, store)).us('GET', '/v1/sessions')).status, 200)
})

t.test('of simultaneous calls, one creates an organization with an id', async (t) => {
  const store = await emptyStore(server)
  const [one, other] = [await regional(t, store), await regional(t, store)]
  const create = (control: Client, id: string, region: Region) =>
    control('POST', '/organizations', { id, name: 'Twice', region })
  for (let i = 0; i < 5; i++) {
    const id = `org_twice_${i}`
    const statuses = (
      await Promise.all([create(one.control, id, 'us'), create(one.control, id, 'eu')])
    ).map(({ status }) => status)
    t.strictSame(statuses.toSorted(), [201, 422])
    // Through two replicas, both may be refused.
    const apart = `org_apart_${i}`
    const made = await Promise.all([
      create(one.control, apart, 'us'),
      create(other.control, apart, 'eu'),
    ])
    t.ok(made.filter(({ status }) => status === 201).length <= 1)
  }
  for (const { control } of [one, other]) {
    const ids = dataOf<{ id: string }[]>(await control('GET', '/organizations')).map(({ id }) => id)
    t.strictSame(ids, [...new Set(ids)])
  }
})
