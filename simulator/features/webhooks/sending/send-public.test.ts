import nock from 'nock'
import t from 'tap'
import { newSender } from './send.ts'

// A test must not call a public receiver, so its responses and failures are simulated here.
const PUBLIC = 'https://93.184.215.14'
nock.disableNetConnect()
t.teardown(() => nock.restore())

t.test(
  'a public address is called without permission for loopback, with the given body and headers',
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

t.test('network failures are reported by a word of the closed list', async (t) => {
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
