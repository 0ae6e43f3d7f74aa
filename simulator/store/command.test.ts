import pg from 'pg'
import t from 'tap'
import { refused } from '../testing/refused.ts'
import { startPostgres } from './testing/postgres-server.ts'
import { store, storeWith } from './testing/store-command.ts'

t.test('a database is checked and migrated, and a newer one is refused', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const url = (await server.database('checked')).replace('vskit@', 'vskit:secret@')
  const shown = `postgres://127.0.0.1:${server.port}/checked`
  const empty = await store('check', '--store', url, '--json')
  t.equal(empty.code, 1)
  t.match(JSON.parse(empty.stdout), { store: shown, version: 0 })
  // Replicas that start together migrate one after the other.
  const both = await Promise.all([
    store('migrate', '--store', url),
    store('migrate', '--store', url),
  ])
  t.strictSame(
    both.map(({ code }) => code),
    [0, 0],
  )
  const current = await storeWith({ VSKIT_STORE: url }, 'check')
  t.equal(current.code, 0)
  t.match(current.stdout, `${shown}: schema version`)

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('DELETE FROM vskit.migrations')
  const torn = await store('migrate', '--store', url)
  t.equal(torn.code, 2)
  t.match(torn.stderr, /already exists\. The table vskit\.migrations does not fit .* from a backup/)
  await client.query('INSERT INTO vskit.migrations (version) VALUES (1000)')
  await client.end()
  const newer = await store('check', '--store', url)
  t.equal(newer.code, 2)
  t.match(
    newer.stderr,
    /has schema version 1000, and this vskit knows versions up to \d+\. Use the vskit that migrated it/,
  )
  const started = await refused(['--store', url])
  t.equal(started.code, 1)
  t.match(started.stderr, 'schema version 1000')

  for (const { stdout, stderr } of [empty, ...both, current, newer, started])
    t.notMatch(stdout + stderr, /secret/, 'no credentials')
})

t.test('a damaged schema is found, at the start too', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const url = await server.database('damaged')
  t.equal((await store('migrate', '--store', url)).code, 0)
  const client = new pg.Client({ connectionString: url, options: '-c search_path=vskit' })
  await client.connect()
  t.teardown(() => client.end())
  const damages: [statement: string, missing: string[], remedy: RegExp][] = [
    [
      'DROP INDEX job_order',
      ['INDEX job_order ON jobs USING btree (lane, due, no)'],
      /Run: CREATE INDEX job_order ON vskit\.jobs USING btree \(lane, due, no\)\./,
    ],
    ['ALTER TABLE blobs DROP COLUMN bytes', ['column blobs.bytes bytea NOT NULL'], /from a backup/],
    ['DROP FUNCTION clear', ['function clear(one_scope integer)'], /from a backup/],
    ['DELETE FROM world', ['row of world'], /DROP SCHEMA vskit CASCADE/],
    // Its columns and indexes are not named.
    ['DROP TABLE documents', ['table documents'], /from a backup/],
  ]
  for (const [statement, missing, remedy] of damages) {
    await client.query(statement)
    const { code, stdout } = await store('check', '--store', url, '--json')
    t.equal(code, 2)
    const found = (JSON.parse(stdout) as { missing: string[] }).missing
    for (const one of missing) t.ok(found.includes(one), one)
    t.notOk(found.some((one) => one.startsWith('column documents')))
    t.match((await store('check', '--store', url)).stdout, remedy)
  }
  const started = await refused(['--store', url])
  t.equal(started.code, 1)
  t.match(started.stderr, /The schema vskit is damaged: it lacks table documents; .* from a backup/)
  t.strictSame(
    (await client.query("SELECT FROM pg_namespace WHERE nspname LIKE 'vskit_%'")).rows,
    [],
  )
})

t.test(
  'for an unreachable database and a wrong URL, the error says what to do and contains no password',
  async (t) => {
    const gone = await store('check', '--store', 'postgres://vskit:secret@127.0.0.1:1/none')
    t.equal(gone.code, 2)
    t.match(
      gone.stderr,
      /postgres:\/\/127\.0\.0\.1:1\/none cannot be reached: .*Check host, port, database, user and password/,
    )
    const wrong: [args: string[], message: RegExp][] = [
      [['--store', 'mysql://vskit:secret@db/x'], /Expected --store postgres:\/\/USER/],
      [['--store', 'postgres://vskit:p@se/secret@db/x'], /a second @. .* %40 for @, %2F for \//],
      [['--store', 'postgres://vskit:secret@db/%x'], /an incomplete %XX/],
      [
        ['--store', 'us=postgres://vskit:secret@db/x'],
        /Expected --store us=.*, got no database for region eu/,
      ],
      [
        ['--store', 'postgres://vskit:secret@db/x', '--memory'],
        /--store and --memory exclude each other/,
      ],
    ]
    for (const [args, message] of wrong) {
      const { code, stderr } = await refused(args)
      t.equal(code, 1)
      t.match(stderr, message)
      t.notMatch(stderr, /secret/)
    }
    t.notMatch(gone.stderr, /secret/)
  },
)

t.test('an empty variable counts as not set', async (t) => {
  const { code, stderr } = await storeWith({ VSKIT_STORE: '' }, 'check')
  t.equal(code, 2)
  t.match(stderr, /required option '--store <url>' not specified/)
})
