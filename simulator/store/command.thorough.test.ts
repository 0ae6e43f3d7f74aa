import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { startPostgres } from './testing/postgres-server.ts'
import { CLI, store, storeWith } from './testing/store-command.ts'

t.test('a database for each region is checked and migrated, too', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const [us, eu] = [await server.database('of_us'), await server.database('of_eu')]
  const both = `us=${us},eu=${eu}`
  t.equal((await store('migrate', '--store', us)).code, 0)
  const half = await storeWith({ VSKIT_STORE: both }, 'check', '--json')
  t.equal(half.code, 1)
  t.match(JSON.parse(half.stdout), {
    us: { store: /of_us$/, version: Number },
    eu: { store: /of_eu$/, version: 0 },
  })
  const migrated = await store('migrate', '--store', both)
  t.equal(migrated.code, 0, migrated.stderr)
  t.match(
    migrated.stdout,
    /of_us: schema version \d+, current\n.*of_eu: schema version \d+, current\n$/,
  )
  t.equal((await store('check', '--store', both)).code, 0)
  const one = await store('check', '--store', `us=${us}`)
  t.equal(one.code, 2)
  t.match(one.stderr, /got no database for region eu/)
})

t.test('an error of access names the remedy', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const url = await server.database('guarded')
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query("CREATE ROLE guest LOGIN PASSWORD 'secret'")
  const as = (user: string) => url.replace('vskit@', `${user}@`)
  const migrated = await store('migrate', '--store', as('guest'))
  t.equal(migrated.code, 2)
  t.match(migrated.stderr, /permission denied .* ALTER DATABASE name OWNER TO role/)
  t.equal((await store('migrate', '--store', url)).code, 0)
  t.match((await store('check', '--store', as('guest'))).stderr, /belong to another role/)

  const { rows } = await owner.query<{ hba_file: string }>('SHOW hba_file')
  writeFileSync(rows[0]!.hba_file, 'host all guest all scram-sha-256\n')
  await owner.query('SELECT pg_reload_conf()')
  await owner.end()
  const none = await store('check', '--store', as('guest'))
  t.match(none.stderr, /the server requires a password, and the URL has none/)
  const wrong = await store('check', '--store', as('guest:wrong'))
  t.match(wrong.stderr, /password authentication failed/)
})

t.test('settings of a server that prevent a start name the remedy, or do not matter', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const url = await server.database('odd')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  t.teardown(() => admin.end())
  const as = async (role: string, ...settings: string[]): Promise<string> => {
    await admin.query(`CREATE ROLE ${role} LOGIN`)
    await admin.query(`GRANT CREATE ON DATABASE odd TO ${role}`)
    for (const setting of settings) await admin.query(`ALTER ROLE ${role} ${setting}`)
    return url.replace('vskit@', `${role}@`)
  }
  const readOnly = await as('reader', 'SET default_transaction_read_only = on')
  const refused = await store('migrate', '--store', readOnly)
  t.equal(refused.code, 2)
  t.match(refused.stderr, /\/odd: .*read-only transaction\. .* Use the URL of the primary server/)

  const crowded = await as('crowded', 'CONNECTION LIMIT 0')
  t.match((await store('migrate', '--store', crowded)).stderr, /Raise the connection limit/)

  const hasty = await as(
    'hasty',
    'SET idle_in_transaction_session_timeout = 1',
    'SET statement_timeout = 1',
    'SET lock_timeout = 1',
  )
  t.equal((await store('migrate', '--store', hasty)).code, 0)
  const stranger = await as('stranger')
  for (const step of ['', 'ALTER SCHEMA vskit OWNER TO stranger']) {
    await admin.query(step)
    const other = await store('migrate', '--store', stranger)
    t.equal(other.code, 2)
    t.match(other.stderr, /REASSIGN OWNED BY other TO role/)
  }
  await admin.query('REASSIGN OWNED BY hasty TO stranger')
  t.equal((await store('migrate', '--store', stranger)).code, 0, 'the remedy helps')

  await admin.query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
  const latin = await store('migrate', '--store', url.replace(/odd$/, 'latin'))
  t.equal(latin.code, 2)
  t.match(latin.stderr, /has the encoding LATIN1.* CREATE DATABASE name ENCODING 'UTF8'/)
})

t.test(
  'a process that is stopped during a migration does not keep the others waiting',
  async (t) => {
    const server = await startPostgres()
    t.teardown(() => server.stop())
    const url = await server.database('stopped')
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    t.teardown(() => admin.end())
    // The lock of migrations: the process gets it when it is stopped already.
    await admin.query('SELECT pg_advisory_lock(7380115)')
    const stopped = spawn(process.execPath, [CLI, 'store', 'migrate', '--store', url], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    t.teardown(() => stopped.kill('SIGKILL'))
    const stderr = stopped.stderr.toArray()
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    for (const end = Date.now() + 60_000; (await admin.query(waiting)).rowCount === 0;)
      if (Date.now() < end) await sleep(20)
      else throw new Error('the migration does not wait for the lock')
    stopped.kill('SIGSTOP')
    await admin.query('SELECT pg_advisory_unlock(7380115)')
    const other = await store('migrate', '--store', url)
    t.match(other, { code: 0, stdout: /current/ })
    stopped.kill('SIGCONT')
    t.match(
      Buffer.concat(await stderr).toString(),
      /\/stopped: .*idle.* This process was stopped or cut off .* Start it again\./,
    )
    t.equal((await store('check', '--store', url)).code, 0)
  },
)
