import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import t from 'tap'
import { newOwner, requestText, roomySimulator } from './testing.ts'

/** A request after which the connection stays open. */
function openEnded(...request: Parameters<typeof requestText>): string {
  return requestText(...request).replace('Connection: close\r\n', '')
}

t.test('unread responses to pipelined requests use bounded memory', async (t) => {
  const reported: Error[] = []
  const simulator = await roomySimulator(t, { report: (error) => reported.push(error as Error) })
  const caller = await (await newOwner(simulator)).caller('test')
  // 100 sessions of 25 KB: a list of 2.5 MB.
  const metadata = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`key_${n}`, 'x'.repeat(500)]),
  )
  await Promise.all(Array.from({ length: 100 }, () => caller('POST', '/v1/sessions', { metadata })))
  const { hostname, port } = new URL(simulator.base_urls.us)
  const socket = connect(Number(port), hostname)
  t.teardown(() => socket.destroy())
  socket.on('error', () => undefined)
  const list = openEnded('GET', '/v1/sessions?limit=100', {
    Authorization: `Bearer ${caller.key}`,
  })
  socket.pause()
  const closed = once(simulator.regions.us.server, 'connection').then(([accepted]) =>
    once(accepted as Socket, 'close'),
  )
  socket.write(list.repeat(200))
  await closed
  t.strictSame(
    reported.map(({ message }) => message.replace(/with \d+ bytes/, 'with N bytes')),
    [
      'A connection was closed: its client pipelined requests with N bytes of unread responses, more than 134217728.',
    ],
  )
  t.equal((await caller('GET', '/v1/sessions?limit=1')).status, 200, 'other clients are served')
})
