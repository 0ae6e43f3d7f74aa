import t from 'tap'
import { hurryAdvances } from './hurry-advances.ts'
import { Abandoned } from './scheduler.ts'
import { START, gate, newHarness } from './testing/harness.ts'

const SECOND = 1000

t.test('advances end early while a task waits for them, and their jobs stay due', async (t) => {
  let running = gate()
  const { scheduler, clock, ran, plan, until } = newHarness(t, { handle: () => running.promise })
  for (const [i, id] of ['a', 'b', 'c'].entries()) await plan(id, START + i * SECOND)
  const first = scheduler.advance(10 * SECOND)
  const second = scheduler.advance(10 * SECOND)
  await until(() => ran.length === 1)
  const interrupt = (): void => running.reject(new Abandoned('interrupted'))
  const ended = await hurryAdvances(scheduler, interrupt, () => Promise.all([first, second]))
  t.equal(ended.length, 2)
  t.equal(clock.now(), START + 20 * SECOND)
  t.strictSame(
    ran.map(({ id }) => id),
    ['a'],
  )
  running = gate()
  running.resolve()
  await scheduler.settle()
  t.strictSame(
    ran.map(({ id }) => id),
    ['a', 'a', 'b', 'c'],
    'the jobs run afterwards',
  )
})

t.test('without an advance, no job is interrupted', async (t) => {
  const slow = gate()
  const { scheduler, ran, plan, until } = newHarness(t, {
    frozen: false,
    handle: () => slow.promise,
  })
  await plan('a', START)
  await until(() => ran.length === 1)
  let interrupts = 0
  const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200))
  await hurryAdvances(scheduler, () => interrupts++, task)
  t.equal(interrupts, 0)
  slow.resolve()
})
