import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import pg from 'pg'
import { isAlive } from '../../is-alive.ts'
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

t.test('the server of a program ends when the program is killed', async (t) => {
  const script = fileURLToPath(new URL('./postgres-process.ts', import.meta.url))
  const program = `
    const { spawn } = require('node:child_process')
    const options = { stdio: ['ignore', 'pipe', 'ignore'], detached: true }
    const child = spawn(process.execPath, [${JSON.stringify(script)}], options)
    child.stdout.once('data', () => console.log(child.pid))`
  const parent = spawn(process.execPath, ['--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(parent.stdout!, 'data')) as [Buffer]
  const pid = Number(line)
  t.ok(isAlive(pid))
  parent.kill('SIGKILL')
  while (isAlive(pid)) await sleep(50)
  t.notOk(isAlive(pid))
})
