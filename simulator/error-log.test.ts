import t from 'tap'
import { errorLog, isDiskFull } from './error-log.ts'
import { StoreUnavailable } from './store/unavailable.ts'
import { WriteState } from './store/write-state.ts'

const noSpace = (): Error => Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })

t.test('a full disk logs one line per second, for any number of failures', async (t) => {
  const clock = { now: 5000 }
  const lines: unknown[] = []
  const log = errorLog(
    (what) => lines.push(what),
    () => clock.now,
  )
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  for (let n = 0; n < 500; n++) {
    log(n % 2 ? full : new Error('could not write', { cause: noSpace() }))
    clock.now += 4
  }
  t.equal(lines.length, 2)
  t.match(lines[0], /^No space left on the disk: could not write\. Free some/)
  t.match(lines[1], /\(249 more like this\)$/)
})

t.test('a file of the store that cannot be written is one line', async (t) => {
  const lines: unknown[] = []
  const log = errorLog((what) => lines.push(what))
  for (const cause of [noSpace(), Object.assign(new Error('x'), { code: 'EROFS' })])
    log(new WriteState('/data/world.json').failed(cause))
  t.strictSame(lines, [
    '/data/world.json cannot be written: the disk is full. Free some space, or name a file on another disk. Until then, requests that change data get 500.',
    '/data/world.json cannot be written: its file system is read-only. Name a file elsewhere. Until then, requests that change data get 500.',
  ])
})

t.test('so does a full disk of a PostgreSQL server', async (t) => {
  const lines: unknown[] = []
  const log = errorLog((what) => lines.push(what))
  const full = Object.assign(new Error('could not extend file "base/1"'), { code: '53100' })
  for (let n = 0; n < 5; n++) log(full)
  t.strictSame(lines, [
    'No space left on the disk: could not extend file "base/1". Free some: writes fail until then.',
  ])
})

t.test('other errors are written whole, and not again within a second', async (t) => {
  const clock = { now: 0 }
  const lines: unknown[] = []
  const log = errorLog(
    (what) => lines.push(what),
    () => clock.now,
  )
  const [one, other] = [new Error('one'), new Error('other')]
  for (const error of [one, other, one, one]) log(error)
  t.strictSame(lines, [one, other])
  clock.now = 1000
  log(one)
  t.strictSame(lines.slice(2), ['Error: one (2 more like this)'])
  log('no error at all')
  t.equal(lines.length, 4)
})

t.test('a lost database is a line without a stack', async (t) => {
  const lines: unknown[] = []
  const log = errorLog((what) => lines.push(what))
  log(new StoreUnavailable('connect ECONNREFUSED 127.0.0.1:5432'))
  t.strictSame(lines, [
    'StoreUnavailable: the store is unavailable: connect ECONNREFUSED 127.0.0.1:5432',
  ])
})

t.test('the error of a full disk', async (t) => {
  t.ok(isDiskFull(noSpace()))
  t.ok(isDiskFull(new Error('around it', { cause: noSpace() })))
  t.notOk(isDiskFull(new Error('ENOSPC')))
  t.notOk(isDiskFull(undefined))
})
