import t from 'tap'
import { Answer } from '../http/answer.ts'
import { showsRecord } from './lists.ts'

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
