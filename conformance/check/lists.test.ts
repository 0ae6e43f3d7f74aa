import t from 'tap'
import { Answer } from '../http/answer.ts'
import { recordsIn, showsRecord } from './lists.ts'

function list(json: unknown): Answer {
  const body = Buffer.from(JSON.stringify(json))
  return new Answer({ status: 200, statusLine: '', rawHeaders: [], milliseconds: 0, body })
}

t.test('a record is found by its id, whatever the type of ids is', async (t) => {
  t.ok(showsRecord(list({ data: [{ reference: 'app_1' }] }), 'app_1'))
  t.notOk(showsRecord(list({ data: [{ id: 'app_12' }] }), 'app_1'))
  t.ok(showsRecord(list({ data: [{ node: { id: 71 } }] }), '71'))
  t.ok(showsRecord(list({ data: [{ id: '71' }] }), '71'))
  t.notOk(showsRecord(list({ total: 71, data: [{ id: 171, note: '71' }] }), '71'))
})

t.test('the records are those under data, whatever else the response lists', async (t) => {
  const columns = [{ name: 'id' }]
  t.strictSame(recordsIn(list({ columns, data: [{ id: 'vs_1' }] })), [{ id: 'vs_1' }])
  t.strictSame(recordsIn(list({ columns, data: [] })), [], 'also if there are none')
  t.strictSame(recordsIn(list({ data: { items: [{ id: 'vs_1' }] } })), [{ id: 'vs_1' }])
  t.strictSame(recordsIn(list({ rows: [{ id: 'vs_1' }] })), [{ id: 'vs_1' }])
})
