import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { drain } from './drain.ts'

const CONNECTIONS = 12

/**
 * Sends a request on each connection when told. It is a thread of its own, so that it sends while
 * the server's thread is busy.
 */
const SENDER = `
  const { Agent, request } = require('node:http')
  const { parentPort, workerData: { port, connections, sent } } = require('node:worker_threads')
  const agent = new Agent({ keepAlive: true })
  const ask = () => new Promise((resolve) => {
    const asked = request({ agent, port, method: 'POST' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    asked.on('error', ({ code }) => resolve(code))
    asked.on('socket', (socket) => {
      const note = () => setImmediate(() => Atomics.notify(sent, 0, Atomics.add(sent, 0, 1)))
      asked.end('{}', () => (socket.connecting ? socket.once('connect', note) : note()))
    })
  })
  parentPort.on('message', async () => {
    Atomics.store(sent, 0, 0)
    parentPort.postMessage(await Promise.all(Array.from({ length: connections }, ask)))
  })
`

async function serverWithSender(t: Test) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const { port } = server.address() as AddressInfo
  const workerData = { port, connections: CONNECTIONS, sent }
  const worker = new Worker(SENDER, { eval: true, workerData })
  t.teardown(async () => {
    await worker.terminate()
    server.closeAllConnections()
    server.close()
  })
  /** Lets the worker send; resolves with its results. */
  const send = (): Promise<unknown> =>
    new Promise((resolve) => {
      worker.once('message', resolve)
      worker.postMessage('send')
    })
  /** Keeps this thread busy until all requests have been sent. */
  const busyUntilSent = (): void => {
    for (const until = Date.now() + 10_000; Atomics.load(sent, 0) < CONNECTIONS;)
      if (Date.now() > until) throw new Error('the requests were not sent in 10 s')
  }
  return { server, send, busyUntilSent }
}

const ANSWERED = Array.from({ length: CONNECTIONS }, () => 200)

t.test('a server that drains answers on connections that wait to be accepted', async (t) => {
  const { server, send, busyUntilSent } = await serverWithSender(t)
  const results = send()
  busyUntilSent()
  await drain(server)
  t.strictSame(await results, ANSWERED)
})

t.test('a busy server that drains reads requests before it closes connections', async (t) => {
  const { server, send, busyUntilSent } = await serverWithSender(t)
  t.strictSame(await send(), ANSWERED)
  const drained = drain(server).then(() => server.closeIdleConnections())
  await sleep(100)
  const results = send()
  // The next turn begins with timers, before it reads requests.
  await turn()
  busyUntilSent()
  // Longer than an idle server waits for requests.
  for (const until = Date.now() + 600; Date.now() < until;);
  await drained
  t.strictSame(await results, ANSWERED)
})
