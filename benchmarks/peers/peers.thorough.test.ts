import t from 'tap'
import type { Call } from '../load/paths.ts'
import { type RecordedAnswer, callOnce, headerOf } from '../measure/recording.ts'
import { tinyTarget } from '../self-test/tiny-target.ts'
import { ProcessGroup } from '../process/process-group.ts'
import { startContender } from './peers.ts'
import { prismCall } from './prism.ts'

const KEY = 'ah_sk_us_test_of-the-peers'
const CALL: Call = {
  method: 'GET',
  path: '/v1/sessions/vs_1',
  headers: { authorization: `Bearer ${KEY}` },
}
const BODY = '{"error":{"code":"rate_limit_exceeded"}}'
const answer = (status: number): RecordedAnswer => ({
  status,
  headers: ['Content-Type', 'application/json', 'X-Request-Id', 'req_1', 'X-RateLimit-Limit', '7'],
  body: Buffer.from(BODY).toString('base64'),
  keepAliveMs: 5000,
  wireBytes: 0,
})

t.test('Fastify checks the key and the limit, and sends the same response', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const context = {
    group,
    core: undefined,
    call: CALL,
    answer: answer(200),
    key: KEY,
    targetUrl: '',
  }
  const { server, expected } = await startContender('Fastify with plugins', context)
  const good = await callOnce(server.baseUrl, CALL)
  t.strictSame(
    [good.status, good.body.toString(), headerOf(good.rawHeaders, 'x-request-id')],
    [200, BODY, 'req_1'],
  )
  t.equal(headerOf(good.rawHeaders, 'x-ratelimit-limit'), '1000000000', 'added by the plugin')
  t.ok(Math.abs(expected.wireBytes! - good.wireBytes) <= 2, 'a counter may be a digit shorter')
  const stranger = await callOnce(server.baseUrl, {
    ...CALL,
    headers: { authorization: 'Bearer other' },
  })
  t.equal(stranger.status, 401)
})

t.test('Fastify rejects requests where refusals are measured', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const call: Call = { ...CALL, expects: 'refusal' }
  const context = { group, core: undefined, call, answer: answer(429), key: KEY, targetUrl: '' }
  const { server } = await startContender('Fastify with plugins', context)
  const refused = await callOnce(server.baseUrl, call)
  t.equal(refused.status, 429)
  t.match(JSON.parse(refused.body.toString()), { error: { code: 'rate_limit_exceeded' } })
})

t.test('Prism needs a contract', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const targetUrl = await tinyTarget(t, (_request, response) => {
    response.writeHead(404).end()
  })
  const context = { group, core: undefined, call: CALL, answer: answer(200), key: KEY, targetUrl }
  await t.rejects(
    startContender('Prism', context),
    /no \/openapi\.json \(404\)|npm install --save-dev/,
  )
  t.equal(group.pids.length, 0)
  t.equal(prismCall({ ...CALL, expects: 'refusal' }).headers.prefer, 'code=429')
  t.equal(prismCall(CALL), CALL)
})
