import pg from 'pg'
import t from 'tap'
import { storeAddress } from '../store/postgres/address.ts'
import { Database } from '../store/postgres/database.ts'
import { migrate } from '../store/postgres/schema.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { at, emptyDatabase } from './testing.ts'

/** Replaces the database by an empty one, as an administrator. */
async function replace(store: string): Promise<void> {
  const url = new URL(store)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
}

t.test('a database that was replaced while it was in use is named, with the remedy', async (t) => {
  const store = await emptyDatabase(t)
  const reported: string[] = []
  const simulator = await simulatorFor(t, {
    store,
    world: roomyWorld(),
    storeLimits: BUSY_LIMITS,
    report: (error) => reported.push((error as Error).message),
  })
  const call = at(simulator)
  const told = async (what: RegExp): Promise<void> => {
    reported.length = 0
    const end = Date.now() + 20_000
    // Until the replica has reconnected, it reports the lost connection.
    while (!reported.some((message) => what.test(message))) {
      const { status } = await call('GET', '/v1/sessions')
      if (status === 503 && Date.now() < end) continue
      t.fail(`${status} before ${what.source}`)
      return
    }
    t.match(
      reported.find((message) => what.test(message)),
      /The database was replaced: stop every simulator that uses it, then start them again/,
    )
  }
  t.equal((await call('POST', '/v1/sessions', {})).status, 201)
  await replace(store)
  await told(/does not exist/)

  const database = await Database.open(storeAddress(store), { report: () => undefined })
  await migrate(database)
  await database.close()
  await told(/it holds no world/)
})
