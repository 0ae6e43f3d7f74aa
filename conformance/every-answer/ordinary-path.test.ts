import t from 'tap'
import { isOrdinary } from './ordinary-path.ts'

t.test('ids of any visible characters are ordinary', async (t) => {
  for (const id of [
    'vs_1',
    'vs_A~b.c-d',
    'vs_=d%3Dd',
    "vs_(x)!*':@&+$,;",
    'vs_%24%26%2B',
    'v'.repeat(300),
  ])
    t.ok(isOrdinary(`/v1/sessions/${id}/report.pdf?a=b`), id)
})

t.test('paths that a service may reject as malformed are not ordinary', async (t) => {
  for (const id of ['%00', 'a%20b', 'a%0A', '%2e%2f', 'a%5cb', '%', 'caf%C3%A9', 'v'.repeat(600)])
    t.notOk(isOrdinary(`/v1/sessions/${id}`), id)
})
