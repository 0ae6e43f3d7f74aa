import { readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import type { Change } from '../records.ts'
import { sized } from '../sized-text.ts'
import { openSqlite } from './sqlite.ts'
import { TEXT, sqliteAdapters, crash, put, schedule } from '../testing/adapters.ts'
import { sha256 } from '../../world/sha256.ts'
import { countDocuments } from '../testing/count-documents.ts'

const A = 'us/test/org_a'

function entry(session: string, at: number, artifact = 'front'): Change {
  return {
    type: 'activity',
    scope: A,
    at,
    session,
    action: 'a',
    artifact,
    outcome: 'o',
    actor: 'k',
  }
}

t.test('a job is not due before its commit: a webhook must not outlive its cause', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const records = openSqlite(file)
  const other = new DatabaseSync(file)
  const stored = other.prepare('SELECT count(*) AS jobs FROM jobs')
  const writing = records.write([schedule('a', 7)])
  t.equal(stored.get()!['jobs'], 0, 'the transaction is open')
  t.strictSame(await records.dueJobs('lane', 7, 10), [])
  t.strictSame(await records.lanes(), [{ lane: 'lane', due: 7 }], 'lanes are read after the commit')
  t.equal(stored.get()!['jobs'], 1)
  t.strictSame(
    (await records.dueJobs('lane', 7, 10)).map(({ id }) => id),
    ['a'],
  )
  await writing
  other.close()
  await records.close()
})

t.test('a reopened file has all data', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const bytes = Buffer.from('bytes')
  const before = openSqlite(file)
  await before.write([
    put('vs_1', { n: 1 }, { key1: 'k' }),
    put('vs_2', { n: 2 }),
    schedule('job', 7),
    { type: 'put-blob', scope: A, sha256: sha256(bytes), bytes },
    {
      type: 'activity',
      scope: A,
      at: 5,
      session: 'vs_1',
      action: 'a',
      artifact: 'front',
      outcome: 'o',
      actor: 'k',
    },
  ])
  await before.write([put('vs_1', { n: 3 }, { ifVersion: 1 })])
  const { seq } = (await before.read(A, 'session', 'vs_1'))!
  await before.close()

  const records = openSqlite(file)
  t.equal(records.peekView(A, TEXT, 'vs_1'), undefined, 'the cache is empty')
  t.match(await records.read(A, 'session', 'vs_1'), {
    scope: A,
    kind: 'session',
    version: 2,
    seq,
    body: { n: 3 },
  })
  t.match(records.peekView(A, TEXT, 'vs_1'), sized('{"n":3}'))
  t.match(await records.page(A, 'session', { limit: 9, key1: 'k' }), [{ id: 'vs_1' }])
  t.match(await records.dueJobs('lane', 7, 9), [{ id: 'job', due: 7 }])
  t.strictSame(await records.blob(sha256(bytes)), bytes)
  t.match(await records.activity(A, { limit: 9 }), [
    { session: 'vs_1', action: 'a', artifact: 'front', outcome: 'o', actor: 'k' },
  ])
  await t.rejects(records.write([put('vs_1', 0, { ifVersion: 1 })]), { name: 'VersionConflict' })
  await records.write([put('vs_3', 0)])
  t.strictSame(
    (await records.page(A, 'session', { limit: 9 })).map(({ id }) => id),
    ['vs_3', 'vs_2', 'vs_1'],
  )
  await records.close()
})

t.test(
  'group commit: a write survives the process only after its promise has resolved',
  async (t) => {
    const records = openSqlite(join(t.testdir(), 'records.sqlite'))
    t.teardown(() => records.close())
    const stored = async (): Promise<number> => {
      const survivor = openSqlite(crash(t.testdirName))
      const count = await countDocuments(survivor, A, 'session')
      await survivor.close()
      return count
    }

    const writes = Array.from({ length: 30 }, (_, i) =>
      records.write([put(`a${i}`, i), put(`b${i}`, i)]),
    )
    t.equal(await stored(), 0, 'a crash before would lose it')
    t.match(await records.read(A, 'session', 'a29'), { body: 29 }, 'the writer reads it')
    await writes[0]
    t.equal(await stored(), 60, 'the writes of one turn are committed together')
    await Promise.all(writes)

    const late = records.write([put('late', 1)])
    await records.clear('us/test/nobody')
    t.equal(await stored(), 61, 'clearing runs after earlier writes')
    await late
  },
)

t.test('acknowledged writes are complete and in order after a crash', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const before = openSqlite(file)
  const place = await before.reserve()
  await before.write([
    put('vs_1', { text: 'Zoë\n"Łukasz" 😀' }, { key1: 'k\n1', key2: 'l' }),
    schedule('job', 7),
    schedule('gone', 8),
  ])
  await before.write([
    put('vs_2', { n: 2 }),
    entry('vs_1', 1),
    entry('vs\n2', 2),
    { type: 'meter', scope: A, meter: 'm' },
  ])
  await before.write([
    put('vs_0', { n: 0 }, { seq: place }),
    entry('vs_3', 3, 'other'),
    { type: 'unschedule', id: 'gone' },
  ])
  await before.write([
    put('vs_2', { n: 3 }, { ifVersion: 1, key1: 'k\n1' }),
    { type: 'remove', scope: A, kind: 'session', id: 'none' },
  ])
  await before.write([entry('vs_4', 4, 'other'), { type: 'meter', scope: A, meter: 'm' }])

  const after = openSqlite(crash(t.testdirName))
  for (const records of [before, after]) {
    const sessions = await records.page(A, 'session', { limit: 9 })
    t.match(sessions, [
      { id: 'vs_2', version: 2, body: { n: 3 } },
      { id: 'vs_1', version: 1 },
      { id: 'vs_0', seq: place },
    ])
    t.match(await records.page(A, 'session', { limit: 9, key1: 'k\n1', key2: 'l' }), [
      { id: 'vs_1', body: { text: 'Zoë\n"Łukasz" 😀' } },
    ])
    t.match(await records.activity(A, { limit: 9 }), [
      { seq: 4, session: 'vs_4', artifact: 'other' },
      { seq: 3, session: 'vs_3' },
      { seq: 2, session: 'vs\n2', at: 2 },
      { seq: 1, session: 'vs_1', artifact: 'front' },
    ])
    t.strictSame(await records.meters(A), new Map([['m', 2]]))
    t.match(await records.dueJobs('lane', 9, 9), [{ id: 'job', due: 7 }])
  }
  await after.write([entry('vs_5', 5)])
  t.match(await after.activity(A, { limit: 1 }), [{ seq: 5 }], 'places go on')
  await before.close()
  await after.close()
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
  t.strictSame(
    readdirSync(t.testdirName),
    ['records.sqlite', 'records.sqlite-generation'],
    'no log is left',
  )
})

t.test('a closed store rejects writes', async (t) => {
  const records = openSqlite(':memory:')
  await records.close()
  await t.rejects(records.write([{ type: 'unschedule', id: 'x' }]))
  await t.rejects(records.write([put('vs_1', 1)]))
})

for (const { name, open } of sqliteAdapters) {
  t.test(
    `a failed write leaves its neighbours of the same turn neither stored nor acknowledged (${name})`,
    async (t) => {
      const records = open(t)
      t.teardown(() => records.close())
      await records.write([put('kept', 1), entry('kept', 1), schedule('kept', 1)])
      await records.write([
        put('kept', 2, { ifVersion: 1 }),
        { type: 'meter', scope: A, meter: 'm' },
      ])
      const place = await records.reserve()
      const results = await Promise.allSettled([
        records.write([put('before', 1), entry('before', 2)]),
        records.write([put('bad', 1), schedule('bad', NaN)]),
        records.write([put('after', 1), entry('after', 3)]),
      ])
      t.strictSame(
        results.map(({ status }) => status),
        ['rejected', 'rejected', 'fulfilled'],
      )
      t.strictSame(
        (await records.page(A, 'session', { limit: 9 })).map(({ id }) => id),
        ['after', 'kept'],
      )
      t.match(
        await records.read(A, 'session', 'kept'),
        { version: 2, body: 2 },
        'earlier data exists',
      )
      t.match(await records.activity(A, { limit: 9 }), [
        { seq: 2, session: 'after' },
        { seq: 1, session: 'kept' },
      ])
      t.match(await records.dueJobs('lane', 9, 9), [{ id: 'kept' }])
      t.strictSame(await records.meters(A), new Map([['m', 1]]))
      await records.write([put('reserved', 1, { seq: place })])
      t.strictSame(
        (await records.page(A, 'session', { limit: 9 })).map(({ id }) => id),
        ['after', 'reserved', 'kept'],
        'a reserved position is still free',
      )
    },
  )

  t.test(
    `a document that cannot be serialized is refused, and other writes of the turn succeed (${name})`,
    async (t) => {
      const records = open(t)
      t.teardown(() => records.close())
      const results = await Promise.allSettled([
        records.write([put('good', 1)]),
        records.write([put('bad', 1n)]),
      ])
      t.strictSame(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected'],
      )
      t.equal(await countDocuments(records, A, 'session'), 1)
    },
  )
}

t.test('names of a failed write are not treated as stored', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const before = openSqlite(file)
  const batch = [put('x', 1, { scope: 'a scope', kind: 'a kind' })]
  await t.rejects(before.write([...batch, schedule('bad', NaN)]))
  await before.write(batch)
  await before.close()
  const records = openSqlite(file)
  t.match(await records.find('a kind', 'x'), { scope: 'a scope', kind: 'a kind' })
  await records.close()
})

t.test('a file of another program is not changed', async (t) => {
  const folder = t.testdir({
    'text.sqlite': 'This is no database, only a text of some length.'.repeat(20),
  })
  const rows: [string, string, RegExp][] = [
    [
      'newer.sqlite',
      'PRAGMA user_version = 99',
      /newer\.sqlite cannot be used: expected .* version 7, got version 99/,
    ],
    [
      'foreign.sqlite',
      'CREATE TABLE theirs (a)',
      /foreign\.sqlite cannot be used: expected .* 7, got version 0/,
    ],
  ]
  for (const [name, sql, message] of rows) {
    const file = join(folder, name)
    const theirs = new DatabaseSync(file)
    theirs.exec(sql)
    t.throws(() => openSqlite(file), { message })
    t.equal(
      theirs.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'documents'").get()![
        'n'
      ],
      0,
    )
    t.equal(theirs.prepare('PRAGMA journal_mode').get()!['journal_mode'], 'delete')
    theirs.close()
  }
  const text = join(folder, 'text.sqlite')
  t.throws(() => openSqlite(text), {
    message: /text\.sqlite cannot be used: file is not a database/,
  })
  writeFileSync(join(folder, 'empty.sqlite'), '')
  await openSqlite(join(folder, 'empty.sqlite')).close()
})

t.test('a folder with a redo log of an earlier version is refused', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  await openSqlite(file).close()
  writeFileSync(`${file}-redo`, '')
  await openSqlite(file).close()
  writeFileSync(`${file}-redo`, 'an entry')
  const before = readFileSync(file)
  t.throws(() => openSqlite(file), {
    message: /records\.sqlite-redo holds writes of an earlier vskit .* stop it with SIGTERM/,
  })
  t.strictSame(readFileSync(file), before)
  t.strictSame(openFiles(file), [], 'nothing stays open')
})

t.test('records of version 6 with packed activity are migrated', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const records = openSqlite(file)
  await records.write([put('vs_1', { n: 1 }), entry('vs_9', 9)])
  await records.close()
  const db = new DatabaseSync(file)
  const { place, what } = db.prepare('SELECT place, what FROM activity').get() as {
    place: number
    what: number
  }
  db.exec(`
    DROP TABLE activity;
    DROP TABLE store;
    CREATE TABLE activity (place INTEGER PRIMARY KEY, entries TEXT NOT NULL) STRICT;
    CREATE TABLE redo (number INTEGER NOT NULL, seed INTEGER NOT NULL) STRICT;
    PRAGMA user_version = 6`)
  const packed = [0, 100, 'vs_1', what, 1, 101, 'vs "2"', what, 4, 102, 'vs_3', what]
  db.prepare('INSERT INTO activity VALUES (?, ?)').run(place, JSON.stringify(packed))
  db.close()

  const migrated = openSqlite(file)
  t.match(await migrated.read(A, 'session', 'vs_1'), { body: { n: 1 } })
  await migrated.write([entry('vs_4', 103)])
  t.match(await migrated.activity(A, { limit: 9 }), [
    { seq: 6, at: 103, session: 'vs_4' },
    { seq: 5, at: 102, session: 'vs_3', action: 'a', artifact: 'front', outcome: 'o', actor: 'k' },
    { seq: 2, at: 101, session: 'vs "2"' },
    { seq: 1, at: 100, session: 'vs_1' },
  ])
  await migrated.close()
})

/** Returns the open files of this process whose path starts with `start`. */
function openFiles(start: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)].filter((name) => name.startsWith(start))
    } catch {
      return []
    }
  })
}
