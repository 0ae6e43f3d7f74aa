import t from 'tap'
import { OutcomeUnknown, StoreUnavailable, afterCommit } from './unavailable.ts'

t.test('a store that is lost after a commit leaves the outcome unknown', async (t) => {
  const lost = new StoreUnavailable('the connection was closed')
  await t.rejects(
    afterCommit(() => Promise.reject(lost)),
    OutcomeUnknown,
  )
  const other = new Error('another')
  await t.rejects(
    afterCommit(() => Promise.reject(other)),
    other,
  )
  t.equal(await afterCommit(() => 1), 1)
})
