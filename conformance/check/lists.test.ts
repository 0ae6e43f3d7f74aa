import t from 'tap'
import type { Answer } from '../http/answer.ts'
import { showsRecord } from './lists.ts'

const list = (json: unknown): Answer =>
  ({ status: 200, json, text: JSON.stringify(json), wrappers: [] as string[] }) as unknown as Answer

t.test('a record is found by its id, whatever the type of ids is', async (t) => {
  t.ok(showsRecord(list({ data: [{ reference: 'app_1' }] }), 'app_1'))
  t.notOk(showsRecord(list({ data: [{ id: 'app_12' }] }), 'app_1'))
  t.ok(showsRecord(list({ data: [{ node: { id: 71 } }] }), '71'))
  t.ok(showsRecord(list({ data: [{ id: '71' }] }), '71'))
  t.notOk(showsRecord(list({ total: 71, data: [{ id: 171, note: '71' }] }), '71'))
})
