import { join } from 'node:path'
import t from 'tap'
import { DELIVERY } from '../features/webhooks/deliveries.ts'
import { DISPATCH, type DispatchRecord } from '../features/webhooks/events.ts'
import type { Put } from '../store/records.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { addRecords } from './records-files.ts'

const put = (scope: string, kind: string, id: string, body: object = {}): Put => ({
  type: 'put',
  scope,
  kind,
  id,
  body,
  ifVersion: 0,
})

t.test('the first attempt of a joined delivery is logged at a free place', async (t) => {
  const folder = t.testdir()
  const [us, eu] = ['us', 'eu'].map((name) => join(folder, name)) as [string, string]
  const first = openSqlite(us)
  await first.write(Array.from({ length: 5 }, (_, i) => put('us/test/a', 'session', `vs_${i}`)))
  await first.close()
  const second = openSqlite(eu)
  await second.write(Array.from({ length: 3 }, (_, i) => put('eu/test/b', 'session', `vs_eu_${i}`)))
  const place = await second.reserve()
  await second.write([put('eu/test/b', DISPATCH, 'dsp_1', { id: 'dsp_1', place })])
  await second.close()

  addRecords(us, eu)
  const joined = openSqlite(us)
  t.teardown(() => joined.close())
  const dispatch = (await joined.read('eu/test/b', DISPATCH, 'dsp_1'))!
  const { place: seq } = dispatch.body as DispatchRecord
  t.equal(seq, dispatch.seq - 1, 'before the delivery itself')
  await t.resolves(joined.write([{ ...put('eu/test/b', DELIVERY, 'dlv_1'), seq }]))
})
