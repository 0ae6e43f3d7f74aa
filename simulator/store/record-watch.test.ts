import { join } from 'node:path'
import t from 'tap'
import { RecordWatch } from './record-watch.ts'
import { openSqlite } from './sqlite/sqlite.ts'

t.test('a write that waits for the end of a copy is reported once', async (t) => {
  const records = openSqlite(':memory:')
  t.teardown(() => records.close())
  const news: string[] = []
  new RecordWatch(records).subscribe(({ type }) => news.push(type))
  let written: Promise<void> | undefined
  await records.copyTo(join(t.testdir(), 'copy'), () => {
    written = records.write([{ type: 'meter', scope: 'us/test/org_1', meter: 'sessions' }])
  })
  await written
  t.strictSame(news, ['written'])
})
