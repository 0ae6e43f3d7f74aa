import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { GroupCommit } from './group-commit.ts'
import type { Applied } from './redo-entry.ts'
import { RedoLog } from './redo-log.ts'
import { SCHEMA } from './schema.ts'

/** A database whose rows are the meters of the changes; a part of it can be made to fail, as on a full disk. */
function open(t: Test, file = join(t.testdir(), 'db')) {
  const isNew = !existsSync(file)
  const db = new DatabaseSync(file)
  if (isNew) db.exec(`PRAGMA journal_mode = WAL; ${SCHEMA}; CREATE TABLE rows (name TEXT) STRICT`)
  const redo = new RedoLog(db, `${file}-redo`)
  const full = { rows: false, log: false, commit: false }
  const failed: unknown[] = []
  const fail = (what: keyof typeof full): void => {
    if (full[what]) throw new Error(`${what}: the disk is full`)
  }
  const append = redo.append.bind(redo)
  redo.append = () => {
    fail('log')
    append()
  }
  const insert = db.prepare('INSERT INTO rows (name) VALUES (?)')
  const commits = new GroupCommit(
    db,
    {
      apply: (changes) => {
        fail('rows')
        for (const change of changes) if (change.type === 'meter') insert.run(change.meter)
      },
      ending: () => fail('commit'),
      committed: () => undefined,
      rolledBack: () => undefined,
      failed: (error) => failed.push(error),
    },
    redo,
  )
  const other = new DatabaseSync(file)
  t.teardown(() => {
    commits.close()
    redo.close()
    other.close()
    db.close()
  })
  const rows = (of: DatabaseSync): string =>
    of
      .prepare('SELECT name FROM rows ORDER BY rowid')
      .all()
      .map(({ name }) => name)
      .join('')
  return {
    full,
    failed,
    commits,
    redo,
    seen: () => rows(db),
    stored: () => rows(other),
    write: (meter: string): Promise<void> => {
      const changes: Applied[] = [{ type: 'meter', scope: 's', meter }]
      try {
        commits.begin()
        insert.run(meter)
        return commits.keep(changes)
      } catch (error) {
        return Promise.reject(error)
      }
    },
  }
}

t.test('what was kept is committed soon, by itself', async (t) => {
  const { write, stored, seen, redo } = open(t)
  await write('a')
  await write('b')
  t.equal(stored(), '')
  t.equal(seen(), 'ab')
  t.ok(redo.length > 0)
  for (let i = 0; i < 200 && stored() === ''; i++) await sleep(10)
  t.equal(stored(), 'ab')
  t.equal(redo.length, 0)
})

t.test('a group that the log has no room for is refused, alone', async (t) => {
  const { write, full, commits, seen, stored, failed } = open(t)
  await write('a')
  full.log = true
  const refused = await Promise.allSettled([write('b'), write('c')])
  t.match(refused, [
    { status: 'rejected', reason: { message: 'log: the disk is full' } },
    { status: 'rejected' },
  ])
  t.equal(seen(), 'a', 'what was kept before is still seen')
  full.log = false
  await write('d')
  commits.commit()
  t.equal(stored(), 'ad')
  t.strictSame(failed, [], 'nobody but the writers has to know')
})

t.test('a commit that fails loses nothing, says so, and is tried again', async (t) => {
  const { write, full, commits, seen, stored, failed } = open(t)
  await write('a')
  full.commit = true
  commits.commit()
  t.match(failed, [{ message: 'commit: the disk is full' }])
  t.equal(stored(), '')
  t.equal(seen(), 'a')
  await write('b')
  full.commit = false
  for (let i = 0; i < 300 && stored() === ''; i++) await sleep(10)
  t.equal(stored(), 'ab')
})

t.test("who does something to all of it is told that a part can't be committed", async (t) => {
  const { write, full, commits, stored } = open(t)
  commits.flush()
  await write('a')
  full.commit = true
  t.throws(() => commits.flush(), { message: /can't be committed now; is the disk full/ })
  full.commit = false
  commits.flush()
  t.equal(stored(), 'a')
})

t.test('after a crash a commit that fails loses nothing either', async (t) => {
  const before = open(t)
  await before.write('a')
  const left = join(t.testdirName, 'left')
  for (const part of ['', '-wal', '-redo'])
    copyFileSync(join(t.testdirName, `db${part}`), `${left}${part}`)

  const { full, commits, failed, redo, seen, stored } = open(t, left)
  full.commit = true
  commits.recover()
  t.match(failed, [{ message: /^commit/ }])
  t.equal(seen(), 'a')
  t.ok(redo.length > 0, 'the log keeps it')
  full.commit = false
  commits.commit()
  t.equal(stored(), 'a')
})

t.test("while what was kept can't be brought back, nothing is written", async (t) => {
  const { write, full, commits, seen, stored, failed } = open(t)
  await write('a')
  full.commit = full.rows = true
  commits.commit()
  t.match(failed, [{ message: /^commit/ }, { message: /^rows/ }])
  await t.rejects(write('b'), { message: /^rows/ })
  t.equal(seen(), '')
  full.commit = full.rows = false
  await write('c')
  t.equal(seen(), 'ac')
  commits.commit()
  t.equal(stored(), 'ac')
})

t.test('a group of images goes straight into the database', async (t) => {
  const { write, commits, stored, redo } = open(t)
  const kept = write('a')
  void commits.keep([{ type: 'put-blob', scope: 's', sha256: 'aa', bytes: Buffer.from('x') }])
  await kept
  t.equal(stored(), 'a')
  t.equal(redo.length, 0)
})

t.test('much in the log ends the transaction before its time', async (t) => {
  const { write, stored } = open(t)
  await write('x'.repeat(1024 * 1024))
  t.equal(stored().length, 1024 * 1024)
})
