import t from 'tap'
import pg from 'pg'
import { startPostgres } from './postgres-server.ts'

t.test('a server keeps committed data after a kill and a restart', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const connectionString = await server.database('kept')
  const ask = async (sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(sql)
    await client.end()
    return rows
  }
  await ask('CREATE TABLE kept AS SELECT 1 AS one')
  await server.kill()
  await t.rejects(ask('SELECT 1'), { code: 'ECONNREFUSED' })
  await server.restart()
  t.strictSame(await ask('SELECT one FROM kept'), [{ one: 1 }])
})
