import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import t, { type Test } from 'tap'
import { newCertificate } from '../receiver/certificate.ts'
import { type RawError, sendRaw } from './raw.ts'

const LIMITS = { timeoutMs: 2000, maxBytes: 1000 }

/** A server that writes these pieces, one after the other, and then ends or waits. */
async function serve(t: Test, pieces: string[], then: 'ends' | 'waits' = 'waits'): Promise<URL> {
  const server = net.createServer((socket) => {
    t.after(() => socket.destroy())
    socket
      .on('error', () => {})
      .once('data', () => {
        const next = (i: number): void => {
          if (i < pieces.length) socket.write(pieces[i]!, 'latin1', () => setImmediate(next, i + 1))
          else if (then === 'ends') socket.end()
        }
        next(0)
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/p?q=1`)
}

const ask = async (url: URL, method = 'GET', limits = LIMITS) =>
  sendRaw({ method, url, headers: { 'X-Mine': '1' }, body: undefined, alone: true }, limits)

const kindOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'an answer',
    (error: RawError) => error.kind,
  )

t.test('the response is the same for single bytes and for one chunk', async (t) => {
  const text =
    'HTTP/1.1 404  Nobody  Home\r\nX-b:1\r\nx-A: \t2 \r\nX-b: 3\r\nContent-Length: 4\r\n\r\n\r\n\u00e9!junk'
  for (const pieces of [[text], [...text]]) {
    const answer = await ask(await serve(t, pieces))
    t.equal(answer.statusLine, 'HTTP/1.1 404  Nobody  Home', 'spaces are kept')
    t.strictSame(answer.rawHeaders, [
      ['X-b', '1'],
      ['x-A', '2'],
      ['X-b', '3'],
      ['Content-Length', '4'],
    ])
    t.equal(answer.body.toString('latin1'), '\r\n\u00e9!')
    t.ok(answer.milliseconds > 0)
  }
})

t.test('a body ends by its length, its last chunk, or the connection', async (t) => {
  const cases: [string, 'ends' | 'waits', string][] = [
    ['Content-Length: 3\r\n\r\nabc', 'waits', 'abc'],
    ['Content-Length: 0\r\n\r\n', 'waits', ''],
    [
      'Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\nTrailer: 1\r\n\r\n',
      'waits',
      'abc',
    ],
    ['\r\nabc', 'ends', 'abc'],
  ]
  for (const [rest, then, body] of cases) {
    for (const pieces of [[`HTTP/1.1 200 OK\r\n${rest}`], [...`HTTP/1.1 200 OK\r\n${rest}`]]) {
      t.equal((await ask(await serve(t, pieces, then))).body.toString(), body, rest)
    }
  }
})

t.test('there is no body where HTTP has none, and interim responses are skipped', async (t) => {
  const length = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'
  t.equal((await ask(await serve(t, [length]), 'HEAD')).body.byteLength, 0)
  t.equal((await ask(await serve(t, ['HTTP/1.1 204 No Content\r\n\r\n']))).status, 204)
  const early = await ask(
    await serve(t, [
      'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na',
    ]),
  )
  t.strictSame([early.status, early.rawHeaders.length, early.body.toString()], [200, 1, 'a'])
})

t.test('incomplete responses have distinct errors', async (t) => {
  const ok = 'HTTP/1.1 200 OK\r\n'
  const cases: [string[], 'ends' | 'waits', string][] = [
    [['nonsense'], 'waits', 'not HTTP'],
    [['HTTP/2 200 OK\r\n\r\n'], 'waits', 'not HTTP'],
    [[`${ok}no colon\r\n\r\n`], 'waits', 'not HTTP'],
    [[`${ok}Content-Length: -1\r\n\r\n`], 'waits', 'not HTTP'],
    [[`${ok}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`], 'waits', 'not HTTP'],
    [[ok, ...Array.from({ length: 70 }, () => `X: ${'x'.repeat(1000)}\r\n`)], 'waits', 'not HTTP'],
    [[`${ok}Content-Length: 2000\r\n\r\n`], 'waits', 'too large'],
    [
      [
        `${ok}Transfer-Encoding: chunked\r\n\r\n`,
        ...Array.from({ length: 30 }, () => `64\r\n${'a'.repeat(100)}\r\n`),
      ],
      'waits',
      'too large',
    ],
    [[`${ok}\r\n`, 'a'.repeat(100_000)], 'waits', 'too large'],
    [[`${ok}Content-Length: 9\r\n\r\nab`], 'ends', 'connection'],
    [[''], 'ends', 'connection'],
    [['HTTP/1.1 101 Switching\r\n\r\n'], 'waits', 'connection'],
  ]
  for (const [pieces, then, kind] of cases) {
    t.equal(await kindOf(ask(await serve(t, pieces, then))), kind, pieces[0]!.slice(0, 60))
  }
  const slow = ask(await serve(t, [`${ok}Content-Length: 9\r\n\r\nab`]), 'GET', {
    ...LIMITS,
    timeoutMs: 50,
  })
  t.equal(await kindOf(slow), 'too slow')
  t.equal(await kindOf(ask(new URL('http://127.0.0.1:1/'))), 'connection')
})

t.test('a real server understands the request, over TLS too', async (t) => {
  const { key, cert } = newCertificate('127.0.0.1')
  const echo: http.RequestListener = (request, response) => {
    let body = ''
    request
      .on('data', (data: Buffer) => {
        body += data.toString()
      })
      .on('end', () =>
        response.end(
          JSON.stringify([request.method, request.url, request.headers.connection, body]),
        ),
      )
  }
  const trusted = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...trusted, cert])
  t.after(() => tls.setDefaultCACertificates(trusted))
  for (const [scheme, server] of [
    ['http', http.createServer(echo)],
    ['https', https.createServer({ key, cert }, echo)],
  ] as const) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => {
      server.close()
      server.closeAllConnections()
    })
    const url = new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/a%20b?c=d`)
    const answer = await sendRaw(
      { method: 'POST', url, headers: {}, body: Buffer.from('{"é":1}'), alone: true },
      LIMITS,
    )
    t.strictSame(answer.json, ['POST', '/a%20b?c=d', 'close', '{"é":1}'])
  }
})
