import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Server, createServer } from 'node:https'
import { type AddressInfo, type Socket, createServer as createTcpServer } from 'node:net'
import t, { type Test } from 'tap'
import { selfSigned } from '../../../../fixtures/tls/certificate.ts'
import { type DeliveryError, type SendOptions, newSender } from './send.ts'

const certificate = selfSigned('receiver.example', ['receiver.example'])

interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** An attempt without a response. */
const unanswered = (errorCode: DeliveryError) => ({ ok: false, httpCode: null, errorCode })

/** A receiver on this machine. @param answer handles the request once it is read */
async function receiver(
  t: Test,
  answer: (response: ServerResponse, request: IncomingMessage) => void,
) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer(certificate, (request, response) => {
    sockets.add(request.socket)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method: method!, url: url!, headers, body: Buffer.concat(parts) })
      answer(response, request)
    })
  })
  const port = await listening(t, server)
  t.teardown(() => server.closeAllConnections())
  return { url: `https://127.0.0.1:${port}/hook?x=1`, port, received, sockets }
}

async function listening(
  t: Test,
  server: Pick<Server, 'listen' | 'close' | 'address' | 'once'>,
): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server as Server, 'listening')
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

/** A TCP server with any behaviour. */
async function tcp(t: Test, connection: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    connection(socket)
  })
  return `https://127.0.0.1:${await listening(t, server as unknown as Server)}/`
}

function sender(t: Test, options: Partial<SendOptions> = {}) {
  const made = newSender({ loopbackAllowed: true, timeoutMs: 5000, ...options })
  t.teardown(() => made.close())
  return made.send
}

t.test('EVT-001 body and headers arrive unchanged, by POST', async (t) => {
  const { url, received } = await receiver(t, (response) => response.end('thanks'))
  const body = '{"name":"ž","pad":"' + 'x'.repeat(100_000) + '"}'
  const attempt = await sender(t)(url, body, {
    'Content-Type': 'application/json',
    'X-Webhook-Signature': 'v1=ab',
  })
  t.match(attempt, { ok: true, httpCode: 200, errorCode: null })
  t.ok(Number.isInteger(attempt.latencyMs) && attempt.latencyMs >= 0)
  const headers = { 'content-type': 'application/json', 'x-webhook-signature': 'v1=ab' }
  t.match(received, [{ method: 'POST', url: '/hook?x=1', headers }])
  t.equal(received[0]!.body.toString(), body)
  t.equal(received[0]!.headers['content-length'], String(Buffer.byteLength(body)))
})

t.test('credentials in the URL are sent, and not part of the host', async (t) => {
  const { port, received } = await receiver(t, (response) => response.end())
  await sender(t)(`https://ann:p%40ss@127.0.0.1:${port}/`, '{}', {})
  t.match(received, [
    { headers: { host: `127.0.0.1:${port}`, authorization: `Basic ${btoa('ann:p@ss')}` } },
  ])
})

t.test(
  'attempts at the same receiver share a connection, those at another name do not',
  async (t) => {
    const { port, received, sockets } = await receiver(t, (response) => response.end())
    const send = sender(t)
    for (let i = 0; i < 3; i++) await send(`https://127.0.0.1:${port}/${i}`, '{}', {})
    t.equal(sockets.size, 1)
    await send(`https://localhost:${port}/`, '{}', {})
    t.equal(sockets.size, 2)
    t.equal(received.length, 4)
  },
)

t.test('an idle connection is closed before the time that the receiver announced', async (t) => {
  const { url, sockets } = await receiver(t, (response) => {
    response.setHeader('Keep-Alive', 'timeout=2').end()
  })
  const send = sender(t)
  await send(url, '{}', {})
  await send(url, '{}', {})
  t.equal(sockets.size, 1)
  const [socket] = sockets
  const idle = performance.now()
  await once(socket!, 'close')
  t.ok(performance.now() - idle < 2000, 'before the receiver may close it')
  t.match(await send(url, '{}', {}), { ok: true })
  t.equal(sockets.size, 2)
})

t.test('DLV-003 DLV-006 the status of the response decides', async (t) => {
  const table: [number, string | null][] = [
    [200, null],
    [201, null],
    [204, null],
    [299, null],
    [300, 'redirect_refused'],
    [304, 'redirect_refused'],
    [400, 'http_4xx'],
    [404, 'http_4xx'],
    [410, 'http_4xx'],
    [429, 'http_4xx'],
    [500, 'http_5xx'],
    [503, 'http_5xx'],
    [599, 'http_5xx'],
    [600, 'http_5xx'],
    [999, 'http_5xx'],
  ]
  let status = 200
  const { url, received } = await receiver(t, (response) => response.writeHead(status).end())
  const send = sender(t)
  for (const [code, errorCode] of table) {
    status = code
    t.match(
      await send(url, '{}', {}),
      { ok: errorCode === null, httpCode: code, errorCode },
      String(code),
    )
  }
  t.equal(received.length, table.length)
})

t.test('a status below 100 counts as an error of the server', async (t) => {
  const { url } = await receiver(t, (response) => {
    response.socket!.end('HTTP/1.1 099 Early\r\nContent-Length: 0\r\n\r\n')
  })
  t.match(await sender(t)(url, '{}', {}), { ok: false, errorCode: 'http_5xx' })
})

t.test('a redirect is not followed', async (t) => {
  const other = await receiver(t, (response) => response.end())
  const { url } = await receiver(t, (response) =>
    response.writeHead(307, { Location: other.url }).end(),
  )
  t.match(await sender(t)(url, '{}', {}), {
    ok: false,
    httpCode: 307,
    errorCode: 'redirect_refused',
  })
  t.strictSame(other.received, [])
})

t.test('a receiver that takes too long is a failed attempt', async (t) => {
  const send = sender(t, { timeoutMs: 150 })
  const silent = await receiver(t, () => undefined)
  t.match(await send(silent.url, '{}', {}), unanswered('timeout'), 'that does not respond')
  t.equal(silent.received.length, 1)
  const deaf = await tcp(t, () => undefined)
  t.match(await send(deaf, '{}', {}), unanswered('timeout'), 'that sends nothing at all')
})

t.test('an endless response is not awaited', async (t) => {
  const ended = Promise.withResolvers<void>()
  const stuck = await receiver(t, (response) => {
    response.writeHead(200).write('and then')
    response.once('close', () => ended.resolve())
  })
  const hurried = sender(t, { timeoutMs: 1000 })
  t.match(await hurried(stuck.url, '{}', {}), { ok: true, httpCode: 200 }, 'the status is enough')
  await ended.promise
  let sent = 0
  const dropped = Promise.withResolvers<void>()
  const flood = await receiver(t, (response) => {
    const more = (): void => {
      sent += 16_384
      if (!response.destroyed) response.write('x'.repeat(16_384), more)
    }
    response.on('close', () => dropped.resolve())
    more()
  })
  t.match(await sender(t)(flood.url, '{}', {}), { ok: true, httpCode: 200 })
  await dropped.promise
  t.ok(sent < 2 ** 25, `the connection ends, after ${sent} bytes and those in flight`)
})

t.test('a broken connection is a failed attempt', async (t) => {
  const send = sender(t)
  const reset = await receiver(t, (_response, request) => request.socket.destroy())
  t.match(await send(reset.url, '{}', {}), unanswered('connection_failed'), 'after the request')
  const hangsUp = await tcp(t, (socket) => socket.destroy())
  t.match(await send(hangsUp, '{}', {}), unanswered('connection_failed'), 'before it')
  const closed = createTcpServer()
  closed.listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  t.match(
    await send(`https://127.0.0.1:${port}/`, '{}', {}),
    unanswered('connection_failed'),
    'nobody listens',
  )
})

t.test('a receiver without TLS is a failed attempt', async (t) => {
  const send = sender(t)
  const plain = await tcp(t, (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  t.match(await send(plain, '{}', {}), unanswered('tls_failure'))
  const noise = await tcp(t, (socket) => socket.write(Buffer.alloc(600, 0xaa)))
  t.match(await send(noise, '{}', {}), unanswered('tls_failure'))
})

t.test('a response that is not HTTP is a failed attempt', async (t) => {
  const { url } = await receiver(t, (_response, request) =>
    request.socket.end('no such protocol\r\n\r\n'),
  )
  t.match(await sender(t)(url, '{}', {}), unanswered('connection_failed'))
})

t.test('receivers on this machine are called only if allowed', async (t) => {
  const { port, received } = await receiver(t, (response) => response.end())
  const send = sender(t, { loopbackAllowed: false })
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '127.1',
    '0x7f000001',
    '2130706433',
  ]) {
    t.match(await send(`https://${host}:${port}/`, '{}', {}), unanswered('blocked_address'), host)
  }
  const all = sender(t)
  for (const host of [
    '0.0.0.0',
    '[::]',
    '10.0.0.1',
    '169.254.169.254',
    '[fe80::1]',
    '[::ffff:10.0.0.1]',
  ]) {
    t.match(
      await all(`https://${host}:${port}/`, '{}', {}),
      unanswered('blocked_address'),
      `${host}, even then`,
    )
  }
  t.strictSame(received, [])
  t.match(await all(`https://localhost:${port}/`, '{}', {}), { ok: true }, 'a name of this machine')
})

t.test('a host name that does not resolve is a failed attempt', async (t) => {
  t.match(await sender(t)('https://receiver.invalid/', '{}', {}), unanswered('dns_failure'))
})

t.test('a URL that is not https fails like a connection', async (t) => {
  const { port, received } = await receiver(t, (response) => response.end())
  for (const url of [`http://127.0.0.1:${port}/`, 'no address', '']) {
    t.match(await sender(t)(url, '{}', {}), unanswered('connection_failed'), url)
  }
  t.strictSame(received, [])
})

t.test('many concurrent attempts all arrive', async (t) => {
  const { url, received } = await receiver(t, (response) => response.end())
  const send = sender(t)
  const attempts = await Promise.all(
    Array.from({ length: 50 }, (_, i) => send(url, `{"n":${i}}`, {})),
  )
  t.ok(attempts.every(({ ok }) => ok))
  t.equal(new Set(received.map(({ body }) => body.toString())).size, 50)
})

t.test('a receiver that switches protocols has failed at once', async (t) => {
  const { url } = await receiver(t, (_response, { socket }) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  )
  t.match(await sender(t)(url, '{}', {}), unanswered('connection_failed'))
})
