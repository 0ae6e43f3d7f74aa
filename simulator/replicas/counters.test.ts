import pg from 'pg'
import t from 'tap'
import { storeAddress } from '../store/postgres/address.ts'
import { Database } from '../store/postgres/database.ts'
import { migrate } from '../store/postgres/schema.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import { Counters } from './counters.ts'

const server = await startPostgres()
t.teardown(() => server.stop())
const store = await server.database('counters')
const database = await Database.open(storeAddress(store), {
  report: (error) => t.fail(String(error)),
  limits: BUSY_LIMITS,
})
t.teardown(() => database.close())
await migrate(database)
const counters = new Counters(database)
const place = (key: string) => ({ key, windowMs: 3_600_000, budget: 100 })

t.test('counters that are forgotten while requests count lead to no deadlock', async (t) => {
  // They lie in the table in another order than that of their keys.
  for (const key of ['c', 'b', 'a']) await counters.take(place(key))
  const holder = new pg.Client({ connectionString: store })
  await holder.connect()
  t.teardown(() => holder.end())
  const waiting = async (count: number): Promise<void> => {
    for (;;) {
      const [row] = await database.read<[number]>({
        text: "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
      })
      if (row![0] === count) return
    }
  }
  await holder.query("BEGIN; SELECT FROM vskit.rate WHERE key = 'b' FOR UPDATE")
  const forgotten = counters.forget('')
  await waiting(1)
  const taken = Promise.all([counters.take(place('a')), counters.take(place('c'))])
  await waiting(2)
  await holder.query('COMMIT')
  await forgotten
  t.strictSame(
    (await taken).map(({ granted }) => granted),
    [true, true],
  )
})

t.test('windows are deleted a minute after their end, and earlier ones count on', async (t) => {
  const minute = { key: 'minute', windowMs: 60_000, budget: 1 }
  const keys = async () =>
    (await database.read<[string]>({ text: 'SELECT key FROM vskit.rate ORDER BY key' })).flat()
  const setTime = (ms: number) =>
    database.write({ text: `UPDATE vskit.world SET frozen_at = ${ms}` }, [])
  await counters.forget('')
  await setTime(Date.UTC(2026, 0, 1, 12, 15))
  await counters.take(minute)
  await counters.take(place('hour'))
  await counters.expire()
  t.strictSame(await keys(), ['hour', 'minute'])
  t.equal((await counters.take(minute)).granted, false)
  await setTime(Date.UTC(2026, 0, 1, 12, 17))
  await counters.expire()
  t.strictSame(await keys(), ['hour', 'minute'])
  await setTime(Date.UTC(2026, 0, 1, 12, 17) + 1)
  await counters.expire()
  t.strictSame(await keys(), ['hour'])
})
