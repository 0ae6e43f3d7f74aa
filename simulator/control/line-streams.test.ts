import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import t from 'tap'
import { LineStreams } from './line-streams.ts'

/** More than the buffers of a loopback connection hold. */
const MUCH = 'x'.repeat(12_000_000)

t.test('a line after the close is dropped, also for a reader that is behind', async (t) => {
  const streams = new LineStreams((error) => t.fail(error.message))
  const begun = Promise.withResolvers<(line: object) => void>()
  let ended = 0
  const left = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    const { stream } = streams.answer((write) => {
      begun.resolve(write)
      return () => {
        ended++
        left.resolve()
      }
    })
    stream!(response)
    response.on('error', (error) => t.fail(error.message))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  reader.pause().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const write = await begun.promise
  write({ kind: 'event', MUCH })
  streams.close()
  write({ kind: 'event' })
  await new Promise((resolve) => setImmediate(resolve))
  t.equal(ended, 0, 'the reader has not received everything')
  reader.destroy()
  await left.promise
  write({ kind: 'event' })
  t.equal(ended, 1)
})

t.test('a stream that its client does not read is closed', async (t) => {
  const reported: Error[] = []
  const streams = new LineStreams((error) => reported.push(error))
  const line = { text: 'x'.repeat(1024 * 1024) }
  let written = 0
  const ended = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    const { stream } = streams.answer((write) => {
      const timer = setInterval(() => {
        write(line)
        written++
      }, 1)
      return () => {
        clearInterval(timer)
        ended.resolve()
      }
    })
    stream!(response)
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  t.teardown(() => socket.destroy())
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await ended.promise
  t.ok(written > 16, `the client may be 16 MiB behind, and ${written} were written`)
  t.strictSame(
    reported.map(({ message }) => message),
    ['A stream was closed: its client left more than 16777216 bytes unread.'],
  )
})
