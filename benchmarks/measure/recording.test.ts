import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { startPeer } from './measure.ts'
import type { Call } from '../load/paths.ts'
import { callOnce, record, recorded } from './recording.ts'
import { tinyTarget } from '../self-test/tiny-target.ts'
import { ProcessGroup } from '../process/process-group.ts'

const GET: Call = {
  method: 'GET',
  path: '/v1/sessions/vs_1',
  headers: { authorization: 'Bearer key' },
}

const answered = (rawHeaders: string[]) => ({
  status: 201,
  rawHeaders,
  body: Buffer.from('four'),
  wireBytes: 0,
})

t.test('the peer replays the same status, headers and bytes', async (t) => {
  const bytes = Buffer.from(Array.from({ length: 999 }, (_, i) => i % 256))
  const baseUrl = await tinyTarget(t, (_request, response) => {
    const length = ['Content-Length', String(bytes.length)]
    response.writeHead(201, [
      'X-Request-Id',
      'req_1',
      'Content-Type',
      'image/jpeg',
      'x-lower',
      'a',
      ...length,
    ])
    response.end(bytes)
  })
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const real = await callOnce(baseUrl, GET)
  const peer = await startPeer(group, 'peer', await record(baseUrl, GET))
  const copy = await callOnce(peer.baseUrl, GET)
  t.equal(copy.status, 201)
  t.ok(copy.body.equals(bytes))
  t.equal(copy.wireBytes, real.wireBytes)
  const withoutDate = (raw: string[]) =>
    raw.map((text, i) => (raw[i - 1] === 'Date' ? 'now' : text))
  t.strictSame(
    withoutDate(copy.rawHeaders),
    withoutDate(real.rawHeaders),
    'in the same order and spelling',
  )
})

t.test('the peer keeps connections open for as long as the Keep-Alive header says', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const answer = recorded(answered(['Connection', 'keep-alive', 'Keep-Alive', 'timeout=72']))
  const { rawHeaders } = await callOnce((await startPeer(group, 'peer', answer)).baseUrl, GET)
  t.equal(rawHeaders[rawHeaders.indexOf('Keep-Alive') + 1], 'timeout=72')
})

t.test('a chunked response is replayed with its length', async (t) => {
  const { headers } = recorded(answered(['Transfer-Encoding', 'chunked', 'Date', 'now']))
  t.strictSame(headers, ['Content-Length', '4'])
})

t.test('the peer reads the whole body before it responds', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const { baseUrl } = await startPeer(group, 'peer', recorded(answered([])))
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  t.teardown(() => {
    socket.destroy()
  })
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  socket.write('POST /v1/sessions HTTP/1.1\r\nHost: peer\r\nContent-Length: 10\r\n\r\n01234')
  // Two complete calls on other connections happen meanwhile.
  for (let i = 0; i < 2; i++) t.equal((await callOnce(baseUrl, GET)).status, 201)
  t.equal(received, '')
  socket.write('56789')
  await once(socket, 'data')
  t.match(received, /^HTTP\/1\.1 201 Created\r\n/)
})

t.test('an error response is not recorded', async (t) => {
  const baseUrl = await tinyTarget(t, (_request, response) => {
    response.writeHead(404).end('{"code":"resource_not_found"}')
  })
  await t.rejects(
    record(baseUrl, GET),
    /GET \/v1\/sessions\/vs_1: expected a 2xx response to record, got 404 .*resource_not_found/,
  )
})

t.test('a server that does not respond is reported', async (t) => {
  const baseUrl = await tinyTarget(t, (request) => {
    request.socket.destroy()
  })
  await t.rejects(record(baseUrl, GET), /socket hang up|ECONNRESET/)
})
