import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { StoreUnwritable, WriteState } from './write-state.ts'

function errorOf(task: () => unknown): unknown {
  try {
    task()
  } catch (error) {
    return error
  }
  throw new Error('expected an error')
}

t.test('a failed write names the file, the cause and what to do', async (t) => {
  const state = new WriteState('/data/world.json')
  const full = new DatabaseSync(':memory:')
  full.exec('PRAGMA max_page_count = 1')
  for (const [error, cause] of [
    [errorOf(() => full.exec('CREATE TABLE one (two)')), 'the disk is full. Free some space'],
    [errorOf(() => writeFileSync('/dev/full', '.')), 'the disk is full. Free some space'],
    [errorOf(() => writeFileSync('/proc/version/x', '.')), 'a part of its path is not a folder.'],
    [errorOf(() => full.exec('SELECT * FROM none')), 'no such table: none'],
  ] as const) {
    const failure = state.failed(error) as Error
    t.ok(failure instanceof StoreUnwritable)
    t.match(failure.message, `/data/world.json cannot be written: ${cause}`)
    t.equal(failure.cause, error)
    t.equal(state.problem, failure.message)
    state.succeeded()
    t.equal(state.problem, undefined)
  }
  full.close()
})

t.test('an error of the program says nothing about the file', async (t) => {
  const state = new WriteState('/data/world.json')
  for (const error of [
    new TypeError('no'),
    errorOf(() => writeFileSync('/dev/null', 5 as unknown as string)),
  ]) {
    t.equal(state.failed(error), error)
    t.equal(state.problem, undefined)
  }
})
