import t from 'tap'
import { storeAddress } from '../../store/postgres/address.ts'
import type { Database } from '../../store/postgres/database.ts'
import { openPostgres } from '../../store/postgres/postgres.ts'
import { BUSY_LIMITS } from '../../store/testing/busy-limits.ts'
import { OutcomeUnknown } from '../../store/unavailable.ts'
import { emptyDatabase } from '../testing.ts'
import { ClockMark } from './clock-mark.ts'
import type { LaneNotifier } from './lane-notifier.ts'

const SLOT = 1

t.test('a mark whose commit had no response does not stay', async (t) => {
  const { database } = await openPostgres(
    storeAddress(await emptyDatabase(t)),
    t.error,
    BUSY_LIMITS,
  )
  t.teardown(() => database.close())
  let isLost = true
  const losing = {
    write: async (...statement: Parameters<Database['write']>) => {
      const rows = await database.write(...statement)
      if (isLost) throw new OutcomeUnknown('the connection was cut')
      return rows
    },
  } as Database
  const mark = new ClockMark(losing, { send: async () => undefined } as unknown as LaneNotifier)
  const marked = async () => {
    const [row] = await database.read<[number | null]>({ text: 'SELECT advancing FROM world' })
    return row![0]
  }
  const lost = mark.holding(SLOT, async () => t.fail('the task runs'))
  await t.rejects(lost, { name: 'OutcomeUnknown' })
  isLost = false
  await mark.removeRest()
  t.equal(await marked(), null)
  await mark.holding(SLOT, async () => t.equal(await marked(), SLOT))
  t.equal(await marked(), null)
})
