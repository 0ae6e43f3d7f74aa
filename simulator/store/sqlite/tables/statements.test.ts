import { DatabaseSync, constants } from 'node:sqlite'
import t from 'tap'
import { SCHEMA } from '../schema.ts'
import { ActivityTable } from './activity.ts'
import { DocumentTable } from './documents.ts'
import { JobTable } from './jobs.ts'
import { MeterTable } from './meters.ts'
import { Names } from './names.ts'

t.test('repeated statements are compiled once', async (t) => {
  const db = new DatabaseSync(':memory:')
  t.teardown(() => db.close())
  db.exec(SCHEMA)
  const names = new Names(db)
  const [documents, jobs, activity] = [
    new DocumentTable(db, names),
    new JobTable(db, names),
    new ActivityTable(db, names),
  ]
  const reads: Record<string, (limit: number) => unknown> = {
    documents: (limit) => documents.page('scope', 'session', { limit }),
    'documents by the first key': (limit) =>
      documents.page('scope', 'session', { limit, key1: 'one' }),
    'documents by the second key': (limit) =>
      documents.page('scope', 'session', { limit, key2: 'two' }),
    'documents by both': (limit) =>
      documents.page('scope', 'session', { limit, key1: 'one', key2: 'two' }),
    'places of documents': (limit) =>
      documents.pageViews('scope', { kind: 'session', kept: 0, of: () => '' }, { limit }),
    'a document': () => documents.get('session', 'vs_nobody'),
    'due jobs': (limit) => jobs.due('lane', 0, limit),
    activity: (limit) => activity.page('scope', { limit }),
  }
  for (const read of Object.values(reads)) await read(20)

  let compiled = 0
  // SQLite calls the authorizer each time it compiles a statement.
  db.setAuthorizer(() => {
    compiled++
    return constants.SQLITE_OK
  })
  for (const [name, read] of Object.entries(reads)) {
    compiled = 0
    // Setting an authorizer makes SQLite recompile every statement once.
    await read(20)
    t.ok(compiled > 0, `${name}: the test detects a compilation`)
    compiled = 0
    await read(20)
    await read(21)
    t.equal(compiled, 0, name)
  }
})

t.test(
  'reads do not write, also not names that are new: a full disk must not fail them',
  async (t) => {
    const db = new DatabaseSync(':memory:')
    t.teardown(() => db.close())
    db.exec(SCHEMA)
    const names = new Names(db)
    const [documents, jobs, activity, meters] = [
      new DocumentTable(db, names),
      new JobTable(db, names),
      new ActivityTable(db, names),
      new MeterTable(db, names),
    ]
    db.exec('PRAGMA query_only = ON')
    t.strictSame(documents.page('scope', 'session', { limit: 1 }), [])
    t.equal(documents.get('session', 'vs_nobody'), undefined)
    t.equal(documents.within('scope', 'session', 'vs_nobody'), undefined)
    t.strictSame(jobs.due('lane', 0, 1), [])
    t.strictSame(await activity.page('scope', { limit: 1 }), [])
    t.equal(meters.of('scope').size, 0)
  },
)
