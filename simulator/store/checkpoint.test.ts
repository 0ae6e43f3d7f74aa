import { statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openSqlite } from './sqlite.ts'

const SCOPE = 'us/test/org_log'
const WRITERS = 8
const PATIENCE_MS = 20_000

t.test('the log is started anew under writers that never pause, and nothing of theirs is lost', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const records = openSqlite(file, (error) => t.fail('a checkpoint failed', { error }))
  const begun = performance.now()
  let startedAnew = false
  let highest = 0
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    let written = 0
    for (; !startedAnew && performance.now() - begun < PATIENCE_MS; written++) {
      const id = `${writer}-${written}`
      await records.write([{ type: 'put', scope: SCOPE, kind: 'session', id, body: { id }, ifVersion: 0 }])
      if (writer > 0) continue
      const { size } = statSync(`${file}-wal`)
      startedAnew = size < highest
      highest = Math.max(highest, size)
    }
    return written
  })
  const written = (await Promise.all(writers)).reduce((sum, count) => sum + count)
  t.ok(startedAnew, `after ${written} writes the log holds ${highest} bytes`)
  const last = records.write([{ type: 'put', scope: SCOPE, kind: 'session', id: 'last', body: {}, ifVersion: 0 }])
  await records.close()
  await t.resolves(last, 'what was asked for before the close is written')

  const again = openSqlite(file)
  t.equal(await again.count(SCOPE, 'session'), written + 1)
  t.ok(await again.read(SCOPE, 'session', 'last'))
  await again.close()
})
