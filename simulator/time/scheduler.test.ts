import t from 'tap'
import type { Job } from '../store/records.ts'
import { START, gate, newHarness, turns } from './testing/harness.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND

t.test('advancing runs the due jobs of all lanes in the order of their due times', async (t) => {
  const { scheduler, clock, ran, plan } = newHarness(t)
  await plan('third', START + 3 * SECOND, 'a')
  await plan('first', START + SECOND, 'b')
  await plan('late', START + 11 * SECOND, 'a')
  await plan('second', START + 2 * SECOND, 'a')
  await plan('last', START + 10 * SECOND, 'c')
  await scheduler.advance(10 * SECOND)
  t.strictSame(
    ran,
    [
      { id: 'first', now: START + SECOND },
      { id: 'second', now: START + 2 * SECOND },
      { id: 'third', now: START + 3 * SECOND },
      { id: 'last', now: START + 10 * SECOND },
    ],
    'each job sees its own due time as now',
  )
  t.equal(clock.now(), START + 10 * SECOND)
  t.ok(clock.frozen, 'a frozen clock stays frozen')
  await scheduler.advance(SECOND)
  t.strictSame(ran.at(-1), { id: 'late', now: START + 11 * SECOND })
})

t.test(
  'a job that is scheduled during an advance and due within it runs in that advance',
  async (t) => {
    const harness = newHarness(t, {
      async handle(job, now) {
        if (job.id === 'a') await harness.plan('b', now + 5 * SECOND, 'a lane that is new')
        if (job.id === 'b') await harness.plan('c', now)
        if (job.id === 'c') await harness.plan('d', now + DAY)
      },
    })
    await harness.plan('a', START + SECOND)
    await harness.scheduler.advance(10 * SECOND)
    t.strictSame(
      harness.ran.map(({ id, now }) => [id, (now - START) / SECOND]),
      [
        ['a', 1],
        ['b', 6],
        ['c', 6],
      ],
    )
  },
)

t.test('a job that reschedules itself runs again at its new time', async (t) => {
  const { scheduler, ran, records, plan } = newHarness(t, {
    async handle(job, now) {
      if (ran.length === 4) return
      const next = { ...job, id: `${job.id}'`, due: now + 2 ** ran.length * SECOND }
      await records.write([{ type: 'schedule', job: next }])
    },
  })
  await plan('a', START + SECOND)
  await scheduler.advance(DAY)
  t.strictSame(
    ran.map(({ now }) => (now - START) / SECOND),
    [1, 3, 7, 15],
  )
})

t.test('overdue jobs run first, and do not set the clock back', async (t) => {
  const { scheduler, clock, ran, plan } = newHarness(t)
  // In one turn: on a busy machine the first job could run before the second one is scheduled.
  await Promise.all([plan('two', START - 2 * SECOND), plan('three', START - 3 * SECOND, 'b')])
  await scheduler.settle()
  t.strictSame(ran, [
    { id: 'three', now: START },
    { id: 'two', now: START },
  ])
  await scheduler.advance(-SECOND)
  t.equal(clock.now(), START)
})

t.test('a job that was removed does not run', async (t) => {
  const { scheduler, ran, plan, drop } = newHarness(t, {
    handle: async (job) => {
      if (job.id === 'a') await drop('c')
    },
  })
  await plan('a', START + 1)
  await plan('b', START + 2)
  await plan('c', START + 3)
  await drop('b')
  await scheduler.advance(SECOND)
  t.strictSame(
    ran.map(({ id }) => id),
    ['a'],
    'neither b, removed before, nor c, removed on the way',
  )
})

t.test('many jobs with one due time all run, with limited concurrency in each lane', async (t) => {
  const running = new Map<string, number>()
  let most = 0
  const { scheduler, ran, plan, records } = newHarness(t, {
    async handle({ lane }) {
      running.set(lane, (running.get(lane) ?? 0) + 1)
      most = Math.max(most, running.get(lane)!)
      await records.write([])
      running.set(lane, running.get(lane)! - 1)
    },
  })
  for (let i = 0; i < 50; i++) await plan(`j${i}`, START + 1, `lane ${i % 2}`)
  await scheduler.advance(1)
  t.equal(new Set(ran.map(({ id }) => id)).size, 50)
  t.equal(ran.length, 50, 'each once')
  t.equal(most, 8)
})

t.test('advances run one after another', async (t) => {
  const { scheduler, clock, ran, plan } = newHarness(t)
  for (let i = 1; i <= 6; i++) await plan(`j${i}`, START + i * SECOND)
  await Promise.all([
    scheduler.advance(2 * SECOND),
    scheduler.advance(SECOND),
    scheduler.advance(2 * SECOND),
  ])
  t.equal(clock.now(), START + 5 * SECOND)
  t.strictSame(
    ran.map(({ id, now }) => `${id} at ${(now - START) / SECOND}`),
    ['j1 at 1', 'j2 at 2', 'j3 at 3', 'j4 at 4', 'j5 at 5'],
  )
})

t.test('a running clock continues from the time that it was advanced to', async (t) => {
  const { scheduler, clock, machine, ran, plan } = newHarness(t, { frozen: false })
  await plan('a', START + SECOND)
  await scheduler.advance(10 * SECOND)
  t.strictSame(ran, [{ id: 'a', now: START + SECOND }])
  t.notOk(clock.frozen)
  machine.now += 5
  t.equal(clock.now(), START + 10 * SECOND + 5)
})

t.test('a failing handler is reported and retried, and does not block others', async (t) => {
  const { scheduler, ran, reported, plan } = newHarness(t, {
    handle(job) {
      if (job.id === 'bad' && ran.filter(({ id }) => id === 'bad').length < 3)
        throw new Error('a fault')
    },
  })
  await plan('bad', START + 1)
  await plan('good', START + 1)
  await plan('later', START + 2)
  await scheduler.advance(SECOND)
  t.strictSame(
    ran.map(({ id }) => id),
    ['bad', 'good', 'later'],
  )
  t.match(reported, [{ message: 'a fault' }])
  await scheduler.advance(SECOND)
  t.equal(reported.length, 2)
  await scheduler.advance(SECOND)
  t.equal(ran.filter(({ id }) => id === 'bad').length, 3)
  await scheduler.advance(DAY)
  t.equal(ran.length, 5, 'and when it has succeeded, never again')
  t.equal(reported.length, 2)
})

t.test('a handler that always fails does not block an advance', async (t) => {
  const { scheduler, clock, reported, ran, plan } = newHarness(t, {
    handle(job) {
      if (job.id === 'bad') throw new Error('a fault')
    },
  })
  await plan('bad', START + 1)
  await plan('good', START + 29 * DAY)
  await scheduler.advance(30 * DAY)
  t.equal(clock.now(), START + 30 * DAY)
  t.equal(reported.length, 1)
  t.ok(ran.some(({ id }) => id === 'good'))
})

t.test('a job of an unknown kind is reported', async (t) => {
  const { scheduler, reported, plan, ran } = newHarness(t)
  await plan('x', START + 1, 'lane', 'unknown')
  await plan('y', START + 2)
  await scheduler.advance(SECOND)
  t.match(reported, [{ message: /unknown/ }])
  t.strictSame(
    ran.map(({ id }) => id),
    ['y'],
  )
})

t.test('a close ends an advance after its running jobs', async (t) => {
  const opened = gate()
  const ended: Job[] = []
  const { scheduler, ran, plan, until } = newHarness(t, {
    async handle(job) {
      await opened.promise
      ended.push(job)
    },
  })
  await plan('a', START + 1)
  await plan('b', START + 2)
  const advance = scheduler.advance(SECOND)
  await until(() => ran.length === 1)
  let closed = false
  const close = scheduler.close().then(() => {
    closed = true
  })
  await turns(5)
  t.notOk(closed, 'the job is still running')
  opened.resolve()
  await close
  t.equal(ended.length, 1, 'and has ended now')
  await advance
  t.strictSame(
    ran.map(({ id }) => id),
    ['a'],
    'the next one has not started',
  )
})
