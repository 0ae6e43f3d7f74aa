import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { WriteState } from '../write-state.ts'
import { GroupCommit } from './group-commit.ts'

/** A database with one column of names, and a second connection that sees committed data only. */
function open(t: Test) {
  const file = join(t.testdir(), 'db')
  const db = new DatabaseSync(file)
  db.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent INTEGER ' +
      'REFERENCES rows (id) DEFERRABLE INITIALLY DEFERRED) STRICT',
  )
  const events: string[] = []
  const commits = new GroupCommit(
    db,
    {
      ending: () => undefined,
      committed: () => events.push('committed'),
      rolledBack: () => events.push('rolled back'),
    },
    new WriteState(file),
  )
  const other = new DatabaseSync(file)
  t.teardown(() => {
    other.close()
    db.close()
  })
  const insert = db.prepare('INSERT INTO rows (name) VALUES (?)')
  return {
    db,
    commits,
    events,
    write: (name: string): Promise<void> => {
      const committed = commits.begin()
      insert.run(name)
      return committed
    },
    stored: () =>
      other
        .prepare('SELECT name FROM rows ORDER BY rowid')
        .all()
        .map(({ name }) => name)
        .join(''),
  }
}

t.test('the writes of one turn are one transaction', async (t) => {
  const { write, stored, events } = open(t)
  const writes = [write('a'), write('b')]
  t.equal(stored(), '')
  await writes[0]
  t.equal(stored(), 'ab')
  t.strictSame(events, ['committed'])
  await write('c')
  t.strictSame(events, ['committed', 'committed'])
})

t.test('an aborted turn rejects all of its writes, and the next one works', async (t) => {
  const { commits, write, stored, events } = open(t)
  await write('a')
  const writes = [write('b'), write('c')]
  commits.abort(new Error('the disk is full'))
  t.match(await Promise.allSettled(writes), [
    { status: 'rejected', reason: { message: 'the disk is full' } },
    { status: 'rejected' },
  ])
  await write('d')
  t.equal(stored(), 'ad')
  t.strictSame(events, ['committed', 'rolled back', 'committed'])
})

t.test('a failed commit rejects its writes and the call of flush', async (t) => {
  const { db, commits, write, stored, events } = open(t)
  db.exec('PRAGMA foreign_keys = ON')
  const orphan = async (): Promise<void> => {
    const committed = commits.begin()
    db.exec("INSERT INTO rows (name, parent) VALUES ('orphan', 99)")
    return committed
  }
  await t.rejects(orphan(), /FOREIGN KEY/)
  const refused = orphan()
  t.throws(() => commits.flush(), /FOREIGN KEY/)
  await t.rejects(refused, /FOREIGN KEY/)
  await write('a')
  t.equal(stored(), 'a')
  t.strictSame(events, ['rolled back', 'rolled back', 'committed'])
})

t.test('a rollback that fails rejects its writes, and the next turn repeats it', async (t) => {
  const { db, commits, write, stored, events } = open(t)
  t.intercept(db, 'exec', {
    value: () => {
      throw new Error('disk I/O error')
    },
  })
  const refused = write('a')
  commits.abort(new Error('the disk is full'))
  await t.rejects(refused, /the disk is full/)
  t.throws(() => commits.begin(), /disk I\/O error/)
  Reflect.deleteProperty(db, 'exec')
  await write('b')
  t.equal(stored(), 'b')
  t.strictSame(events, ['rolled back', 'committed'])
})

t.test('flush commits now', async (t) => {
  const { commits, write, stored } = open(t)
  const late = write('a')
  commits.flush()
  t.equal(stored(), 'a')
  await late
  commits.flush()
})
