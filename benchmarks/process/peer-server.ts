/**
 * Baseline: bare `node:http` that responds to every request with the recorded bytes, after reading
 * the request's body. Its first message holds the response; it prints its port. It ends with the
 * bench.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedAnswer } from '../measure/recording.ts'

process.once('message', ({ status, headers, body, keepAliveMs }: RecordedAnswer) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((request, response) => {
    const answer = (): void => {
      response.writeHead(status, headers)
      response.end(bytes)
    }
    if (request.method === 'GET') return answer()
    request.resume()
    request.once('end', answer)
  })
  // The Keep-Alive header must have the same length on both sides.
  server.keepAliveTimeout = keepAliveMs
  server.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port }),
  )
})
process.on('disconnect', () => process.exit())
