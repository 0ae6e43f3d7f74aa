import t from 'tap'
import { withIdUnknownTo } from './counted-ids.ts'

/** Counts up from a number, as a region does. */
const region = (last: number) => {
  const make = async (): Promise<{ id: string }> => ({ id: String(++last) })
  return { make, makeOwn: async () => (await make()).id }
}

t.test('a numeric id is greater than those of the caller', async (t) => {
  const busy = region(900)
  t.strictSame(await withIdUnknownTo(region(7).makeOwn, busy.make), { id: '901' })
  t.strictSame(await withIdUnknownTo(region(900).makeOwn, busy.make), { id: '905' })
  const first = 2n ** 53n
  const large = (last: bigint) => async () => ({ id: String(++last) })
  t.strictSame(await withIdUnknownTo(async () => String(first), large(first)), {
    id: String(first + 4n),
  })
  const shared = region(40)
  t.strictSame(await withIdUnknownTo(shared.makeOwn, shared.make), { id: '46' })
})

t.test('the check is blocked if the owner has too few records', async (t) => {
  await t.rejects(withIdUnknownTo(region(5000).makeOwn, region(3).make), {
    name: 'Blocked',
    message: 'the id 23 may name another record of the caller: its newest id is 5001',
  })
})

t.test('a number that is not counted names one record', async (t) => {
  const drawn = ['875192409921414947', '9944276669349859007', '75301', '75302']
  const make = async () => ({ id: String(drawn.shift()) })
  const newest = async () => '9999999999999999999'
  t.strictSame(await withIdUnknownTo(newest, make), { id: '9944276669349859007' })
  t.strictSame(await withIdUnknownTo(async () => '3', make), { id: '75301' })
})

t.test('other ids need no second record', async (t) => {
  const none = async (): Promise<string> => t.fail('makes a record of the caller') as never
  t.strictSame(await withIdUnknownTo(none, async () => ({ id: 'app_42' })), { id: 'app_42' })
})
