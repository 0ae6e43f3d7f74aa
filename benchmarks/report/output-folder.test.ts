import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder, removeEmpty } from './output-folder.ts'

t.test('a run without results leaves none of the folders that it created', async (t) => {
  const root = t.testdir()
  const made = await makeFolder(join(root, 'a/b'))
  t.ok(existsSync(join(root, 'a/b')))
  removeEmpty(made)
  t.notOk(existsSync(join(root, 'a')))
  t.ok(existsSync(root))
})

t.test('folders with results, and folders that existed before, remain', async (t) => {
  const root = t.testdir()
  const made = await makeFolder(join(root, 'a/b'))
  writeFileSync(join(root, 'a/b/bench.json'), '{}')
  removeEmpty(made)
  t.ok(existsSync(join(root, 'a/b/bench.json')))
  mkdirSync(join(root, 'old'))
  removeEmpty(await makeFolder(join(root, 'old')))
  t.ok(existsSync(join(root, 'old')))
})
