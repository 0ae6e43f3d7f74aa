import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { startSimulator } from '../server.ts'
import { demoKey, simulatorFor } from '../testing/simulator.ts'

const LATEST_MS = 60_000
const LONGEST_CHECK_MS = 1_000

t.test('headers and bodies that arrive too slowly time out within 60 seconds', async (t) => {
  const simulator = await simulatorFor(t)
  const { server } = simulator.regions.us
  for (const limit of [server.requestTimeout, server.headersTimeout])
    t.ok(limit > 0 && limit + LONGEST_CHECK_MS <= LATEST_MS, `${limit} ms`)
  // Shorter limits than a minute: the time of the close shows how often the listener checks.
  Object.assign(server, { requestTimeout: 200, headersTimeout: 200 })
  const { hostname, port } = new URL(simulator.base_urls.us)
  const begun = {
    headers: 'POST /v1/sessions HTTP/1.1\r\nHost: a',
    body: `POST /v1/sessions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${demoKey('org_acme')}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  }
  await Promise.all(
    Object.entries(begun).map(async ([part, bytes]) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.setEncoding('utf8').on('data', (more: string) => (text += more))
      socket.write(bytes)
      const started = performance.now()
      await once(socket, 'close')
      t.match(text, /^HTTP\/1\.1 400 [^]*malformed_request[^]*60 seconds/, `slow ${part}`)
      // Node's own interval is 30 s; the bound leaves room for a busy machine.
      t.ok(performance.now() - started < 20_000, `slow ${part}: found by the next look`)
    }),
  )
})

t.test('responses during a close have the header Connection: close', async (t) => {
  const simulator = await startSimulator({ adminPort: 0, usPort: 0, euPort: 0 })
  const { hostname, port } = new URL(simulator.base_urls.us)
  const socket = connect(Number(port), hostname)
  const arrived = once(simulator.regions.us.server, 'request')
  let text = ''
  socket.setEncoding('utf8').on('data', (more: string) => (text += more))
  const closed = once(socket, 'close')
  socket.write(
    'POST /v1/esign/verify HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n',
  )
  await arrived
  const closing = simulator.close()
  await new Promise((resolve) => setImmediate(resolve))
  socket.write('{}')
  await Promise.all([closing, closed])
  t.match(text, /^HTTP\/1\.1 422 /, 'the request in flight is answered')
  t.match(text, /\r\nConnection: close\r\n/)
})

t.test('a close does not wait for clients that neither send nor read', async (t) => {
  const simulator = await startSimulator({ adminPort: 0, usPort: 0, euPort: 0 })
  const { hostname, port } = new URL(simulator.base_urls.us)
  const text = new Map<string, string>()
  const begun = {
    headers: 'POST /v1/sessions HTTP/1.1\r\nHost: a',
    body: 'POST /v1/esign/verify HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  }
  const sockets = Object.entries(begun).map(([part, bytes]) => {
    // Half open: the client does not close the connection when the server does.
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    socket.setEncoding('utf8').on('data', (more: string) => text.set(part, more))
    socket.write(bytes)
    return socket
  })
  const silent = connect(Number(port), hostname).pause()
  silent.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100))
  sockets.push(silent)
  t.teardown(() => sockets.forEach((socket) => socket.destroy()))
  for (const socket of sockets) socket.on('error', () => undefined)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const started = performance.now()
  await simulator.close()
  t.ok(performance.now() - started < 20_000)
  for (const part of Object.keys(begun))
    t.match(text.get(part), /^HTTP\/1\.1 400 [^]*malformed_request[^]*closing/, `slow ${part}`)
})
