import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from '../call/answer.ts'
import { ConnectionCut } from '../call/errors.ts'
import { isBodyUnread, lingerAfterResponse } from './lingering-close.ts'

/**
 * Most bytes of responses that wait behind an unread one on a connection. Node reads 64 KiB of requests at once: hundreds
 * of them, if they are pipelined.
 */
const MOST_WAITING_BYTES = 128 * 1024 * 1024

/** Bytes of the responses that wait on each connection. */
const waiting = new WeakMap<Socket, number>()

/**
 * Writes a response with one header array and one write, bypassing the framework's reply, which
 * takes 10% of an image request.
 * @returns why the connection was closed instead, if it was
 */
export function send(
  response: ServerResponse,
  answer: Answer,
  headers: string[],
): ConnectionCut | undefined {
  const { req: request } = response
  // Node assigns the connection to a pipelined response when the one before it is written.
  if (response.socket === null) {
    // Node would keep the response as long as the connection.
    if (request.socket.destroyed) return void response.destroy()
    const cut = wait(response, answer.json?.bytes ?? answer.bytes?.byteLength ?? 0)
    if (cut) return cut
  }
  if (isBodyUnread(request)) {
    // Node discards a body that was never read. A partially read one would block the connection.
    if (request.readableDidRead) response.shouldKeepAlive = false
    lingerAfterResponse(request)
  }
  if (answer.headers) headers.push(...answer.headers)
  if (answer.json !== undefined) {
    const { text, bytes } = answer.json
    headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes))
    response.writeHead(answer.status, headers)
    // ASCII text is equal in both encodings, and Node writes Latin-1 without inspecting each
    // character.
    response.end(text, bytes === text.length ? 'latin1' : 'utf8')
  } else if (answer.bytes) {
    headers.push(
      'Content-Type',
      answer.contentType!,
      'Content-Length',
      String(answer.bytes.byteLength),
    )
    response.writeHead(answer.status, headers)
    response.end(answer.bytes)
  } else if (answer.stream) {
    headers.push('Content-Type', answer.contentType!, 'Cache-Control', 'no-store')
    response.writeHead(answer.status, headers)
    response.flushHeaders()
    answer.stream(response)
  } else {
    if (answer.status !== 204) headers.push('Content-Length', '0')
    response.writeHead(answer.status, headers)
    response.end()
  }
  return undefined
}

/** Counts a response that waits behind others, and closes the connection if too many bytes wait. */
function wait(response: ServerResponse, bytes: number): ConnectionCut | undefined {
  const { socket } = response.req
  const sum = (waiting.get(socket) ?? 0) + bytes
  if (sum > MOST_WAITING_BYTES) {
    socket.destroy()
    response.destroy()
    return new ConnectionCut(
      `A connection was closed: its client pipelined requests with ${sum} bytes of unread responses, more than ${MOST_WAITING_BYTES}.`,
    )
  }
  waiting.set(socket, sum)
  response.once('finish', () => waiting.set(socket, waiting.get(socket)! - bytes))
  return undefined
}
