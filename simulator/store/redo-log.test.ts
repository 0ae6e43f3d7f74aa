import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { type Applied, appliedActivity } from './redo-entry.ts'
import { RedoLog } from './redo-log.ts'
import { SCHEMA } from './schema.ts'

const text = fc.string({ unit: 'binary', maxLength: 12 })
const change: fc.Arbitrary<Applied> = fc.oneof(
  fc.record({
    type: fc.constant('put' as const),
    scope: text,
    kind: text,
    id: text,
    key1: fc.option(text, { nil: undefined }),
    key2: fc.option(text, { nil: undefined }),
    ifVersion: fc.nat(9),
    seq: fc.option(fc.nat(), { nil: undefined }),
    text: fc.json(),
  }),
  fc.record({ type: fc.constant('remove' as const), scope: text, kind: text, id: text }),
  fc.record({ type: fc.constant('unschedule' as const), id: text }),
  fc.record({ type: fc.constant('meter' as const), scope: text, meter: text }),
  fc
    .record({
      type: fc.constant('activity' as const),
      scope: fc.constantFrom('s', 't'),
      at: fc.nat(),
      session: text,
      action: fc.constant('a'),
      artifact: fc.constantFrom('front', 'back'),
      outcome: fc.constant('o'),
      actor: text,
    })
    .map(appliedActivity),
)
const batches = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 4 })
const groups = fc.array(batches, { maxLength: 6 })

interface Opened {
  file: string
  db: DatabaseSync
  log: RedoLog
  again: () => RedoLog
}

function open(t: Test): Opened {
  const db = new DatabaseSync(':memory:')
  db.exec(SCHEMA)
  const file = join(t.testdir(), 'redo')
  t.teardown(() => db.close())
  return { file, db, log: new RedoLog(db, file), again: () => new RedoLog(db, file) }
}

function append(log: RedoLog, groups: Applied[][]): void {
  for (const group of groups) {
    log.add(group)
    log.append()
  }
}

/** A text for each batch; here each entry has one. */
function entries(log: RedoLog): string[] {
  return [...log.batches()].map(textOf)
}

/** In which order the properties of a change come, and whether one is undefined or not there, makes no difference. */
function textOf(changes: Applied[]): string {
  return JSON.stringify(changes.map((change) => Object.fromEntries(Object.entries(change).sort())))
}

/** Batches as what they do to each table: where activity stands among the others makes no difference. */
function effects(batches: Applied[][]): { activity: string; others: string[] } {
  return {
    activity: textOf(batches.flat().filter(({ type }) => type === 'activity')),
    others: batches
      .map((batch) => textOf(batch.filter(({ type }) => type !== 'activity')))
      .filter((text) => text !== '[]'),
  }
}

t.test('batches are read as they were written', async (t) => {
  const { log, again, db } = open(t)
  fc.assert(
    fc.property(groups, (groups) => {
      for (const batches of groups) {
        for (const batch of batches) log.add(batch)
        log.append()
      }
      const got = effects([...again().batches()])
      const expected = effects(groups.flat())
      if (JSON.stringify(got) !== JSON.stringify(expected)) {
        throw new Error(`expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`)
      }
      db.exec('BEGIN')
      log.store()
      db.exec('COMMIT')
      log.restart()
    }),
    { numRuns: 200 },
  )
})

const put = (id: string, length = 10): Applied => ({
  type: 'put',
  scope: 's',
  kind: 'k',
  id,
  key1: undefined,
  key2: undefined,
  ifVersion: 0,
  seq: 1,
  text: `"${'x'.repeat(length)}"`,
})

t.test('an entry that was cut off or changed is not read, nor what follows it', async (t) => {
  const { log, again, file } = open(t)
  append(log, [[put('a')], [put('b')], [put('c')]])
  const whole = readFileSync(file)
  const third = whole.length / 3
  for (let bytes = 0; bytes < whole.length; bytes++) {
    writeFileSync(file, whole.subarray(0, bytes))
    if (entries(again()).length !== Math.floor(bytes / third))
      t.fail(`cut off after ${bytes} bytes`)
    const changed = Buffer.from(whole)
    changed[bytes]! ^= 0x20
    writeFileSync(file, changed)
    if (entries(again()).length !== Math.floor(bytes / third)) t.fail(`byte ${bytes} was changed`)
  }
  writeFileSync(file, whole)
  t.equal(entries(again()).length, 3)
})

t.test(
  'entries of an earlier round that stand behind those of this one are not taken for new',
  async (t) => {
    const { log, again, db } = open(t)
    append(
      log,
      ['a', 'b', 'c', 'd'].map((id) => [put(id)]),
    )
    log.store()
    log.restart()
    t.strictSame(entries(again()), [], 'the database holds them')
    append(log, [[put('e')]])
    t.match(entries(again()), [/"id":"e"/])
    db.exec('UPDATE redo SET number = 3')
    t.match(entries(again()), [], 'what comes before the first is missing')
    db.exec('UPDATE redo SET number = 4, seed = (seed + 1) & 0xffffffff')
    t.match(entries(again()), [], 'they belong to another database')
  },
)

t.test('what was noted and dropped, and nothing at all, make no entry', async (t) => {
  const { log, again } = open(t)
  log.add([
    put('a'),
    {
      type: 'activity',
      scope: 's',
      text: '1,"x"',
      action: 'a',
      artifact: 'f',
      outcome: 'o',
      actor: 'k',
    },
  ])
  log.drop()
  log.append()
  t.equal(log.length, 0)
  append(log, [[put('b')]])
  t.match(entries(again()), [/"id":"b"/])
})

t.test('a batch has as many documents as it has', async (t) => {
  const { log, again } = open(t)
  append(log, [Array.from({ length: 200_000 }, (_, i) => put(`${i}`))])
  t.equal([...again().batches()].flat().length, 200_000)
})

t.test('a huge entry is given back to the disk', async (t) => {
  const { log, file } = open(t)
  append(log, [[put('huge', 20 * 1024 * 1024)]])
  t.ok(readFileSync(file).length > 16 * 1024 * 1024)
  log.store()
  log.restart()
  t.equal(readFileSync(file).length, 0)
})
