import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { type Records, UnusableCopy } from '../records.ts'
import { TEXT, onSqlite, put, schedule } from '../testing/adapters.ts'
import { failCommits } from '../testing/fail-commits.ts'
import { openSqlite } from './sqlite.ts'
import { sha256 } from '../../world/sha256.ts'
import { countDocuments } from '../testing/count-documents.ts'

const A = 'us/test/org_a'
const IMAGE = Buffer.from('an image')

/** Outside of the test's folder, which may contain the store. */
function folderFor(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'copies-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Reads all data of a small store. */
async function contents(records: Records): Promise<unknown> {
  const page = async (kind: string) =>
    (await records.page(A, kind, { limit: 100 })).map(({ id, seq, version, text }) => ({
      id,
      seq,
      version,
      text,
    }))
  return {
    sessions: await page('session'),
    events: await page('event'),
    lanes: await records.lanes(),
    jobs: await records.dueJobs('lane', 1e6, 100),
    activity: await records.activity(A, { limit: 100 }),
    meters: await records.meters(A),
    image: await records.blob(sha256(IMAGE)),
  }
}

const activity = (session: string) =>
  ({
    type: 'activity',
    scope: A,
    at: 1,
    session,
    action: `looked at ${session}`,
    artifact: 'front',
    outcome: 'o',
    actor: 'k',
  }) as const

onSqlite(t, 'restoring a copy restores all data and removes later data', async (t, records) => {
  const file = join(folderFor(t), 'copy.sqlite')
  await records.write([
    put('vs_1', { n: 1 }),
    put('vs_2', { n: 2 }),
    put('evt_1', 'e', { kind: 'event', key1: 'vs_1' }),
    schedule('j1', 5),
    { type: 'put-blob', scope: A, sha256: sha256(IMAGE), bytes: IMAGE },
    activity('vs_1'),
    { type: 'meter', scope: A, meter: 'sessions' },
  ])
  const before = await contents(records)
  await records.copyTo(file, () => undefined)
  for (let round = 0; round < 3; round++) {
    await records.write([
      put('vs_1', { n: 3 }, { ifVersion: 1 }),
      put('vs_3', 'new'),
      { type: 'remove', scope: A, kind: 'session', id: 'vs_2' },
      { type: 'unschedule', id: 'j1' },
      schedule('j2', 7, { lane: `lane ${round}` }),
      activity('vs_3'),
      { type: 'drop-blob', scope: A, sha256: sha256(IMAGE) },
      { type: 'meter', scope: A, meter: `of round ${round}` },
      put('x', 'of a new kind', { kind: `kind ${round}` }),
    ])
    t.notSame(await contents(records), before)
    await records.replaceBy(file)
    t.strictSame(await contents(records), before)
    t.equal(records.peekView(A, TEXT, 'vs_3'), undefined, 'nothing is remembered')
    t.equal(await records.find(`kind ${round}`, 'x'), undefined)
  }
  await records.write([put('vs_3', 'other', { ifVersion: 0 }), activity('vs_3')])
  const [last] = await records.page(A, 'session', { limit: 1 })
  t.match(last, { id: 'vs_3', seq: 4, body: 'other' }, 'positions continue after those of the copy')
  t.match(await records.activity(A, { limit: 1 }), [{ action: 'looked at vs_3', seq: 2 }])
})

onSqlite(t, 'a copy is consistent under concurrent writes', async (t, records) => {
  const folder = folderFor(t)
  const so = { written: 0, copied: false }
  let atMoment = 0
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; !so.copied; n++) {
      const id = `${writer}-${n}`
      await records.write([
        put(id, { padding: 'x'.repeat(1000) }),
        put(id, 'its event', { kind: 'event' }),
        activity(id),
      ])
      so.written++
    }
  })
  while (so.written < 300) await new Promise((resolve) => setImmediate(resolve))
  await records.copyTo(join(folder, 'one.sqlite'), () => {
    atMoment = so.written
  })
  await records.copyTo(join(folder, 'two.sqlite'), () => undefined)
  so.copied = true
  await Promise.all(writers)
  t.ok(so.written > atMoment)
  await records.replaceBy(join(folder, 'one.sqlite'))
  const sessions = (await records.page(A, 'session', { limit: 1e6 })).map(({ id }) => id)
  // Acknowledged writes are in the copy; each of eight writers may have one more in flight.
  t.ok(
    sessions.length >= atMoment && sessions.length <= atMoment + 8,
    `${atMoment} told, ${sessions.length} there`,
  )
  t.strictSame(
    (await records.page(A, 'event', { limit: 1e6 })).map(({ id }) => id),
    sessions,
    'each with its event',
  )
  t.equal((await records.activity(A, { limit: 1e6 })).length, sessions.length)
  await records.replaceBy(join(folder, 'two.sqlite'))
  t.ok((await countDocuments(records, A, 'session')) > sessions.length)
})

onSqlite(
  t,
  'an invalid copy is refused with a reason, and the data does not change',
  async (t, records) => {
    const folder = folderFor(t)
    writeFileSync(join(folder, 'text'), 'no database')
    writeFileSync(join(folder, 'empty'), '')
    await records.write([put('vs_1', 1), schedule('j1', 5)])
    const before = await contents(records)
    const older = new DatabaseSync(join(folder, 'older'))
    older.exec('CREATE TABLE documents (seq INTEGER PRIMARY KEY); PRAGMA user_version = 3')
    older.close()
    const refused: [file: string, words: RegExp][] = [
      ['text', /^its records cannot be read: file is not a database$/],
      ['none', /^its records cannot be read: /],
      ['older', /^it has records of version 3, expected version \d+$/],
      ['empty', /version 0, /],
    ]
    for (const [file, message] of refused) {
      await t.rejects(
        records.replaceBy(join(folder, file)),
        { name: UnusableCopy.name, message },
        file,
      )
    }
    await t.rejects(records.copyTo(join(folder, 'no folder', 'copy'), () => undefined))
    t.strictSame(await contents(records), before)
    await records.write([put('vs_2', 2)])
    t.equal(await countDocuments(records, A, 'session'), 2, 'the store can be written as before')
  },
)

onSqlite(t, 'writes during a restore are refused', async (t, records) => {
  const file = join(folderFor(t), 'copy.sqlite')
  await records.write([put('vs_1', 1)])
  await records.copyTo(file, () => undefined)
  const end = { reached: false }
  const replaced = records.replaceBy(file).finally(() => {
    end.reached = true
  })
  const told: Promise<string>[] = []
  for (let n = 0; !end.reached; n++) {
    told.push(
      records.write([put(`late-${n}`, n)]).then(
        () => `late-${n}`,
        (error: Error) => error.message,
      ),
    )
    await new Promise((resolve) => setImmediate(resolve))
  }
  await replaced
  const answers = await Promise.all(told)
  const refusal = 'the data that this write is based on is being replaced by a copy'
  t.strictSame(
    answers.filter((answer) => answer !== refusal && !answer.startsWith('late-')),
    [],
  )
  // In memory the copy ends before any request arrives.
  if (t.name.endsWith('(file)')) t.ok(answers.includes(refusal))
  const stayed = (await records.page(A, 'session', { limit: 100 })).map(({ id }) => id)
  t.strictSame(stayed, ['vs_1'], 'writes acknowledged before the restore were replaced')
})

t.test('after a restore that failed before it began, the store can be written', async (t) => {
  const folder = t.testdir()
  const file = join(folder, 'records.sqlite')
  const copy = join(folder, 'copy.sqlite')
  const records = openSqlite(file)
  t.teardown(() => records.close())
  await records.copyTo(copy, () => undefined)
  const succeed = failCommits(t, file)
  const pending = records.write([put('vs_1', 1)])
  const replaced = records.replaceBy(copy)
  await t.rejects(pending, /FOREIGN KEY/)
  await t.rejects(replaced, /FOREIGN KEY/)
  succeed()
  await records.write([put('vs_2', 2)])
  t.equal(await countDocuments(records, A, 'session'), 1)
})
