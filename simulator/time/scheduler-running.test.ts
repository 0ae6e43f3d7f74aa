import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mock } from 'node:test'
import t from 'tap'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { START, gate, newHarness, turns } from './testing/harness.ts'

const HOUR = 3600 * 1000

t.test('a job runs when it is due', async (t) => {
  const { clock, machine, scheduler, ran, plan, until } = newHarness(t, { frozen: false })
  await plan('now', START)
  await until(() => ran.length === 1)
  await plan('soon', START + 20)
  const warnings: Error[] = []
  const warned = (warning: Error): void => void warnings.push(warning)
  process.on('warning', warned)
  t.teardown(() => process.off('warning', warned))
  await plan('far', START + 50 * 24 * HOUR, 'lane of its own')
  // The timers are set now; from here on only they start the jobs.
  await sleep(10)
  machine.now += 20
  await until(() => ran.length === 2)
  t.strictSame(ran, [
    { id: 'now', now: START },
    { id: 'soon', now: START + 20 },
  ])
  clock.set(START + 50 * 24 * HOUR)
  scheduler.wake()
  await until(() => ran.length === 3)
  t.equal(ran[2]!.id, 'far', 'also one that is further off than any timer')
  t.strictSame(warnings, [], 'which no timer can wait for')
})

t.test(
  'a job runs within 30 s after the system clock was set, or the machine was suspended',
  async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.teardown(() => mock.timers.reset())
    const { machine, ran, plan, until } = newHarness(t, { frozen: false })
    await plan('later', START + HOUR)
    await turns(20)
    machine.now += HOUR
    mock.timers.tick(29_999)
    await turns(20)
    t.strictSame(ran, [])
    mock.timers.tick(1)
    await until(() => ran.length === 1)
    // Set back: the next job runs when the clock reaches its time again.
    await plan('again', START + 2 * HOUR)
    await turns(20)
    machine.now -= HOUR
    for (let i = 0; i < 3; i++) {
      mock.timers.tick(30_000)
      await turns(20)
    }
    t.equal(ran.length, 1)
    machine.now += 2 * HOUR
    mock.timers.tick(30_000)
    await until(() => ran.length === 2)
  },
)

t.test('a slow lane delays no other lane, and runs its own jobs in parallel', async (t) => {
  const slow = gate()
  const one = gate()
  const { ran, plan, until } = newHarness(t, {
    frozen: false,
    handle: ({ id }) => (id === 's0' ? one.promise : id.startsWith('s') ? slow.promise : undefined),
  })
  const ids = (): string[] => ran.map(({ id }) => id).sort()
  for (let i = 0; i < 10; i++) await plan(`s${i}`, START, 'slow')
  await until(() => ran.length === 8)
  for (let i = 0; i < 10; i++) await plan(`f${i}`, START, 'fast')
  await until(() => ran.length === 18)
  t.notOk(ids().includes('s8'), 'the ninth of the slow lane waits')
  one.resolve()
  await until(() => ids().includes('s8'))
  t.notOk(ids().includes('s9'), 'until a place is free')
  slow.resolve()
  await until(() => ids().includes('s9'))
  t.equal(ran.length, 20)
})

t.test('a failed job is retried after a second', async (t) => {
  const { machine, scheduler, ran, reported, plan, until, records } = newHarness(t, {
    frozen: false,
    handle() {
      if (ran.length === 1) throw new Error('a fault')
    },
  })
  await plan('a', START)
  await until(() => reported.length === 1)
  await records.write([])
  t.match(await records.dueJobs('lane', START + HOUR, 9), [{ id: 'a', due: START + 1000 }])
  machine.now += 1000
  scheduler.wake()
  await until(() => ran.length === 2)
  t.equal(reported.length, 1)
})

t.test('a failed job is retried by the current clock, after any advance', async (t) => {
  const { clock, scheduler, reported, plan, until, records } = newHarness(t, {
    frozen: false,
    handle() {
      throw new Error('a fault')
    },
  })
  await scheduler.advance(HOUR)
  clock.set(START)
  await plan('a', START)
  await until(() => reported.length === 1)
  await records.write([])
  t.match(await records.dueJobs('lane', START + 2 * HOUR, 9), [{ id: 'a', due: START + 1000 }])
})

t.test('after an advance the running clock continues with the next job', async (t) => {
  const { machine, scheduler, ran, plan, until } = newHarness(t, { frozen: false })
  await plan('next', START + HOUR + 5)
  // Its timer is set, one hour later on the machine's clock.
  await sleep(10)
  await scheduler.advance(HOUR)
  machine.now += 5
  await until(() => ran.length === 1)
  t.strictSame(ran, [{ id: 'next', now: START + HOUR + 5 }])
})

t.test('a new process runs the jobs of an earlier one', async (t) => {
  const file = join(t.testdir(), 'records.sqlite')
  const before = openSqlite(file)
  const jobs = ['a', 'b', 'c'].map((id) => ({
    id,
    lane: `lane of ${id}`,
    due: START - 1,
    kind: 'note',
    scope: 's',
    ref: id,
  }))
  await before.write(jobs.map((job) => ({ type: 'schedule' as const, job })))
  await before.close()
  const records = openSqlite(file)
  const { scheduler, ran, until } = newHarness(t, { frozen: false, records })
  await scheduler.start()
  await until(() => ran.length === 3)
  t.strictSame(ran.map(({ id }) => id).sort(), ['a', 'b', 'c'])
  await scheduler.close()
  await records.close()
})

for (const late of [false, true]) {
  t.test(`all run, each once${late ? ', although the store is slow' : ''}`, async (t) => {
    const running = new Set<string>()
    const twice: string[] = []
    const atRandom = (): Promise<void> => turns(Math.floor(Math.random() * 5))
    const { scheduler, ran, plan, until } = newHarness(t, {
      frozen: false,
      ...(late && { delay: atRandom }),
      async handle({ id }) {
        if (running.has(id)) twice.push(id)
        running.add(id)
        scheduler.wake()
        await atRandom()
        running.delete(id)
      },
    })
    const ids = Array.from({ length: 60 }, (_, i) => `j${i}`)
    await Promise.all(ids.map((id, i) => plan(id, START, `lane ${i % 2}`)))
    await until(() => ran.length >= 60 && running.size === 0)
    await scheduler.settle()
    await turns(20)
    t.strictSame(twice, [], 'not at the same time')
    t.strictSame(ran.map(({ id }) => id).sort(), ids.toSorted(), 'nor one after the other')
  })
}

t.test(
  'a job that ends during a read of the store does not run again because of the old result',
  async (t) => {
    const job = gate()
    const answer = gate()
    let held = false
    const { scheduler, ran, plan, until, records } = newHarness(t, {
      frozen: false,
      handle: () => job.promise,
      delay: () => (held ? answer.promise : undefined),
    })
    await plan('a', START)
    await until(() => ran.length === 1)
    await turns(5)
    held = true
    scheduler.wake('lane')
    await turns(5)
    await sleep(5)
    job.resolve()
    while ((await records.lanes()).length > 0) await turns(1)
    await turns(5)
    answer.resolve()
    await turns(20)
    t.equal(ran.length, 1)
  },
)

t.test('a lane with a known due time is not searched before that', async (t) => {
  let searches = 0
  const count = () => {
    searches++
    return undefined
  }
  const { scheduler, records, ran, clock, machine, until } = newHarness(t, {
    frozen: false,
    delay: count,
  })
  const plan = async (id: string, due: number) => {
    await records.write([
      { type: 'schedule', job: { id, lane: 'lane', due, kind: 'note', scope: 's', ref: id } },
    ])
    scheduler.wake('lane', due)
  }
  await plan('far', START + 3_600_000)
  await plan('further', START + 7_200_000)
  await sleep(20)
  t.equal(searches, 0)
  await plan('soon', START + 30)
  machine.now += 30
  await until(() => ran.length === 1)
  t.strictSame(
    ran.map(({ id }) => id),
    ['soon'],
  )
  await sleep(20)
  clock.freeze()
  searches = 0
  await plan('after', START + 100)
  await sleep(20)
  t.equal(searches, 0, 'a frozen clock never reaches a later moment')
  await plan('past', START)
  await until(() => ran.length === 2)
  await scheduler.advance(10_000_000)
  t.strictSame(
    ran.map(({ id }) => id),
    ['soon', 'past', 'after', 'far', 'further'],
    'and nothing was forgotten',
  )
})

t.test('two searches never use the same result', async (t) => {
  const answer = gate()
  let first = true
  const { scheduler, ran, plan } = newHarness(t, {
    frozen: false,
    delay: () => {
      const held = first ? answer.promise : undefined
      first = false
      return held
    },
  })
  await plan('a', START)
  await sleep(10)
  scheduler.wake('lane')
  await sleep(10)
  await turns(20)
  answer.resolve()
  await turns(20)
  await scheduler.settle()
  t.equal(ran.length, 1)
})

t.test('a job that is scheduled during a read of the next one is not missed', async (t) => {
  const answer = gate()
  const asked = gate()
  let hold = false
  const { scheduler, records, ran, plan, until } = newHarness(t, {
    frozen: false,
    delay(until) {
      if (!hold || until !== Number.MAX_SAFE_INTEGER) return undefined
      hold = false
      asked.resolve()
      return answer.promise
    },
  })
  await plan('far', START + HOUR)
  await sleep(10)
  hold = true
  scheduler.wake('lane')
  await asked.promise
  const job = { id: 'now', lane: 'lane', due: START, kind: 'note', scope: 's', ref: 'now' }
  await records.write([{ type: 'schedule', job }])
  scheduler.wake('lane')
  answer.resolve()
  await until(() => ran.length === 1)
  t.equal(ran[0]!.id, 'now')
})

t.test('an advance waits for running jobs', async (t) => {
  const opened = gate()
  const { scheduler, clock, ran, plan, until } = newHarness(t, {
    frozen: false,
    handle: ({ id }) => (id === 'a' ? opened.promise : undefined),
  })
  await plan('a', START)
  await until(() => ran.length === 1)
  await plan('b', START + 10)
  const advance = scheduler.advance(10)
  await plan('c', START)
  t.equal(clock.now(), START, 'the time does not change during a job')
  opened.resolve()
  await advance
  t.strictSame(
    ran.map(({ id }) => id),
    ['a', 'c', 'b'],
  )
})

t.test('a clock that is set back delays jobs and loses none', async (t) => {
  const { clock, scheduler, ran, plan, until } = newHarness(t, { frozen: false })
  await plan('a', START + 10)
  clock.set(START - HOUR)
  scheduler.wake()
  await plan('b', START - HOUR)
  await until(() => ran.length === 1)
  t.equal(ran[0]!.id, 'b')
  clock.set(START + 10)
  scheduler.wake()
  await until(() => ran.length === 2)
  t.strictSame(ran[1], { id: 'a', now: START + 10 })
})

t.test('a frozen clock runs due jobs, and continues when it is released', async (t) => {
  const { clock, machine, scheduler, ran, plan, until } = newHarness(t)
  await plan('due', START)
  await until(() => ran.length === 1)
  await plan('not due', START + 5)
  machine.now += HOUR
  await scheduler.settle()
  t.equal(ran.length, 1)
  clock.resume()
  scheduler.wake()
  machine.now += 5
  await until(() => ran.length === 2)
  t.strictSame(ran[1], { id: 'not due', now: START + 5 })
})

t.test('closing waits for running jobs and starts no more', async (t) => {
  const opened = gate()
  const ended: string[] = []
  const { scheduler, ran, plan, until } = newHarness(t, {
    frozen: false,
    async handle({ id }) {
      await opened.promise
      ended.push(id)
    },
  })
  for (let i = 0; i < 9; i++) await plan(`j${i}`, START)
  await until(() => ran.length === 8)
  const close = scheduler.close().then(() => ended.length)
  opened.resolve()
  t.equal(await close, 8)
  await plan('after', START)
  await scheduler.settle()
  t.equal(ran.length, 8)
})
