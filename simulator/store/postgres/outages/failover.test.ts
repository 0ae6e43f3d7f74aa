import pg from 'pg'
import t, { type Test } from 'tap'
import { storeAddress } from '../address.ts'
import { postgresAddress, put } from '../../testing/adapters.ts'
import { BUSY_LIMITS } from '../../testing/busy-limits.ts'
import { startPostgres } from '../../testing/postgres-server.ts'
import type { Database } from '../database.ts'
import { openPostgres } from '../postgres.ts'
import { writeContext } from '../write-context.ts'

const SCOPE = 'us/test/org_a'
const OTHER = 'us/test/org_b'
const LOST = { name: 'StoreUnavailable' }

async function opened(t: Test) {
  const address = await postgresAddress(t)
  const { database, records } = await openPostgres(address, () => undefined, BUSY_LIMITS)
  const [admin, holder] = [1, 2].map(() => new pg.Client({ connectionString: address.url }))
  await Promise.all([admin!.connect(), holder!.connect()])
  t.teardown(() => Promise.all([database.close(), admin!.end(), holder!.end()]))
  return { database, records, admin: admin!, holder: holder! }
}

/** Ends a connection in the middle of a statement. Resolves when the server is reachable again. */
async function outage(t: Test, database: Database, admin: pg.Client): Promise<void> {
  const recovered = new Promise<void>((resolve) => database.onRecovery(resolve))
  const during = t.rejects(database.read({ text: 'SELECT pg_sleep(60)' }))
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`
  while ((await admin.query(end)).rowCount === 0);
  await during
  await recovered
}

/** As on a standby without the latest writes that has become the primary: others have used their versions and numbers. */
async function replaceNames(client: pg.Client): Promise<void> {
  await client.query(`UPDATE vskit.documents SET body = '"stored"'`)
  await client.query('UPDATE vskit.names SET name = $2 WHERE name = $1', [SCOPE, OTHER])
}

t.test('after an outage, another server may lack what was read before', async (t) => {
  const { database, records, admin } = await opened(t)
  await records.write([put('vs_1', 'lost')])
  t.equal((await records.read(SCOPE, 'session', 'vs_1'))!.body, 'lost')
  await replaceNames(admin)
  await outage(t, database, admin)

  t.equal(await records.read(SCOPE, 'session', 'vs_1'), undefined)
  t.equal((await records.read(OTHER, 'session', 'vs_1'))!.body, 'stored')
  await records.write([put('vs_2', 'new')])
  t.equal((await records.read(SCOPE, 'session', 'vs_2'))!.body, 'new')
  t.equal(await records.read(OTHER, 'session', 'vs_2'), undefined)
})

t.test('a task that was under way in an outage uses no number from before it', async (t) => {
  const { database, records, admin, holder } = await opened(t)
  await records.write([put('vs_1', 'lost')])
  // The write knows the number of one name and waits for that of the other.
  await holder.query('BEGIN; LOCK TABLE vskit.names')
  const tasks: Promise<unknown>[] = [
    records.write([put('vs_2', 'new'), put('vs_3', 'new', { scope: 'us/test/org_c' })]),
    records.page(SCOPE, 'event', { limit: 1 }),
  ]
  const refused = tasks.map((task) => t.rejects(task, LOST))
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while ((await admin.query(waiting)).rowCount! < tasks.length);
  await outage(t, database, admin)
  await replaceNames(holder)
  await holder.query('COMMIT')
  await Promise.all(refused)
  t.equal(await records.find('session', 'vs_2'), undefined)
})

t.test('a request or job that began before an outage changes nothing after it', async (t) => {
  const { database, records, admin } = await opened(t)
  await writeContext.run({ period: database.period }, async () => {
    await records.write([put('vs_1', 'first')])
    await outage(t, database, admin)
    // The version that the task has read may have another body now.
    const late = records.write([put('vs_1', 'second', { ifVersion: 1 })])
    const [, later] = await Promise.all([
      t.rejects(late, LOST),
      writeContext.exit(() => records.write([put('vs_2', 'new')]).then(() => 'stored')),
    ])
    t.equal(later, 'stored', 'other tasks go on')
    await t.rejects(records.find('session', 'vs_1'), LOST)
  })
  t.equal((await records.find('session', 'vs_1'))!.body, 'first')
})

t.test('another server is noticed at the next statement, without an outage', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const address = storeAddress(await server.database('failover'))
  const { database, records } = await openPostgres(address, () => undefined, BUSY_LIMITS)
  t.teardown(() => database.close())
  await records.write([put('vs_1', 'lost')])
  t.equal((await records.read(SCOPE, 'session', 'vs_1'))!.body, 'lost')
  await server.kill()
  await server.restart()
  const admin = new pg.Client({ connectionString: address.url })
  await admin.connect()
  await replaceNames(admin)
  await admin.end()

  await t.rejects(records.read(SCOPE, 'session', 'vs_1'), LOST)
  t.notOk(database.lost)
  t.equal(await records.read(SCOPE, 'session', 'vs_1'), undefined)
  t.equal((await records.read(OTHER, 'session', 'vs_1'))!.body, 'stored')
})
