import { once } from 'node:events'
import http from 'node:http'
import { createServer } from 'node:https'
import net from 'node:net'
import t, { type Test } from 'tap'
import { newAuthority, signedBy } from '../../fixtures/tls/certificate.ts'
import { HttpClient, NoAnswer } from './client.ts'
import type { HttpRequest } from './request.ts'

const LIMITS = { timeoutMs: 200, maxBytes: 1000 }

/** A server that writes these bytes for the first, second, ... request on any connection. */
async function serve(
  t: Test,
  ...scripts: string[]
): Promise<{ url: URL; asked: string[]; connections: () => number }> {
  const asked: string[] = []
  let connections = 0
  const server = net.createServer((socket) => {
    connections++
    socket
      .on('error', () => {})
      .on('data', (data) => {
        asked.push(data.toString())
        const script = scripts[Math.min(asked.length, scripts.length) - 1]!
        if (script === 'close') socket.destroy()
        else socket.write(script, 'latin1')
      })
    t.after(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/p`),
    asked,
    connections: () => connections,
  }
}

function client(t: Test): HttpClient {
  const made = new HttpClient(LIMITS)
  t.after(() => made.close())
  return made
}

const get = (url: URL, alone = false): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: undefined,
  alone,
})

t.test('header names, order, duplicates, status line and body are returned as sent', async (t) => {
  const { url } = await serve(
    t,
    'HTTP/1.1 404 Nobody Home\r\nX-b: 1\r\nx-A: 2\r\nX-B: 3\r\nContent-Length: 3\r\n\r\n{"\u00e9',
  )
  const answer = await client(t).send(get(url))
  t.strictSame(answer.rawHeaders, [
    ['X-b', '1'],
    ['x-A', '2'],
    ['X-B', '3'],
    ['Content-Length', '3'],
  ])
  t.equal(answer.statusLine, 'HTTP/1.1 404 Nobody Home')
  t.strictSame(
    [answer.header('x-b'), answer.headers('X-A'), answer.header('x-c')],
    ['1, 3', ['2'], undefined],
  )
  t.strictSame([...answer.body], [0x7b, 0x22, 0xe9])
  t.strictSame(
    [answer.text, answer.json],
    [undefined, undefined],
    'bytes that are not UTF-8 have no text',
  )
})

t.test('a redirect is a response', async (t) => {
  const { url, asked } = await serve(
    t,
    'HTTP/1.1 307 Elsewhere\r\nLocation: /q\r\nContent-Length: 0\r\n\r\n',
  )
  t.equal((await client(t).send(get(url))).status, 307)
  t.equal(asked.length, 1)
})

t.test('a body and its length are sent as they are', async (t) => {
  const { url, asked } = await serve(t, 'HTTP/1.1 204 Yes\r\n\r\n')
  await client(t).send({
    method: 'POST',
    url,
    headers: { 'X-Mine': 'a' },
    body: Buffer.from('{"__proto__":1}'),
    alone: true,
  })
  t.match(asked[0], /^POST \/p HTTP\/1\.1\r\n/)
  t.match(asked[0], /\r\nX-Mine: a\r\n/)
  t.match(asked[0], /\r\nContent-Length: 15\r\n/)
  t.match(asked[0], /\r\nConnection: close\r\n/i)
  t.match(asked[0], /\r\n\r\n\{"__proto__":1\}$/)
})

t.test('connections are reused, except for requests that need a new one', async (t) => {
  const { url, connections } = await serve(t, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  const http = client(t)
  await http.send(get(url))
  await http.send(get(url))
  t.equal(connections(), 1)
  await http.send(get(url, true))
  t.equal(connections(), 2)
})

t.test('a reused connection that was closed meanwhile is not a failure', async (t) => {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
  const { url, asked } = await serve(t, ok, 'close', ok)
  const http = client(t)
  await http.send(get(url))
  t.equal((await http.send(get(url))).status, 200)
  t.equal(asked.length, 3)
})

t.test(
  'idle connections that the server closes on their next request are no failure',
  async (t) => {
    let connections = 0
    const server = net.createServer((socket) => {
      connections++
      t.after(() => socket.destroy())
      let requests = 0
      socket.on('error', () => {})
      socket.on('data', () => {
        if (++requests > 1) return socket.destroy()
        // The first requests overlap, so that each gets its own connection.
        const answer = () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
        return connections > 5 ? answer() : setTimeout(answer, 50)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const url = new URL(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`)
    const http = client(t)
    await Promise.all(Array.from({ length: 5 }, () => http.send(get(url))))
    t.equal(connections, 5)
    t.equal((await http.send(get(url))).status, 200)
  },
)

t.test('an incomplete response has a helpful error', async (t) => {
  const cases: [string, RegExp][] = [
    ['HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab', /no complete response within 0\.2 s/],
    ['nonsense\r\n\r\n', /not HTTP\/1\.1/],
    ['close', /no response from http:\/\/127/],
    [`HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n${'a'.repeat(2000)}`, /sent more than/],
    ['HTTP/1.1 101 Hm\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', /switched protocols/],
  ]
  for (const [script, message] of cases) {
    const { url } = await serve(t, script)
    await t.rejects(client(t).send(get(url)), { name: 'NoAnswer', message })
  }
  await t.rejects(client(t).send(get(new URL('http://127.0.0.1:1/'))), {
    message:
      /nothing listens at http:\/\/127\.0\.0\.1:1: check the URL, and that the service is running/,
  })
  await t.rejects(client(t).send(get(new URL('http://no.such.name.invalid/'))), NoAnswer)
})

t.test('a request may allow more time than the client', async (t) => {
  const server = http.createServer((_, response) => {
    setTimeout(() => response.end('late'), 2 * LIMITS.timeoutMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = new URL(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`)
  const sender = client(t)
  await t.rejects(sender.send(get(url)), { message: /within 0\.2 s/ })
  const answer = await sender.send({ ...get(url), leastTimeoutMs: 50 * LIMITS.timeoutMs })
  t.equal(answer.text, 'late')
})

t.test('only the given certificate authority is trusted', async (t) => {
  const authority = newAuthority('Of a test')
  const { key, cert } = signedBy(authority, 'target', ['127.0.0.1'])
  const server = createServer({ key, cert }, (_request, response) => response.end('{}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const url = new URL(`https://127.0.0.1:${(server.address() as net.AddressInfo).port}/`)
  const trusting = new HttpClient({ ...LIMITS, ca: authority.cert })
  t.after(() => trusting.close())
  for (const alone of [false, true]) {
    t.equal((await trusting.send(get(url, alone))).status, 200)
    await t.rejects(client(t).send(get(url, alone)), { message: /is not trusted .*--ca-file/ })
  }
})

t.test(
  'an origin that times out three times in a row gets no further request; a response in between resets the count',
  async (t) => {
    const slow = 'HTTP/1.1 200 OK\r\n'
    const { url, asked } = await serve(
      t,
      slow,
      slow,
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      slow,
    )
    const http = client(t)
    const outcomes: string[] = []
    for (let i = 0; i < 8; i++) {
      outcomes.push(
        await http.send(get(url, true)).then(
          () => 'ok',
          (error: Error) => (error.message.startsWith('not sent') ? 'not sent' : 'slow'),
        ),
      )
    }
    t.strictSame(outcomes, ['slow', 'slow', 'ok', 'slow', 'slow', 'slow', 'not sent', 'not sent'])
    t.equal(asked.length, 6)
  },
)

t.test('a large body is sent once, if the server permits it late', async (t) => {
  const server = http.createServer()
  server.on('checkContinue', (request, response) => {
    setTimeout(() => {
      response.writeContinue()
      let bytes = 0
      request.on('data', (chunk: Buffer) => (bytes += chunk.byteLength))
      request.on('end', () => setTimeout(() => response.end(String(bytes)), 100))
    }, 1200)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const patient = new HttpClient({ timeoutMs: 10_000, maxBytes: 1000 })
  t.after(() => patient.close())
  const url = new URL(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`)
  const body = Buffer.alloc(2 * 1024 * 1024)
  const answer = await patient.send({ method: 'POST', url, headers: {}, body, alone: false })
  t.equal(answer.text, String(body.byteLength))
})

t.test('a large body is sent without Expect to a server that answers 417', async (t) => {
  const server = http.createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => (bytes += chunk.byteLength))
    request.on('end', () => response.end(String(bytes)))
  })
  const asked: unknown[] = []
  server.on('checkContinue', ({ headers }: http.IncomingMessage, response: http.ServerResponse) => {
    asked.push(headers.expect)
    response.writeHead(417).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const patient = new HttpClient({ timeoutMs: 10_000, maxBytes: 1000 })
  t.after(() => patient.close())
  const url = new URL(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`)
  const body = Buffer.alloc(2 * 1024 * 1024)
  const answer = await patient.send({ method: 'POST', url, headers: {}, body, alone: false })
  t.strictSame([answer.status, answer.text], [200, String(body.byteLength)])
  t.strictSame(asked, ['100-continue'])
})
