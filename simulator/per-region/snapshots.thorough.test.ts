import pg from 'pg'
import t from 'tap'
import { codeOf, controlFor, dataOf, problemsOf } from '../control/testing.ts'
import { databasesOf } from '../store/postgres/address.ts'
import { type Client, client, demoKey, roomyWorld } from '../testing/simulator.ts'
import { FROZEN_AT, OWNERS, emptyStore, regional, serverOf, sessionsIn } from './testing.ts'

const REGIONS = ['us', 'eu'] as const
const server = await serverOf(t)

t.test('snapshots have both regions', async (t) => {
  const store = await emptyStore(server)
  const [one, other] = [await regional(t, store), await regional(t, store)]
  const { control } = one
  await control('POST', '/clock/freeze', { at: FROZEN_AT })
  const kept = await sessionsIn(one)
  // With images, events and activity.
  for (const region of REGIONS) {
    await control('POST', `/sessions/${kept[region]}/journey`, { action: 'submit' })
    await one[region]('GET', `/v1/sessions/${kept[region]}/idv-image/front`)
  }
  const there = async ({ us, eu }: typeof one, ids: typeof kept): Promise<number[]> => [
    (await us('GET', `/v1/sessions/${ids.us}`)).status,
    (await eu('GET', `/v1/sessions/${ids.eu}`)).status,
  ]
  const waiting = await sessionsIn(one)
  const taken = dataOf<{ id: string; bytes: number }>(
    await control('POST', '/snapshots', { name: 'both' }),
  )
  const late = await sessionsIn(one)
  await control('POST', '/clock/advance', { seconds: 60 })
  await control('PATCH', `/organizations/${OWNERS.eu}`, { name: 'Renamed' })

  t.test('one that is restored at any replica replaces all data', async (t) => {
    t.match(dataOf(await other.control('GET', '/snapshots')), [{ id: taken.id, name: 'both' }])
    t.match(dataOf(await other.control('POST', `/snapshots/${taken.id}/restore`)), {
      clock: { now: FROZEN_AT },
      counts: { organizations: 4 },
    })
    for (const each of [one, other]) {
      t.strictSame(await there(each, kept), [200, 200])
      t.strictSame(await there(each, late), [404, 404])
      t.match(dataOf(await each.control('GET', `/organizations/${OWNERS.eu}`)), {
        name: /^(?!Renamed)/,
      })
      t.match(dataOf(await each.control('GET', '/clock')), { now: FROZEN_AT })
    }
  })

  t.test('an exported one moves to any other simulator, and back', async (t) => {
    const memory = await controlFor(t, { world: roomyWorld() })
    const file = await exported(one.simulator.control_url, taken.id)
    const imported = await importedAt(memory.simulator.control_url, file)
    t.equal((await memory.control('POST', `/snapshots/${imported}/restore`)).status, 200)
    for (const region of REGIONS) {
      const call = client(memory.simulator, demoKey(OWNERS[region]), region)
      const shown = async (ask: Client): Promise<string> => {
        const session = dataOf(await ask('GET', `/v1/sessions/${kept[region]}`))
        return JSON.stringify({ ...session, hosted_url: undefined })
      }
      t.equal(await shown(call), await shown(one[region]))
      const front = `/v1/sessions/${kept[region]}/idv-image/front`
      t.strictSame((await call('GET', front)).bytes, (await one[region]('GET', front)).bytes)
      const made = dataOf<{ id: string }>(await call('POST', '/v1/sessions', {})).id
      const ids = (await call('GET', '/v1/sessions')).json<{ data: { id: string }[] }>().data
      t.equal(ids[0]!.id, made, 'a new session is the newest')
    }
    for (const log of ['/events', '/activity']) {
      const entries = async (ask: Client): Promise<string[]> =>
        dataOf<object[]>(await ask('GET', `${log}?limit=100`))
          .map((entry) => JSON.stringify(entry))
          .toSorted()
      const seen = await entries(memory.control)
      t.strictSame(seen, await entries(control), log)
      t.equal(new Set(seen.map((text) => /org_[a-z]+/.exec(text)![0])).size, 2)
    }
    const back = dataOf<{ id: string }>(await memory.control('POST', '/snapshots')).id
    const again = await regional(t, await emptyStore(server))
    const id = await importedAt(
      again.simulator.control_url,
      await exported(memory.simulator.control_url, back),
    )
    t.equal((await again.control('POST', `/snapshots/${id}/restore`)).status, 200)
    t.strictSame(await there(again, kept), [200, 200])
    // The expiry of the sessions moved, too.
    await again.control('POST', '/clock/advance', { seconds: 40 * 24 * 3600 })
    await again.control('POST', '/settle')
    for (const region of REGIONS)
      t.match(dataOf(await again.control('GET', `/sessions/${waiting[region]}`)), {
        status: 'expired',
      })
  })

  t.test('a file that is none is refused, and leaves nothing', async (t) => {
    const count = dataOf<object[]>(await control('GET', '/snapshots')).length
    const response = await fetch(`${one.simulator.control_url}/control/v1/snapshot_imports`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: 'no snapshot',
    })
    t.equal(response.status, 422)
    t.match(await response.text(), /it is not a snapshot file/)
    const whole = await exported(one.simulator.control_url, taken.id)
    await t.rejects(
      importedAt(one.simulator.control_url, whole.slice(0, whole.byteLength - 100)),
      /its records are broken/,
    )
    t.equal(dataOf<object[]>(await control('GET', '/snapshots')).length, count)
  })

  t.test('one that a database has lost is refused, and can be deleted', async (t) => {
    const { id } = dataOf<{ id: string }>(await control('POST', '/snapshots'))
    const { eu } = databasesOf(store) as Record<string, { url: string }>
    const database = new pg.Client({ connectionString: eu!.url })
    await database.connect()
    await database.query('DELETE FROM vskit.snapshots WHERE id = $1', [id])
    await database.end()
    const refused = await control('POST', `/snapshots/${id}/restore`)
    t.strictSame(problemsOf(refused), ['custom snapshot_id'])
    t.match(refused.text, /the database of region eu has no part of it/)
    const cut = await control('GET', `/snapshots/${id}/export`)
    t.strictSame(problemsOf(cut), ['custom snapshot_id'])
    t.ok(dataOf<{ id: string }[]>(await control('GET', '/snapshots')).some((one) => one.id === id))
    t.equal((await control('DELETE', `/snapshots/${id}`)).status, 204)
    t.notOk(
      dataOf<{ id: string }[]>(await control('GET', '/snapshots')).some((one) => one.id === id),
    )
  })

  t.test('a deleted one is gone from both databases', async (t) => {
    t.equal((await control('DELETE', `/snapshots/${taken.id}`)).status, 204)
    t.equal(codeOf(await control('POST', `/snapshots/${taken.id}/restore`)), 'resource_not_found')
    t.equal(codeOf(await control('DELETE', `/snapshots/${taken.id}`)), 'resource_not_found')
    t.strictSame(dataOf(await other.control('GET', '/snapshots')), [])
  })
})

async function exported(url: string, id: string): Promise<ArrayBuffer> {
  return (await fetch(`${url}/control/v1/snapshots/${id}/export`)).arrayBuffer()
}

/** @returns the id of the new snapshot */
async function importedAt(url: string, file: ArrayBuffer): Promise<string> {
  const response = await fetch(`${url}/control/v1/snapshot_imports`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
  if (response.status !== 201) throw new Error(await response.text())
  return ((await response.json()) as { data: { id: string } }).data.id
}
