import t from 'tap'
import { OwnFaults } from './fault-list.ts'

const given = {
  organization: null,
  operation: '*',
  match: {},
  effect: { status: 503 as const },
  created: 0,
  probability: null,
  times: 1,
}

t.test('new faults replace used-up faults, but not active ones', async (t) => {
  const faults = new OwnFaults()
  t.notOk(faults.any, 'without faults, nothing is checked')
  for (let i = 0; i < 1000; i++) t.equal(faults.add({ ...given, id: `flt_${i}` }), true)
  t.ok(faults.any)
  t.notOk(faults.add({ ...given, id: 'flt_more' }), 'the list is full')
  const second = faults.hit(({ id }) => id === 'flt_1', { requestId: 'req_1', at: 0 })
  t.ok(faults.add({ ...given, id: 'flt_new' }))
  const ids = faults.all().map(({ id }) => id)
  t.equal(ids.length, 1000)
  t.strictSame([ids[0], ids.includes(second!.id), ids.at(-1)], ['flt_0', false, 'flt_new'])
  t.notOk(faults.add({ ...given, id: 'flt_more' }))
  for (const { id } of faults.all())
    faults.hit((one) => one.id === id, { requestId: 'req_2', at: 0 })
  t.notOk(faults.any, 'all faults are used up')
})
