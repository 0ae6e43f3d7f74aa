import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { Records } from '../store/records.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { type Harness, START, newHarness } from './testing/harness.ts'

const SECOND = 1000

/** Returns a scheduler whose jobs fail while the store refuses writes, as on a full disk. */
function onFullDisk(
  t: Test,
  { frozen }: { frozen: boolean },
): Harness & { disk: { full: boolean } } {
  const disk = { full: false }
  const store = openSqlite(':memory:')
  const write: Records['write'] = (...args) =>
    disk.full ? Promise.reject(new Error('the disk is full')) : store.write(...args)
  const records = new Proxy(store, {
    get: (target, name: keyof Records) =>
      name === 'write' ? write : (target[name] as () => unknown).bind(target),
  })
  const harness = newHarness(t, { frozen, records })
  t.teardown(async () => {
    await harness.scheduler.close()
    await store.close()
  })
  return { ...harness, disk }
}

t.test('a job that the store can neither end nor postpone ends the advance', async (t) => {
  const { scheduler, clock, ran, plan, disk } = onFullDisk(t, { frozen: true })
  await plan('a', START + SECOND)
  await plan('b', START + SECOND, 'another lane')
  await plan('later', START + 2 * SECOND)
  disk.full = true
  await t.rejects(scheduler.advance(10 * SECOND), /the disk is full/)
  t.equal(clock.now(), START + SECOND, 'the clock has reached the first jobs')
  t.strictSame(ran.map(({ id }) => id).sort(), ['a', 'b'])
  disk.full = false
  await scheduler.advance(9 * SECOND)
  t.equal(clock.now(), START + 10 * SECOND)
  t.strictSame(
    ran
      .slice(2)
      .map(({ id }) => id)
      .sort(),
    ['a', 'b', 'later'],
    'nothing is lost',
  )
})

t.test('such a job is retried once per second, until the store accepts it', async (t) => {
  const { scheduler, ran, plan, disk, until } = onFullDisk(t, { frozen: false })
  await plan('a', START)
  await until(() => ran.length === 1)
  await plan('b', START)
  disk.full = true
  scheduler.wake()
  await until(() => ran.length > 1)
  const before = ran.length
  await sleep(300)
  t.ok(ran.length - before <= 1, `not in a loop: ${ran.length - before} runs in 0.3 s`)
  disk.full = false
  const failed = ran.length
  await until(() => ran.length > failed)
  t.equal(ran.at(-1)?.id, 'b')
})
