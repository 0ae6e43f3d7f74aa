import { once } from 'node:events'
import { type RequestListener, createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import t, { type Test } from 'tap'
import { selfSigned } from '../fixtures/tls/certificate.ts'
import { connectSimulator, createSimulator } from './vskit.ts'

const simulator = await createSimulator()
t.teardown(() => simulator.close())

/** A server that answers every request with a switch of protocols. @returns its URL */
async function switching(t: Test): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Completes a session. @returns the rows of its deliveries */
async function delivered(acme: Awaited<ReturnType<typeof simulator.organization>>) {
  const { id } = await acme.createSession()
  await simulator.submit(id)
  await simulator.settle()
  interface Row {
    status: string
    http_code: number | null
    error_code: string | null
  }
  const path = `/v1/webhook-events?session_id=${id}`
  return (await acme.request<{ data: Row[] }>('GET', path)).data
}

/** Replaces `console.error` until the end of the test. @returns what was printed */
function printed(t: Test): unknown[] {
  const { error } = console
  const lines: unknown[] = []
  console.error = (line: unknown) => lines.push(line)
  t.teardown(() => (console.error = error))
  return lines
}

t.test('an application that switches protocols has failed at once', async (t) => {
  const acme = await simulator.organization()
  const results: unknown[] = []
  await using _listener = await acme.listen({
    forwardTo: await switching(t),
    onDelivery: ({ result }) => result && results.push(result),
  })
  t.match(await delivered(acme), [{ status: 'failed', error_code: 'connection_failed' }])
  t.match(results, [{ error: 'connection_failed', reason: /without a response/ }])
})

t.test('a URL with the scheme of another protocol is named', async (t) => {
  const answer: RequestListener = (_request, response) => response.end()
  const { cert, key } = selfSigned('application', ['localhost'])
  for (const [server, scheme, reason] of [
    [createHttpsServer({ cert, key }, answer), 'http', /serves HTTPS, write https:/],
    [createHttpServer(answer), 'https', /does not speak TLS.*write http:/],
  ] as const) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close())
    const acme = await simulator.organization()
    const results: unknown[] = []
    const listener = await acme.listen({
      forwardTo: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
      onDelivery: ({ result }) => result && results.push(result),
    })
    t.match(await delivered(acme), [{ status: 'failed', error_code: 'connection_failed' }])
    t.match(results, [{ error: 'connection_failed', reason }])
    await listener.close()
  }
})

t.test('a server that switches protocols is not a simulator', async (t) => {
  await t.rejects(connectSimulator({ control: await switching(t) }), {
    name: 'SimulatorError',
    message: /closed the connection without a response/,
  })
})

t.test('a handler that returns no status is a 500 with the reason', async (t) => {
  for (const value of ['200', 200.5, Number.NaN, true, { status: 200 }, 99, 101, 600]) {
    const lines = printed(t)
    const acme = await simulator.organization()
    await using _listener = await acme.listen({ handler: () => value as number })
    t.match(await delivered(acme), [{ status: 'failed', http_code: 500 }], String(value))
    t.match(lines, [{ name: 'TypeError', message: /expected to return a status from 200 to 599/ }])
  }
  const acme = await simulator.organization()
  await using _listener = await acme.listen({ handler: () => 204 })
  t.match(await delivered(acme), [{ status: 'delivered', http_code: 204 }])
})

t.test('an empty list of events is refused', async (t) => {
  const acme = await simulator.organization()
  await t.rejects(acme.listen({ events: [], handler: () => 200 }), {
    name: 'TypeError',
    message: /events is empty/,
  })
})

t.test('a listener ends with its organization', async (t) => {
  await using remote = await connectSimulator({ control: new URL(simulator.control.url).origin })
  for (const connected of [simulator, remote]) {
    const acme = await connected.organization()
    const listener = await acme.listen({ handler: () => 200 })
    await acme.delete()
    await t.resolves(listener.ended)
    await listener.close()
  }
})

t.test('an observer that throws loses no delivery', async (t) => {
  const lines = printed(t)
  const acme = await simulator.organization()
  let taken = 0
  await using _listener = await acme.listen({
    handler: () => {
      taken++
    },
    onDelivery: () => {
      throw new Error('observer')
    },
  })
  t.match(await delivered(acme), [{ status: 'delivered', http_code: 200 }])
  t.equal(taken, 1)
  t.match(lines, [{ message: 'observer' }, { message: 'observer' }])
})
