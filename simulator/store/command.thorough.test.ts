import { writeFileSync } from 'node:fs'
import pg from 'pg'
import t from 'tap'
import { startPostgres } from './testing/postgres-server.ts'
import { store, storeWith } from './testing/store-command.ts'

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
  t.match((await store('check', '--store', as('guest'))).stderr, /must own the database/)

  const { rows } = await owner.query<{ hba_file: string }>('SHOW hba_file')
  writeFileSync(rows[0]!.hba_file, 'host all guest all scram-sha-256\n')
  await owner.query('SELECT pg_reload_conf()')
  await owner.end()
  const none = await store('check', '--store', as('guest'))
  t.match(none.stderr, /the server requires a password, and the URL has none/)
  const wrong = await store('check', '--store', as('guest:wrong'))
  t.match(wrong.stderr, /password authentication failed/)
})
