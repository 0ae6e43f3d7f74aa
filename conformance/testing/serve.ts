import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** Called with each request whose body has arrived. */
export type Listener = (
  request: http.IncomingMessage,
  body: string,
  response: http.ServerResponse,
) => void

/** Starts an HTTP server on a free port until the test ends. @returns its URL */
export async function serve(t: Test, listener: Listener): Promise<string> {
  const server = http.createServer((request, response) => {
    let body = ''
    request
      .on('data', (data: Buffer) => {
        body += data.toString()
      })
      .on('end', () => listener(request, body, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
