import { once } from 'node:events'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import t, { type Test } from 'tap'
import { headerOf, Receiver } from './receiver.ts'

interface Sent {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

async function start(t: Test): Promise<Receiver> {
  const receiver = await Receiver.start()
  t.after(() => receiver.close())
  return receiver
}

/** Sends like a target that trusts the certificate of the receiver. */
async function send(
  receiver: Pick<Receiver, 'url' | 'certificate'>,
  body: Buffer | string = '{}',
  headers: string[] = [],
): Promise<Sent> {
  const request = https.request(`${receiver.url}/hook?x=1`, {
    method: 'POST',
    ca: receiver.certificate,
    agent: false,
    headers: [
      'Host',
      'h',
      'Content-Length',
      String(Buffer.byteLength(body)),
      ...headers,
    ] as unknown as Record<string, string>,
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  for await (const chunk of response as AsyncIterable<Buffer>) text += chunk.toString()
  return { status: response.statusCode, headers: response.headers, body: text }
}

t.test('a kept connection of a sender is not closed while a run may go on', async (t) => {
  for (const plainHttp of [false, true]) {
    const receiver = await Receiver.start({ plainHttp })
    t.after(() => receiver.close())
    const { hostname, port } = new URL(receiver.url)
    const socket = plainHttp
      ? net.connect(Number(port), hostname)
      : tls.connect({ host: hostname, port: Number(port), ca: receiver.certificate })
    t.after(() => socket.destroy())
    socket.write('POST /hook HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}')
    const [head] = (await once(socket, 'data')) as [Buffer]
    const seconds = /^keep-alive: timeout=(\d+)/im.exec(head.toString())?.[1]
    t.ok(Number(seconds) >= 600, `plain HTTP: ${plainHttp}: ${head.toString()}`)
  }
})

t.test('a delivery is kept as received: bytes, header names, order and duplicates', async (t) => {
  const receiver = await start(t)
  const bytes = Buffer.from([0x7b, 0x00, 0xff, 0x7d])
  t.equal((await send(receiver, bytes, ['x-B', '1', 'X-a', '2', 'X-b', '3'])).status, 200)
  const [delivery] = receiver.deliveries
  t.strictSame(delivery?.body, bytes)
  t.strictSame(
    delivery?.rawHeaders.filter(([name]) => /^x-/i.test(name)),
    [
      ['x-B', '1'],
      ['X-a', '2'],
      ['X-b', '3'],
    ],
  )
  t.match(delivery, { method: 'POST', path: '/hook?x=1' })
  t.strictSame([headerOf(delivery!, 'X-B'), headerOf(delivery!, 'x-c')], ['1, 3', undefined])
})

t.test('a new response applies to later deliveries', async (t) => {
  const receiver = await start(t)
  receiver.answer({ status: 503, headers: { 'Retry-After': '7' }, body: 'later' })
  t.match(await send(receiver), { status: 503, headers: { 'retry-after': '7' }, body: 'later' })
  receiver.answer({ redirect: 'https://elsewhere.example/' })
  t.match(await send(receiver), {
    status: 302,
    headers: { location: 'https://elsewhere.example/' },
  })
  receiver.answer(({ body }) => ({ status: body.toString() === 'bad' ? 410 : 204 }))
  t.strictSame(
    [(await send(receiver, 'bad')).status, (await send(receiver, 'good')).status],
    [410, 204],
  )
})

t.test('a delivery is kept even if its connection is reset', async (t) => {
  const receiver = await start(t)
  receiver.answer({ reset: true })
  await t.rejects(send(receiver), { code: 'ECONNRESET' })
  t.equal(receiver.deliveries.length, 1)
})

t.test('a delivery is kept before the response is sent', async (t) => {
  const receiver = await start(t)
  receiver.answer({ delayMs: 100 })
  let answered = false
  const sending = send(receiver).then(() => {
    answered = true
  })
  await receiver.waitFor(() => true, 5000)
  t.notOk(answered)
  await sending
})

t.test('waiting for a delivery: one that came, one that comes, one that does not', async (t) => {
  const receiver = await start(t)
  const wanted = (text: string) => receiver.waitFor(({ body }) => body.toString() === text, 5000)
  const coming = wanted('second')
  await send(receiver, 'first')
  await send(receiver, 'second')
  t.equal((await coming).body.toString(), 'second')
  t.equal((await wanted('first')).body.toString(), 'first')
  await t.rejects(
    receiver.waitFor(() => false, 20),
    { message: 'no such delivery within 0.02 s (2 others came)' },
  )
})

t.test('a body above the limit is rejected and not kept', async (t) => {
  const receiver = await start(t)
  t.equal((await send(receiver, Buffer.alloc(1024 * 1024 + 1))).status, 413)
  t.equal(receiver.deliveries.length, 0)
})

t.test('each receiver has a certificate of its own', async (t) => {
  const [one, other] = [await start(t), await start(t)]
  t.not(one.certificate, other.certificate)
  await t.rejects(send({ url: one.url, certificate: other.certificate }), {
    code: /SELF_SIGNED|UNABLE_TO_VERIFY/,
  })
})
