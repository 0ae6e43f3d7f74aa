import t from 'tap'
import { cursorIn, hasNoExtraRow, hasStatus } from './log-queries.ts'

t.test('a row shows the HTTP status as a number or as text', async (t) => {
  for (const value of [
    503,
    '503',
    '503 Service Unavailable',
    'HTTP/1.1 503',
    'http 503',
    'HTTP 503 x',
  ])
    t.ok(hasStatus({ result: value }, 503), String(value))
  for (const value of [502, '5030', '1503', '503ms', '503.2', 'row 503', null, true, [504]])
    t.notOk(hasStatus({ result: value }, 503), String(value))
  t.ok(hasStatus({ result: { code: 503 } }, 503), 'also inside')
})

t.test(
  'a cursor is a text, a number, the id of the last row or a parameter of an address',
  async (t) => {
    const paging = { list_limit: 'size', list_cursor: 'after', list_next: 'next' }
    const inNext = (next: unknown) => cursorIn({ json: { next } }, paging)
    t.equal(inNext('a1+/?b=='), 'a1+/?b==')
    t.equal(inNext(17), '17')
    for (const address of [
      'https://api.example/v1/webhook-events?size=1&after=a1%2B%2F%3D',
      '/v1/webhook-events?after=a1%2B%2F%3D&size=1',
      '?after=a1%2B%2F%3D',
    ])
      t.equal(inNext(address), 'a1+/=', address)
    for (const end of [null, undefined, '', false]) t.equal(inNext(end), undefined, String(end))
    const rows = { json: { rows: [{ id: 'r1' }, { id: 'r2' }] } }
    t.equal(cursorIn(rows, { ...paging, list_next: 'rows.-1.id' }), 'r2')
  },
)

t.test('an attempt that timed out before the receiver saw it has a row', async (t) => {
  const rows = [{ http: 503 }, { http: null, problem: 'timed_out' }, { http: 200 }]
  t.ok(hasNoExtraRow(rows, 2))
  t.notOk(hasNoExtraRow([...rows, { http: 200 }], 2), 'a second row of an answered attempt')
})
