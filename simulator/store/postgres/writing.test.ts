import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { Change } from '../records.ts'
import { BUSY_LIMITS } from '../testing/busy-limits.ts'
import { postgresAddress, put, schedule } from '../testing/adapters.ts'
import { Deadline } from './deadline.ts'
import { openPostgres } from './postgres.ts'
import { writeContext } from './write-context.ts'

/** Long enough for a statement to reach the row that another transaction holds. */
const WAITS_MS = 200

/** Texts that PostgreSQL's text format of an array would have to quote or escape. */
const ODD = ['NULL', 'null', '', '"', '\\', '{}', '{"a",b}', ',', ' ', "'", '\\x00', 'Æ 🦓', '\n\t']

t.test('text that is special in an array is stored as it is', async (t) => {
  const address = await postgresAddress(t)
  const { database, records } = await openPostgres(address, () => undefined, BUSY_LIMITS)
  t.teardown(() => database.close())
  const scope = 'us/test/org_a'
  const puts = ODD.map((text, i) =>
    put(`vs_${text}`, text, { key1: text, ...(i % 2 && { key2: text }) }),
  )
  await records.write([
    ...puts,
    ...ODD.map((text, i) => schedule(`job_${text}`, i, { ref: text })),
    ...ODD.map((text): Change => ({ type: 'meter', scope, meter: text })),
  ])
  for (const text of ODD) {
    t.equal((await records.read(scope, 'session', `vs_${text}`))!.body, text)
    const found = await records.page(scope, 'session', { limit: 10, key1: text })
    t.strictSame(
      found.map(({ body }) => body),
      [text],
      `found by the key ${JSON.stringify(text)}`,
    )
  }
  const jobs = await records.dueJobs('lane', ODD.length, ODD.length)
  t.strictSame(
    jobs.map(({ id, ref }) => [id, ref]),
    ODD.map((text) => [`job_${text}`, text]),
  )
})

t.test('what another replica stores at the same moment', async (t) => {
  const address = await postgresAddress(t)
  const { database, records } = await openPostgres(address, () => undefined, BUSY_LIMITS)
  t.teardown(() => database.close())
  await records.write([put('vs_1', 'first'), schedule('job_1', 1)])
  /** Writes while another transaction has stored a copy of each row under other ids, and commits then. */
  const during = async (copies: string[], changes: Change[]): Promise<void> => {
    const { promise: blocked, resolve: block } = Promise.withResolvers<void>()
    let written: Promise<void> | undefined
    await database.transaction(async (ask) => {
      for (const copy of copies) await ask(copy)
      written = records.write(changes)
      written.catch(() => undefined).finally(block)
      await Promise.race([blocked, sleep(WAITS_MS)])
    })
    await written
  }
  const session = `INSERT INTO documents SELECT seq + 1000, scope, kind, 1, 'vs_2', key1, key2, body FROM documents WHERE id = 'vs_1'`
  const job = `INSERT INTO jobs (due, lane, kind, scope, id, ref) SELECT due, lane, kind, scope, 'job_2', ref FROM jobs WHERE id = 'job_1'`
  await t.rejects(
    during([session], [put('vs_3', 'new'), put('vs_2', 'second')]),
    { name: 'VersionConflict', message: 'session vs_2: expected version 0, got 1' },
    'a session with the same id is a conflict',
  )
  t.equal(
    await records.find('session', 'vs_3'),
    undefined,
    'and nothing else of the batch is stored',
  )
  await during([job], [put('vs_3', 'new'), schedule('job_2', 2, { ref: 'later' })])
  t.match(await records.find('session', 'vs_3'), { body: 'new' })
  const jobs = await records.dueJobs('lane', 2, 10)
  t.strictSame(
    jobs.map(({ id, ref }) => [id, ref]),
    [
      ['job_1', 'job_1'],
      ['job_2', 'later'],
    ],
    'a job with the same id is scheduled again',
  )
})

t.test('an erasure of one scope', async (t) => {
  const address = await postgresAddress(t)
  const open = () => openPostgres(address, () => undefined, BUSY_LIMITS)
  const [{ database, records }, other] = [await open(), await open()]
  t.teardown(() => Promise.all([database.close(), other.database.close()]))
  const [A, B] = ['us/test/org_a', 'us/test/org_b'] as const
  const sha256 = '0f'.repeat(32)
  const bytes = Buffer.from('image')
  await records.write([
    put('vs_1', 'first'),
    put('vs_2', 'first', { scope: B }),
    { type: 'put-blob', scope: A, sha256, bytes },
  ])
  const [[no], [noOfOther]] = (await database.transaction((ask) =>
    ask('SELECT no FROM names WHERE name IN ($1, $2) ORDER BY name', [A, B]),
  )) as [[number], [number]]
  let [written, isWritten] = [Promise.resolve(), false]
  await database.transaction(async (ask) => {
    await ask('SELECT clear($1)', [no])
    written = other.records.write([put('vs_3', 'later')]).then(() => void (isWritten = true))
    await sleep(WAITS_MS)
    await records.write([put('vs_4', 'later', { scope: B })])
    t.notOk(isWritten, 'a write to the same scope waits; one to another scope does not')
  })
  await written
  t.equal(await records.find('session', 'vs_1'), undefined)
  t.match(await records.find('session', 'vs_3'), { body: 'later' })
  t.equal(await records.blob(sha256), undefined, 'nobody has the bytes')

  await records.write([{ type: 'put-blob', scope: A, sha256, bytes }])
  let [cleared, isCleared] = [Promise.resolve(), false]
  await database.transaction(async (ask) => {
    await ask('INSERT INTO blobs VALUES ($1, $2) ON CONFLICT DO NOTHING', [sha256, bytes])
    await ask('INSERT INTO blob_refs VALUES ($1, $2, 1)', [sha256, noOfOther])
    cleared = other.records.clear(A).then(() => void (isCleared = true))
    await sleep(WAITS_MS)
    t.notOk(isCleared)
  })
  await cleared
  t.same(await records.blob(sha256), bytes, 'bytes that another scope has just stored stay')
})

t.test('a request whose writes only conflicted has written nothing', async (t) => {
  const address = await postgresAddress(t)
  const { database, records } = await openPostgres(address, () => undefined, BUSY_LIMITS)
  t.teardown(() => database.close())
  await records.write([put('vs_1', 'first')])
  const endOf = async (...writes: Change[][]): Promise<unknown> => {
    const deadline = new Deadline(30_000)
    const results = await writeContext.run({ deadline }, () =>
      Promise.allSettled(writes.map((changes) => records.write(changes))),
    )
    t.equal(results[0]!.status, 'rejected')
    const { promise, resolve: refuse } = Promise.withResolvers<Error>()
    deadline.begin(refuse)
    deadline.look(Infinity)
    deadline.end(refuse)
    return promise
  }
  const conflict = [put('vs_1', 'second')]
  t.match(await endOf(conflict), { name: 'StoreUnavailable' })
  t.match(await endOf(conflict, [put('vs_1', 'third')]), { name: 'StoreUnavailable' })
  t.match(await endOf(conflict, [put('vs_2', 'new')]), { name: 'OutcomeUnknown' }, 'one was stored')
})
