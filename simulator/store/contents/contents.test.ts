import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import t, { type Test } from 'tap'
import { newSimulator } from '../../app.ts'
import { postgresAddress, put } from '../testing/adapters.ts'
import { BUSY_LIMITS } from '../testing/busy-limits.ts'
import { store } from '../testing/store-command.ts'
import { openPostgres } from '../postgres/postgres.ts'
import type { Records } from '../records.ts'

const SCOPE = 'us/test/org_a'
const BYTES = [1, 2, 3].map((one) => {
  const bytes = Buffer.of(one)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
})

async function fill(records: Records): Promise<void> {
  await records.write([
    ...['vs_1', 'vs_2', 'vs_3', 'vs_4', 'vs_5', 'vs_6'].map((id) => put(id, { id, n: 1 })),
    put('digest_of_a_token', { id: 'vs_1' }, { kind: 'browser_token' }),
    put('other', {}, { kind: 'unnamed' }),
    ...BYTES.map(({ sha256, bytes }) => ({
      type: 'put-blob' as const,
      sha256,
      bytes,
      scope: SCOPE,
    })),
  ])
}

const DAMAGES = [
  `UPDATE documents SET body = '{"id":"vs_2",' WHERE id = 'vs_2'`,
  `UPDATE documents SET body = '[]' WHERE id = 'vs_3'`,
  `UPDATE documents SET body = '{"id":"vs_1"}' WHERE id = 'vs_4'`,
  `UPDATE documents SET body = '' WHERE id = 'vs_5'`,
  `DELETE FROM names WHERE name = 'unnamed'`,
  `DELETE FROM blobs WHERE sha256 = '${BYTES[1]!.sha256}'`,
]
const FOUND = [
  'session vs_2: not JSON',
  'session vs_3: not a JSON object',
  'session vs_4: its body is that of vs_1',
  'session vs_5: not JSON',
  'document other: its kind or its organization has no name',
  `bytes ${BYTES[2]!.sha256}: they have another SHA-256`,
  `bytes ${BYTES[1]!.sha256}: missing`,
]

async function expectFound(t: Test, flag: string, value: string, found: string[]): Promise<void> {
  const { code, stdout, stderr } = await store('check', flag, value, '--json')
  t.equal(code, found.length === 0 ? 0 : 2, stderr)
  const { damaged } = JSON.parse(stdout) as { damaged: string[] }
  t.strictSame(damaged.toSorted(), found.toSorted())
}

t.test('damaged records of a data folder are found', async (t) => {
  const folder = join(t.testdir(), 'data')
  const simulator = await newSimulator({ dataDir: folder })
  await fill(simulator.ports.records)
  const used = await store('check', '--data-dir', folder)
  t.match(used, { code: 2, stderr: /in use by another simulator/ }, 'not while a simulator writes')
  await simulator.close()
  await expectFound(t, '--data-dir', folder, [])

  const db = new DatabaseSync(join(folder, 'records.sqlite'))
  for (const statement of DAMAGES) db.exec(statement)
  db.prepare('UPDATE blobs SET bytes = ? WHERE sha256 = ?').run(BYTES[0]!.bytes, BYTES[2]!.sha256)
  db.close()
  await expectFound(t, '--data-dir', folder, FOUND)
  const { stdout } = await store('check', '--data-dir', folder)
  t.match(
    stdout,
    /7 damaged records; restore a backup or a snapshot:\n {2}session vs_2: not JSON\n/,
  )
  const both = await store('check', '--data-dir', folder, '--store', 'postgres://a/b')
  t.match(both, { code: 2, stderr: /--store and --data-dir exclude each other/ })
  const none = await store('check', '--data-dir', join(folder, 'none'))
  t.match(none, { code: 2, stderr: /none does not exist/ })
})

t.test('an index without an entry of its table is found', async (t) => {
  const folder = join(t.testdir(), 'data')
  const simulator = await newSimulator({ dataDir: folder })
  await fill(simulator.ports.records)
  await simulator.close()
  const file = join(folder, 'records.sqlite')
  const bytes = readFileSync(file)
  // In the table, the body follows the id and repeats it in quotes.
  const places = Array.from(bytes.toString('latin1').matchAll(/(?<!")vs_6(?!\{)/g))
  t.equal(places.length, 1, 'the entry in the index of ids')
  bytes.write('vs_7', places[0]!.index)
  writeFileSync(file, bytes)
  const { code, stdout } = await store('check', '--data-dir', folder)
  t.equal(code, 2)
  t.match(stdout, /records\.sqlite: .*document_id/)
})

t.test('damaged records of a database are found', async (t) => {
  const address = await postgresAddress(t)
  const { database, records } = await openPostgres(address, t.error, BUSY_LIMITS)
  await fill(records)
  await database.close()
  await expectFound(t, '--store', address.url, [])
  const client = new pg.Client({
    connectionString: address.url,
    options: '-c search_path=vskit',
  })
  await client.connect()
  t.teardown(() => client.end())
  await client.query(DAMAGES.join('; '))
  await client.query('UPDATE blobs SET bytes = $1 WHERE sha256 = $2', [
    BYTES[0]!.bytes,
    BYTES[2]!.sha256,
  ])
  await client.query("INSERT INTO organizations (id, version, doc) VALUES ('org_a', 1, '{')")
  await expectFound(t, '--store', address.url, [
    ...FOUND.slice(0, 5),
    'organization org_a: not JSON',
    ...FOUND.slice(5),
  ])
  const { stdout } = await store('check', '--store', address.url)
  t.match(stdout, /schema version \d+\. 8 damaged records; restore a backup or a snapshot:\n/)
})
