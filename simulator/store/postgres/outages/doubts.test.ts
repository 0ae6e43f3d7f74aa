import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { DatabaseProxy } from '../../../../torture/replicas/database-proxy.ts'
import { postgresAddress } from '../../testing/adapters.ts'
import { BUSY_LIMITS } from '../../testing/busy-limits.ts'
import { storeAddress } from '../address.ts'
import { Database } from '../database.ts'

const ANSWER_MS = 1000
const LATE = { name: 'StoreUnavailable', message: /no response/ }

async function opened(t: Test) {
  const { url } = await postgresAddress(t)
  const proxy = await DatabaseProxy.start(t, Number(new URL(url).port))
  const reports: unknown[] = []
  const database = await Database.open(storeAddress(url.replace(/:\d+\//, `:${proxy.port}/`)), {
    report: (error) => void reports.push(error),
    limits: { ...BUSY_LIMITS, answer: ANSWER_MS },
  })
  t.teardown(() => database.close())
  database.serve()
  const read = (seconds: number): Promise<unknown[]> =>
    database.read({ text: `SELECT 1, pg_sleep(${seconds})` })
  return { database, proxy, read, reports }
}

t.test('a slow statement fails alone while the server responds', async (t) => {
  const { database, read, reports } = await opened(t)
  const { period } = database
  const slow = t.rejects(read((3 * ANSWER_MS) / 1000), LATE)
  await sleep(ANSWER_MS / 2)
  const others = Promise.all([read(0.6), read(0.6), read(0.6)])
  await slow
  t.equal((await others).length, 3, 'statements that were waiting got their responses')
  t.equal((await read(0)).length, 1)
  t.notOk(database.lost || period.over)
  t.strictSame(reports, [], 'no outage is reported')
})

t.test('if idle connections are cut off, one statement fails', async (t) => {
  const { database, proxy, read } = await opened(t)
  await Promise.all([read(0.2), read(0.2), read(0.2), read(0.2)])
  proxy.silenceAll()
  await t.rejects(read(0), LATE)
  for (let i = 0; i < 4; i++) t.equal((await read(0)).length, 1, 'on a new connection')
  t.notOk(database.lost)
})

t.test('if the server responds on no connection, all statements fail at once', async (t) => {
  const { database, proxy, read, reports } = await opened(t)
  const recovered = new Promise<void>((resolve) => database.onRecovery(resolve))
  proxy.break('stall')
  await t.rejects(read(0), LATE)
  const until = Date.now() + 10 * ANSWER_MS
  while (!database.lost && Date.now() < until) await sleep(50)
  t.equal(reports.length, 1)
  const began = performance.now()
  await t.rejects(read(0), LATE)
  t.ok(performance.now() - began < ANSWER_MS / 2)
  proxy.heal()
  await recovered
  t.equal((await read(0)).length, 1)
})
