import { copyFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import t from 'tap'
import { checkDataFolder } from './data-folder.ts'
import type { Activity } from './records.ts'
import { openSqlite } from './sqlite/sqlite.ts'

const SCOPE = 'us/test/org_1'
const entry: Activity = {
  type: 'activity',
  scope: SCOPE,
  at: 1,
  session: 'ses_1',
  action: 'image',
  artifact: 'front',
  outcome: 'ok',
  actor: 'key_1',
}

for (const scope of [undefined, SCOPE])
  t.test(
    `a crash after the commit of a deletion (${scope ?? 'all'}): nothing is missing`,
    async (t) => {
      const folder = t.testdir({ 'world.json': '{"version":1,"organizations":[]}' })
      const file = join(folder, 'records.sqlite')
      const records = openSqlite(file)
      await records.write([entry, entry])
      copyFileSync(`${file}-generation`, join(folder, 'before'))
      await records.clear(scope)
      await records.close()
      // A process that ends here has not written the marker yet.
      copyFileSync(join(folder, 'before'), `${file}-generation`)
      t.strictSame(checkDataFolder(folder, { repair: false }), [])
    },
  )

t.test('activity entries that a lost log held are missed', async (t) => {
  const folder = t.testdir({ 'world.json': '{"version":1,"organizations":[]}' })
  const file = join(folder, 'records.sqlite')
  const records = openSqlite(file)
  await records.write([entry])
  copyFileSync(file, join(folder, 'older'))
  copyFileSync(`${file}-wal`, join(folder, 'older-wal'))
  await records.write([entry, entry])
  await records.close()
  for (const end of ['', '-wal']) copyFileSync(join(folder, `older${end}`), `${file}${end}`)
  t.throws(
    () => checkDataFolder(folder, { repair: false }),
    /without the missing writes: at least 2 entries of the activity log/,
  )
})

t.test('a marker without id or generation is damaged', async (t) => {
  const folder = t.testdir({ 'world.json': '{"version":1,"organizations":[]}' })
  const file = join(folder, 'records.sqlite')
  const records = openSqlite(file)
  await records.write([entry])
  await records.close()
  for (const marker of [{ id: 'a' }, { id: 'a', generation: '1' }, { generation: 1 }]) {
    writeFileSync(`${file}-generation`, JSON.stringify(marker))
    t.throws(
      () => checkDataFolder(folder, { repair: false }),
      /\n {2}records\.sqlite-generation: no id and generation/,
      JSON.stringify(marker),
    )
  }
})

t.test('a damaged file is named completely, however the folder is written', async (t) => {
  const folder = t.testdir({ 'world.json': '{"version":' })
  const path = relative('.', folder)
  for (const written of [folder, `${folder}/`, path, `./${path}`, `${path}//`]) {
    t.throws(
      () => checkDataFolder(written, { repair: false }),
      /\n {2}world\.json: not JSON/,
      written,
    )
  }
})
