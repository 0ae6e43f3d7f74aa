import t from 'tap'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const server = await startPostgres()
t.teardown(() => server.stop())

const STORES = { 'in memory': undefined, 'in PostgreSQL': await server.database('clock_moves') }

for (const [place, store] of Object.entries(STORES))
  t.test(`GAP-WINDOW-ALIGNMENT a clock that is set back, ${place}`, async (t) => {
    const world = roomyWorld((organization) => {
      organization.budgets!.reads = 2
    })
    const simulator = await simulatorFor(t, {
      world: { ...world, ip_limit: 2 },
      ...(store !== undefined && { store, storeLimits: BUSY_LIMITS }),
    })
    const setTime = (time: string) =>
      client(simulator, undefined, 'control')('POST', '/control/v1/clock/set', {
        at: `2026-01-01T${time}Z`,
      })
    /** Sends requests until one is refused. @returns the number of the others */
    const served = async (key: string): Promise<number> => {
      for (let count = 0; ; count++)
        if ((await client(simulator, key)('GET', '/v1/sessions')).status === 429) return count
    }
    const budgets = async (): Promise<number[]> => [
      await served(demoKey('org_acme')),
      await served('nobody'),
    ]
    await client(simulator, undefined, 'control')('POST', '/control/v1/clock/freeze', {})
    await setTime('12:00:10')
    t.equal(await served(demoKey('org_acme')), 2)
    await setTime('12:01:50')
    t.strictSame(await budgets(), [2, 2])
    await setTime('12:01:05')
    t.equal(await served('nobody'), 0, 'the same window counts on')
    await setTime('12:00:50')
    t.strictSame(await budgets(), [2, 2], 'an earlier window starts with its whole budget')
    await setTime('12:01:00')
    t.strictSame(await budgets(), [2, 2], 'a later one too')
  })
