import t from 'tap'
import { storeAddress } from './address.ts'
import { openPostgres } from './postgres.ts'
import { BUSY_LIMITS } from '../testing/busy-limits.ts'
import { startPostgres } from '../testing/postgres-server.ts'

const ROUNDS = 3

t.test('a place is not given out again after a crash of the database server', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const address = storeAddress(await server.database('places'))
  const open = () => openPostgres(address, () => undefined, BUSY_LIMITS)
  let last = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { database, records } = await open()
    const place = await records.reserve()
    await server.kill()
    t.ok(place > last, `${place} after ${last}`)
    last = place
    await database.close()
    await server.restart()
  }
})
