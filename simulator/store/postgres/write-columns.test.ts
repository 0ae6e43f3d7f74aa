import t from 'tap'
import type { Names } from './names.ts'
import { Columns } from './write-columns.ts'

t.test('each lease of a group is demanded once', async (t) => {
  const columns = new Columns({} as Names, undefined, 0)
  const fences = [
    { lane: 1, owner: 7, fence: '5' },
    { lane: 2, owner: 7, fence: '6' },
    // Another lease of the first lane, with the fence of the second lane.
    { lane: 1, owner: 7, fence: '6' },
  ]
  for (const fence of [...fences, ...fences]) columns.demand(fence)
  const [, , lanes, , numbers] = columns.values
  t.strictSame(
    [lanes, numbers],
    [
      [1, 2, 1],
      ['5', '6', '6'],
    ],
  )
})
