import t from 'tap'
import { hasStatus } from './log-queries.ts'

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
