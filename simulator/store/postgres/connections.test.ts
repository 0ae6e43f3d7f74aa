import t from 'tap'
import { put } from '../testing/adapters.ts'
import { BUSY_LIMITS } from '../testing/busy-limits.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { storeAddress } from './address.ts'
import { openPostgres } from './postgres.ts'

const server = await startPostgres()
t.teardown(() => server.stop())

t.test('options of the URL are added to those of the store', async (t) => {
  const url = new URL(await server.database('options'))
  url.searchParams.set('options', '-c statement_timeout=7s')
  const { database } = await openPostgres(storeAddress(url.href), t.error, BUSY_LIMITS)
  t.teardown(() => database.close())
  const setting = async (name: string) =>
    (await database.read<[string]>({ text: `SHOW ${name}` }))[0]![0]
  t.equal(await setting('statement_timeout'), '7s')
  t.equal(await setting('search_path'), 'vskit')
  t.equal(await setting('jit'), 'off')
})

t.test('special characters in the names of database and user, and in the password', async (t) => {
  const name = 'a/b?c#d@e:f%2F g'
  await server.database(name)
  const url = new URL(await server.database('admin'))
  const { database: admin } = await openPostgres(storeAddress(url.href), t.error, BUSY_LIMITS)
  await admin.write({ text: `CREATE ROLE "${name}" SUPERUSER LOGIN` })
  await admin.close()
  url.pathname = `/${encodeURIComponent(name)}`
  url.username = encodeURIComponent(name)
  url.password = encodeURIComponent('hunter/2?#@:%')
  url.searchParams.set('sslmode', 'disable')
  url.searchParams.set('application_name', 'named')
  const { database } = await openPostgres(storeAddress(url.href), t.error, BUSY_LIMITS)
  t.teardown(() => database.close())
  const text = "SELECT current_database(), current_user, current_setting('application_name')"
  t.strictSame(await database.read({ text }), [[name, name, 'named']])
  await database.transaction((ask) => ask('SELECT 1'), { patient: true })
  t.notMatch(database.address.shown, /hunter/)
})

t.test('a time limit of the role does not apply to statements', async (t) => {
  const url = await server.database('limited')
  const { database: before } = await openPostgres(storeAddress(url), t.error, BUSY_LIMITS)
  const limits = [
    'statement_timeout',
    'idle_session_timeout',
    ...(await before.read<[string]>({
      text: "SELECT name FROM pg_settings WHERE name = 'transaction_timeout'",
    })),
  ].flat()
  for (const name of limits)
    await before.write({ text: `ALTER DATABASE limited SET ${name} = 200` })
  await before.close()
  const { database } = await openPostgres(storeAddress(url), t.error, BUSY_LIMITS)
  t.teardown(() => database.close())
  await database.read({ text: 'SELECT pg_sleep(0.4)' })
  await database.transaction((ask) => ask('SELECT pg_sleep(0.4)'), { patient: true })
  for (const name of limits) {
    const [row] = await database.read<[string]>({ text: `SHOW ${name}` })
    t.strictSame(row, ['0'], name)
  }
})

t.test('settings of the database that change results do not apply', async (t) => {
  const url = await server.database('unusual')
  const { database: before } = await openPostgres(storeAddress(url), t.error, BUSY_LIMITS)
  const unusual = [
    "default_transaction_isolation = 'serializable'",
    "DateStyle = 'SQL, DMY'",
    'array_nulls = off',
    'standard_conforming_strings = off',
    'extra_float_digits = -15',
  ]
  for (const setting of unusual)
    await before.write({ text: `ALTER DATABASE unusual SET ${setting}` })
  await before.close()
  const { database, records } = await openPostgres(storeAddress(url), t.error, BUSY_LIMITS)
  t.teardown(() => database.close())
  await records.write([put('vs_1', { id: 'vs_1' })])
  t.ok(await records.find('session', 'vs_1'))
  t.strictSame(await database.read({ text: String.raw`SELECT '\\', 1e9 + 0.123::float8` }), [
    [String.raw`\\`, 1_000_000_000.123],
  ])
  t.strictSame(await database.read({ text: 'SHOW transaction_isolation' }), [['read committed']])
  const at = "'2026-11-20T09:00:00Z'::timestamptz"
  const [row] = await database.read<[Date]>({ text: `SELECT ${at}` })
  t.same(row, [new Date('2026-11-20T09:00:00Z')])
})
