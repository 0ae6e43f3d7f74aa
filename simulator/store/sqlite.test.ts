import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { openSqlite } from './sqlite.ts'
import { put, schedule } from './testing/adapters.ts'
import { sha256 } from './world.ts'

const A = 'us/test/org_a'

t.test('a file that is opened again holds everything', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const bytes = Buffer.from('bytes')
  const before = openSqlite(file)
  await before.write([
    put('vs_1', { n: 1 }, { key1: 'k' }), put('vs_2', { n: 2 }), schedule('job', 7),
    { type: 'put-blob', scope: A, sha256: sha256(bytes), bytes },
    { type: 'activity', scope: A, at: 5, session: 'vs_1', action: 'a', artifact: 'front', outcome: 'o', actor: 'k' },
  ])
  await before.write([put('vs_1', { n: 3 }, { ifVersion: 1 })])
  const { seq } = (await before.read(A, 'session', 'vs_1'))!
  await before.close()

  const records = openSqlite(file)
  t.equal(records.peek(A, 'session', 'vs_1'), undefined, 'nothing is in memory yet')
  t.match(await records.read(A, 'session', 'vs_1'), { scope: A, kind: 'session', version: 2, seq, body: { n: 3 } })
  t.match(records.peek(A, 'session', 'vs_1'), { version: 2 })
  t.match(await records.page(A, 'session', { limit: 9, key1: 'k' }), [{ id: 'vs_1' }])
  t.match(await records.dueJobs('lane', 7, 9), [{ id: 'job', due: 7 }])
  t.strictSame(await records.blob(sha256(bytes)), bytes)
  t.match(await records.activity(A, { limit: 9 }),
    [{ session: 'vs_1', action: 'a', artifact: 'front', outcome: 'o', actor: 'k' }])
  await t.rejects(records.write([put('vs_1', 0, { ifVersion: 1 })]), { name: 'VersionConflict' })
  await records.write([put('vs_3', 0)])
  t.strictSame((await records.page(A, 'session', { limit: 9 })).map(({ id }) => id), ['vs_3', 'vs_2', 'vs_1'])
  await records.close()
})

t.test('group commit: a write is on the disk when its promise resolves, and only then', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const records = openSqlite(file)
  const other = new DatabaseSync(file)
  t.teardown(async () => { other.close(); await records.close() })
  const stored = (): unknown => other.prepare('SELECT count(*) AS n FROM documents').get()!['n']

  const writes = Array.from({ length: 30 }, (_, i) => records.write([put(`a${i}`, i), put(`b${i}`, i)]))
  t.equal(stored(), 0, 'nobody else sees a write before')
  t.match(await records.read(A, 'session', 'a29'), { body: 29 }, 'the writer does')
  await writes[0]
  t.equal(stored(), 60, 'the writes of one turn end together')
  await Promise.all(writes)

  const late = records.write([put('late', 1)])
  await records.clear('us/test/nobody')
  t.equal(stored(), 61, 'clearing comes after what was written before')
  await late
})

t.test('closing stores what was written before', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const records = openSqlite(file)
  const write = records.write([put('vs_1', 1)])
  await records.close()
  await write
  const again = openSqlite(file)
  t.match(await again.read(A, 'session', 'vs_1'), { body: 1 })
  await again.close()
})

t.test('a closed store refuses writes by a rejected promise', async (t) => {
  const records = openSqlite(':memory:')
  await records.close()
  await t.rejects(records.write([{ type: 'unschedule', id: 'x' }]))
  await t.rejects(records.write([put('vs_1', 1)]))
})

t.test('a failed write leaves its neighbours of the same turn neither stored nor acknowledged', async (t) => {
  const records = openSqlite(':memory:')
  const results = await Promise.allSettled([
    records.write([put('before', 1)]), records.write([put('bad', 1n)]), records.write([put('after', 1)]),
  ])
  t.strictSame(results.map(({ status }) => status), ['rejected', 'rejected', 'fulfilled'])
  t.strictSame((await records.page(A, 'session', { limit: 9 })).map(({ id }) => id), ['after'])
  await records.close()
})

t.test('names that a failed write has brought are not taken for stored ones', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const before = openSqlite(file)
  const batch = [put('x', 1, { scope: 'a scope', kind: 'a kind' })]
  await t.rejects(before.write([...batch, put('bad', 1n)]))
  await before.write(batch)
  await before.close()
  const records = openSqlite(file)
  t.match(await records.find('a kind', 'x'), { scope: 'a scope', kind: 'a kind' })
  await records.close()
})

t.test('a file of somebody else is left as it is', async (t) => {
  const folder = t.testdir({ 'text.sqlite': 'This is no database, only a text of some length.'.repeat(20) })
  const rows: [string, string, RegExp][] = [
    ['newer.sqlite', 'PRAGMA user_version = 99', /newer\.sqlite can't be used: expected .* version 4, got version 99/],
    ['foreign.sqlite', 'CREATE TABLE theirs (a)', /foreign\.sqlite can't be used: expected .* 4, got version 0/],
  ]
  for (const [name, sql, message] of rows) {
    const file = join(folder, name)
    const theirs = new DatabaseSync(file)
    theirs.exec(sql)
    t.throws(() => openSqlite(file), { message })
    t.equal(theirs.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'documents'").get()!['n'], 0)
    t.equal(theirs.prepare('PRAGMA journal_mode').get()!['journal_mode'], 'delete')
    theirs.close()
  }
  const text = join(folder, 'text.sqlite')
  t.throws(() => openSqlite(text), { message: /text\.sqlite can't be used: file is not a database/ })
  writeFileSync(join(folder, 'empty.sqlite'), '')
  await openSqlite(join(folder, 'empty.sqlite')).close()
})
