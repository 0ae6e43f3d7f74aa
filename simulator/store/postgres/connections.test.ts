import t from 'tap'
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

t.test('a time limit of the role does not apply to statements', async (t) => {
  const url = await server.database('limited')
  const { database: before } = await openPostgres(storeAddress(url), t.error, BUSY_LIMITS)
  await before.write({ text: 'ALTER DATABASE limited SET statement_timeout = 200' })
  await before.close()
  const { database } = await openPostgres(storeAddress(url), t.error, BUSY_LIMITS)
  t.teardown(() => database.close())
  await database.read({ text: 'SELECT pg_sleep(0.4)' })
  await database.transaction((ask) => ask('SELECT pg_sleep(0.4)'), { patient: true })
  const [row] = await database.read<[string]>({ text: 'SHOW statement_timeout' })
  t.strictSame(row, ['0'])
})
