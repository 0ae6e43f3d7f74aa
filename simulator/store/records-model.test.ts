import { mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import fc from 'fast-check'
import { openSqlite } from './sqlite/sqlite.ts'
import { crash } from './testing/adapters.ts'
import { Model } from './testing/model.ts'
import { rounds } from '../../tools/testing/rounds.ts'
import { steps, write, compare, type Generated, step } from './testing/records-model.ts'

/** @param folder of the records file; without one the store is in memory and lost at close */
async function run(folder: string | undefined, steps: Generated<typeof step>[]): Promise<void> {
  let file = folder === undefined ? ':memory:' : join(folder, 'records.sqlite')
  let records = openSqlite(file)
  const model = new Model()
  try {
    for (const each of steps) {
      if (each.do === 'write') await write(records, model, each.batches)
      else if (each.do === 'clear') {
        model.clear(each.scope)
        await records.clear(each.scope)
      } else if (folder !== undefined) {
        const left = each.do === 'crash' ? crash(dirname(file)) : file
        await records.close()
        records = openSqlite((file = left))
      }
      await compare(records, model)
    }
  } finally {
    await records.close()
  }
}

t.test('the store behaves like the model (memory)', async () => {
  await fc.assert(
    fc.asyncProperty(steps, (steps) => run(undefined, steps)),
    { numRuns: rounds(150) },
  )
})

t.test('the store behaves like the model, also after reopening (file)', async (t) => {
  const folder = t.testdir()
  await fc.assert(
    fc.asyncProperty(steps, (steps) => run(mkdtempSync(join(folder, 'run-')), steps)),
    { numRuns: rounds(60) },
  )
})
