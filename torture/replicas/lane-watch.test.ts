import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { LaneWatch } from './lane-watch.ts'

const [FORMER, NEW] = [1, 2]

/** Keeps the process busy, so that the watch cannot look. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

t.test('a delivery is judged by the owners before and after it', async (t) => {
  let owner = FORMER
  const watch = new LaneWatch({ lanes: async () => [{ lane: 'lane', pid: owner }] })
  await sleep(50)
  owner = NEW
  const taken = performance.now() + 5
  block(100)
  await sleep(1200)
  const late = performance.now()
  const arrivals = [
    { lane: 'lane', at: taken, pid: NEW },
    { lane: 'lane', at: taken, pid: FORMER },
    { lane: 'lane', at: late, pid: FORMER },
    { lane: 'lane', at: late, pid: undefined },
    { lane: 'lane', at: late, pid: NEW },
  ]
  await watch.end()
  t.strictSame(watch.unowned(arrivals), [arrivals[2]])
})

t.test(
  'a failed look at the owners rejects the end of the watch, and nothing before',
  async (t) => {
    const lanes = async (): Promise<never> => {
      throw new Error('the database is gone')
    }
    const watch = new LaneWatch({ lanes })
    await sleep(50)
    await t.rejects(watch.end(), { message: 'the database is gone' })
  },
)
