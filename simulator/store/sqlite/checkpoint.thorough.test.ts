import fs, { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { Checkpoints } from './checkpoint.ts'
import { openSqlite } from './sqlite.ts'
import { countDocuments } from '../testing/count-documents.ts'

const SCOPE = 'us/test/org_log'
const WRITERS = 8
const PATIENCE_MS = 20_000
/** Length of the metadata of a session, so that the log grows as under load. */
const padding = 'x'.repeat(1000)

t.test('the log is restarted under constant writes, and no write is lost', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const records = openSqlite(file, (error) => t.fail('a checkpoint failed', { error }))
  const begun = performance.now()
  let first: number | undefined
  let startedAnew = false
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    let written = 0
    for (; !startedAnew && performance.now() - begun < PATIENCE_MS; written++) {
      const id = `${writer}-${written}`
      await records.write([
        { type: 'put', scope: SCOPE, kind: 'session', id, body: { id, padding }, ifVersion: 0 },
      ])
      if (writer > 0) continue
      const turn = turnOf(`${file}-wal`)
      // There is no log before the first commit.
      if (turn > 0) startedAnew = turn !== (first ??= turn)
    }
    return written
  })
  const written = (await Promise.all(writers)).reduce((sum, count) => sum + count)
  t.ok(startedAnew, `after ${written} writes`)
  const last = records.write([
    { type: 'put', scope: SCOPE, kind: 'session', id: 'last', body: {}, ifVersion: 0 },
  ])
  await records.close()
  await t.resolves(last, 'pending writes are stored at the close')

  const again = openSqlite(file)
  t.equal(await countDocuments(again, SCOPE, 'session'), written + 1)
  t.ok(await again.read(SCOPE, 'session', 'last'))
  await again.close()
})

t.test('a store with few writes starts no worker', async (t) => {
  const records = openSqlite(join(t.testdir(), 'records.sqlite'))
  const threads = (): number =>
    (process.report.getReport() as unknown as { workers: unknown[] }).workers.length
  // Other files of the process may have threads of their own.
  const others = threads()
  for (let i = 0; i < 12; i++) {
    const bytes = Buffer.from(`image ${i}`)
    await records.write([{ type: 'put-blob', scope: SCOPE, sha256: String(i), bytes }])
  }
  t.equal(threads(), others)
  const bytes = Buffer.alloc(4 * 1024 * 1024)
  await records.write([{ type: 'put-blob', scope: SCOPE, sha256: 'large', bytes }])
  const begun = performance.now()
  while (threads() === others && performance.now() - begun < PATIENCE_MS) await sleep(10)
  t.equal(threads(), others + 1, 'a store with many writes starts a worker')
  await records.close()
})

/** Returns the log's restart counter from its header ("salt-1" in the format's description). */
function turnOf(log: string): number {
  const header = Buffer.alloc(32)
  const file = openSync(log, 'r')
  readSync(file, header)
  closeSync(file)
  return header.readUInt32BE(16)
}

t.test(
  'a worker that cannot be started is reported, and the commit stays acknowledged',
  async (t) => {
    const file = join(t.testdir(), 'records.sqlite')
    const reported: unknown[] = []
    const records = openSqlite(file, (error) => reported.push(error))
    t.teardown(() => records.close())
    const put = (id: string): Promise<void> =>
      records.write([
        {
          type: 'put',
          scope: SCOPE,
          kind: 'session',
          id,
          body: 'x'.repeat(5_000_000),
          ifVersion: 0,
        },
      ])
    // Like a process without free file descriptors: the file cannot be opened again.
    renameSync(file, `${file}-moved`)
    await put('one')
    await put('two')
    t.match(reported, [{ code: 'ENOENT' }, { code: 'ENOENT' }])
    t.equal(await countDocuments(records, SCOPE, 'session'), 2)
  },
)

t.test('after a failed sync of the database, its log is kept until the next start', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const reported: unknown[] = []
  const records = openSqlite(file, (error) => reported.push(error))
  let written = 0
  const fill = async (): Promise<void> => {
    const id = String(written++)
    const body = 'x'.repeat(5_000_000)
    await records.write([{ type: 'put', scope: SCOPE, kind: 'session', id, body, ifVersion: 0 }])
  }
  // This device cannot be synced, so the sync of the moved pages fails: the disk may lack them.
  const open = fs.openSync
  const replaced = t.intercept(fs, 'openSync', { value: () => open('/dev/null', 'r+') })
  syncBuiltinESMExports()
  while (reported.length === 0) {
    await fill()
    await sleep(10)
  }
  replaced.restore()
  syncBuiltinESMExports()
  t.match(reported, [
    { message: /cannot be synced to the disk.*EINVAL.*Start the simulator again/ },
  ])
  const problem = (reported[0] as Error).message
  t.equal(records.syncProblem(), problem)
  const turn = turnOf(`${file}-wal`)
  for (let i = 0; i < 6; i++) {
    await fill()
    await sleep(50)
  }
  t.equal(turnOf(`${file}-wal`), turn, 'the log is not restarted')
  t.equal(reported.length, 1, 'no other checkpoint runs')
  t.equal(records.syncProblem(), problem, 'later writes do not end the problem')
  await records.close()
  t.equal(turnOf(`${file}-wal`), turn, 'the close keeps the log')

  const again = openSqlite(file, (error) => t.fail('a checkpoint failed', { error }))
  t.equal(again.syncProblem(), undefined, 'a new start ends it')
  t.equal(await countDocuments(again, SCOPE, 'session'), written)
  await again.close()
  t.notOk(existsSync(`${file}-wal`), 'the next run moves the whole log again')
})

t.test('clear waits for a restart of the log that begins with its own commit', async (t) => {
  const records = openSqlite(join(t.testdir(), 'records.sqlite'))
  t.teardown(() => records.close())
  const restart = Promise.withResolvers<void>()
  let finishing: Promise<void> | undefined
  t.intercept(Checkpoints.prototype, 'finishing', { get: () => finishing })
  t.intercept(Checkpoints.prototype, 'committed', { value: () => (finishing = restart.promise) })
  const written = records.write([
    { type: 'put', scope: SCOPE, kind: 'session', id: 'one', body: {}, ifVersion: 0 },
  ])
  const cleared = records.clear()
  await written
  await sleep(20)
  t.equal(await countDocuments(records, SCOPE, 'session'), 1)
  finishing = undefined
  restart.resolve()
  await cleared
  t.equal(await countDocuments(records, SCOPE, 'session'), 0)
})
