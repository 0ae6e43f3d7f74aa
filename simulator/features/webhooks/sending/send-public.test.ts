import nock from 'nock'
import t from 'tap'
import { newSender } from './send.ts'

// A public receiver is what no test may really call, so its answers and failures are made here.
const PUBLIC = 'https://93.184.215.14'
nock.disableNetConnect()
t.teardown(() => nock.restore())

t.test(
  'a public address is called without leave for loopback, with the body and the headers as given',
  async (t) => {
    const { send, close } = newSender({ loopbackAllowed: false })
    t.teardown(close)
    const receiver = nock(PUBLIC, { reqheaders: { 'x-webhook-signature': 'v1=aa' } })
      .post('/hook', '{"a":1}')
      .reply(204)
    const attempt = await send(`${PUBLIC}/hook`, '{"a":1}', {
      'Content-Type': 'application/json',
      'X-Webhook-Signature': 'v1=aa',
    })
    t.match(attempt, { ok: true, httpCode: 204, errorCode: null })
    t.ok(receiver.isDone())
  },
)

t.test('failures on the way are told by a word of the closed list', async (t) => {
  const { send, close } = newSender({ loopbackAllowed: false })
  t.teardown(close)
  const failures: [string, string][] = [
    ['ETIMEDOUT', 'timeout'],
    ['EAI_AGAIN', 'dns_failure'],
    ['ECONNRESET', 'connection_failed'],
    ['EHOSTUNREACH', 'connection_failed'],
    ['CERT_HAS_EXPIRED', 'tls_failure'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failure'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failure'],
  ]
  for (const [code, expected] of failures) {
    nock(PUBLIC)
      .post('/')
      .replyWithError(Object.assign(new Error('secret words of the network'), { code }))
    t.match(
      await send(`${PUBLIC}/`, '{}', {}),
      { ok: false, httpCode: null, errorCode: expected },
      code,
    )
  }
})
