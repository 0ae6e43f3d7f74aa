import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import t from 'tap'
import { demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { verdict } from './testing.ts'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const url = `${simulator.base_urls.us}/v1/sessions`
const KEY = { authorization: `Bearer ${demoKey('org_acme')}`, 'content-type': 'application/json' }
const NO_KEY = { 'content-type': 'application/json', connection: 'close' }

interface Response {
  status: number
  headers: Headers
  text: string
}
type Send = (headers: Record<string, string>, body: Buffer) => Promise<Response>

/** Clients that write the body before they read, or do both at once. */
const CLIENTS: Record<string, Send> = {
  fetch: async (headers, body) => {
    // A header that is the client's own.
    const { connection: _, ...rest } = headers
    const response = await fetch(url, { method: 'POST', headers: rest, body: new Uint8Array(body) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  },
  'node:http': (headers, body) =>
    new Promise((resolve, reject) => {
      const sent: ClientRequest = request(url, {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-length': body.length },
      })
      sent.on('error', reject)
      sent.on('response', (response: IncomingMessage) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: new Headers(response.headers as Record<string, string>),
            text,
          }),
        )
      })
      sent.end(body)
    }),
  // As Python's http.client: not a byte is read before the last one is written.
  'a client that writes first': (headers, body) =>
    new Promise((resolve, reject) => {
      const { hostname, port, pathname } = new URL(url)
      const socket = connect(Number(port), hostname)
      socket.on('error', reject)
      const fields = { host: 'api.example', ...headers, 'content-length': String(body.length) }
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
      socket.write(body, () => {
        let text = ''
        socket.setEncoding('utf8').on('data', (part: string) => {
          text += part
          const [head = '', content] = text.split('\r\n\r\n')
          const received = new Headers(
            head
              .split('\r\n')
              .slice(1)
              .map((line): [string, string] => {
                const colon = line.indexOf(':')
                return [line.slice(0, colon), line.slice(colon + 1).trim()]
              }),
          )
          if (content?.length !== Number(received.get('content-length'))) return
          socket.destroy()
          resolve({ status: Number(head.split(' ')[1]), headers: received, text: content })
        })
      })
    }),
}

for (const [client, send] of Object.entries(CLIENTS)) {
  t.test(`${client} receives the refusal of a body that is not read`, async (t) => {
    for (const megabytes of [3, 3, 3, 25]) {
      const body = Buffer.alloc(megabytes * 1_000_000, 'x')
      const refused = await send(KEY, body)
      t.equal(verdict(refused), '413 payload_too_large', `${megabytes} MB`)
      const stranger = await send(NO_KEY, body)
      t.equal(verdict(stranger), '401 authentication_required', `${megabytes} MB, without a key`)
    }
  })
}

t.test('an endless body is discarded for a bounded time and size', async (t) => {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.resume()
  const head = Object.entries({ host: 'api.example', ...KEY }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.write(`POST ${pathname} HTTP/1.1\r\n${head.join('')}content-length: 10000000000\r\n\r\n`)
  const piece = Buffer.alloc(4_000_000)
  let written = 0
  const more = (): void => {
    if (socket.destroyed) return
    written += piece.length
    socket.write(piece, more)
  }
  more()
  await closed
  t.ok(written < 10_000_000_000, `closed after ${written} bytes`)
})

t.test('a request behind a refused body is not served', async (t) => {
  const { hostname, port } = new URL(url)
  const lines = Object.entries({ host: 'api.example', ...KEY })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const size = 400_000
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(`POST /v1/sessions HTTP/1.1\r\n${lines}content-length: ${size}\r\n\r\n`)
  socket.write(Buffer.alloc(size, 'x'))
  socket.write(
    `POST /v1/applicants HTTP/1.1\r\n${lines}content-length: 19\r\n\r\n{"family_name":"x"}`,
  )
  await closed
  t.match(text, /^HTTP\/1\.1 413 /)
  t.equal(text.split('HTTP/1.1').length, 2, 'one response')
  const list = await fetch(`${simulator.base_urls.us}/v1/applicants`, { headers: KEY })
  t.strictSame(((await list.json()) as { data: unknown[] }).data, [], 'nothing was created')
})
