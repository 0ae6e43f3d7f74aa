import t from 'tap'
import { Answer } from './answer.ts'
import { Redactor } from './redactor.ts'
import { readable, record } from './traffic.ts'

const KEY = 'ah_sk_us_test_traffic-key-000000'
const redactor = new Redactor()
redactor.add('us.test', KEY)
const request = {
  method: 'POST',
  url: new URL(`http://h/p?k=${KEY}`),
  headers: { Authorization: `Bearer ${KEY}` },
  body: Buffer.from('{}'),
  alone: false,
}
const answer = (body: Buffer) =>
  new Answer({
    status: 200,
    statusLine: 'HTTP/1.1 200 OK',
    rawHeaders: ['X-Key', KEY],
    body,
    milliseconds: 1.4,
  })

t.test('an exchange is recorded without its secrets', async (t) => {
  const recorded = record('ask', request, answer(Buffer.from(`{"k":"${KEY}"}`)), redactor)
  t.notMatch(JSON.stringify(recorded), KEY)
  t.equal(recorded.request.headers[0]?.[1], 'Bearer [redacted us.test]')
  t.equal(recorded.answer?.body?.text, '{"k":"[redacted us.test]"}')
})

t.test('a key that crosses the end of the recorded text leaves no fragment', async (t) => {
  const long = Buffer.from('x'.repeat(64 * 1024 - 20) + KEY)
  const recorded = record('ask', request, answer(long), redactor)
  t.match(recorded.answer?.body, { cut: undefined, bytes: long.byteLength })
  t.notMatch(recorded.answer?.body?.text, /traffic/)
})

t.test('binary data is shown as length and hash only', async (t) => {
  const recorded = record(
    'ask',
    request,
    answer(Buffer.from([0xff, 0xd8, ...Buffer.from(KEY)])),
    redactor,
  )
  t.strictSame(Object.keys(recorded.answer!.body!), ['bytes', 'sha256'])
  t.match(readable(recorded, 1), /< \(34 bytes of binary data, sha256 [0-9a-f]{64}\)/)
})

t.test('an exchange for people', async (t) => {
  t.equal(
    readable(record('ask', request, answer(Buffer.from('a\u001bb')), redactor), 3),
    [
      '#3 ask',
      '  > POST http://h/p?k=[redacted us.test]',
      '  > Authorization: Bearer [redacted us.test]',
      '  >',
      '  > {}',
      '  < HTTP/1.1 200 OK   (1 ms)',
      '  < X-Key: [redacted us.test]',
      '  <',
      '  < a\\u{1b}b',
    ].join('\n'),
  )
  t.match(
    readable(record('ask', request, new Error(`lost ${KEY}`), redactor), 1),
    /! lost \[redacted us\.test\]$/,
  )
})
