import pg from 'pg'
import t from 'tap'
import { postgresAddress, put } from '../../testing/adapters.ts'
import { BUSY_LIMITS } from '../../testing/busy-limits.ts'
import { openPostgres } from '../postgres.ts'

const SCOPE = 'us/test/org_a'

t.test('after an outage, another server may lack what was read before', async (t) => {
  const address = await postgresAddress(t)
  const { database, records } = await openPostgres(address, () => undefined, BUSY_LIMITS)
  const admin = new pg.Client({ connectionString: address.url })
  await admin.connect()
  t.teardown(() => Promise.all([database.close(), admin.end()]))
  await records.write([put('vs_1', 'lost')])
  t.equal((await records.read(SCOPE, 'session', 'vs_1'))!.body, 'lost')

  // As on a standby without the latest writes that has become the primary: others have used their versions and numbers.
  await admin.query(`UPDATE vskit.documents SET body = '"stored"'`)
  await admin.query("UPDATE vskit.names SET name = 'us/test/org_b' WHERE name = $1", [SCOPE])
  const recovered = new Promise<void>((resolve) => database.onRecovery(resolve))
  const during = t.rejects(database.read({ text: 'SELECT pg_sleep(60)' }))
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`
  while ((await admin.query(end)).rowCount === 0);
  await during
  await recovered

  t.equal(await records.read(SCOPE, 'session', 'vs_1'), undefined)
  t.equal((await records.read('us/test/org_b', 'session', 'vs_1'))!.body, 'stored')
  await records.write([put('vs_2', 'new')])
  t.equal((await records.read(SCOPE, 'session', 'vs_2'))!.body, 'new')
  t.equal(await records.read('us/test/org_b', 'session', 'vs_2'), undefined)
})
