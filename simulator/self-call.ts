import type http from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Reply } from './control/host.ts'

// An import of `node:http` evaluates all its exports. One of them loads the WebSocket client of
// Node.js, which takes 40 ms of CPU time at each start.
const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http')

/**
 * Not the loopback address: a local client that uses up its limit by guessing keys must not stop the simulator's own
 * calls.
 */
const OWN_ADDRESS = '0.0.0.0'

/**
 * Dispatches a call of the simulator to itself through the full request pipeline. The framework's `inject` waits for
 * the global `setImmediate`, which the tests of a caller may have replaced.
 */
export async function selfCall(
  listener: FastifyInstance,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Reply> {
  await listener.ready()
  const request = requestOf(method, path, headers, body)
  const response = new ServerResponse(request)
  const received = readResponse(response)
  listener.routing(request, response)
  const { head, payload } = await received
  const isJson = /^content-type:.*json/im.test(head)
  return { status: response.statusCode, json: isJson ? JSON.parse(payload) : payload || undefined }
}

function requestOf(
  method: string,
  path: string,
  given: Record<string, string>,
  body: object | undefined,
): http.IncomingMessage {
  const text = body && JSON.stringify(body)
  const headers = {
    host: 'localhost',
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  }
  const connection = new Duplex({ read() {}, write() {} })
  const socket = Object.assign(connection, { remoteAddress: OWN_ADDRESS }) as unknown as Socket
  const request = Object.assign(new IncomingMessage(socket), {
    method,
    url: path,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    // A response to HTTP/1.0 is not chunked: its body is what follows the head.
    httpVersion: '1.0',
    httpVersionMajor: 1,
    httpVersionMinor: 0,
    complete: true,
  })
  if (text !== undefined) request.push(text)
  request.push(null)
  return request
}

/** Resolves when the response was written. @throws {Error} if its connection is closed before */
function readResponse(response: http.ServerResponse): Promise<{ head: string; payload: string }> {
  const chunks: Buffer[] = []
  const connection = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  response.assignSocket(connection as Socket)
  return new Promise((resolve, reject) => {
    response.once('finish', () => {
      const [head, payload] = Buffer.concat(chunks)
        .toString()
        .split(/\r\n\r\n(.*)/s)
      resolve({ head: head!, payload: payload ?? '' })
    })
    connection.once('close', () => reject(new Error('The connection was closed.')))
  })
}
