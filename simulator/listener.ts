import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Binding, bind } from './http/bind.ts'
import { addBodyParsers } from './http/bodies.ts'
import { envelope } from './http/envelope.ts'
import { ApiError } from './service/errors.ts'

/** The largest body of an operation that names no limit of its own: JSON of an honest caller is far smaller. */
const BODY_BYTES = 256 * 1024

/**
 * One HTTP listener of the simulator, answering in the contract's shape and in no other: the framework's own habits
 * (dropped fields, coerced values, HEAD by GET, its own error bodies) are switched off or replaced.
 */
export function newListener(binding: Binding): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_BYTES,
    exposeHeadRoutes: false,
    // Node's own default is five minutes; a request that takes so long to arrive only holds a socket.
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    rewriteUrl: (request) => withValidEscapes(request.url ?? '/'),
    clientErrorHandler: (error, socket) => refuseMalformed(binding, error, socket),
  })
  addBodyParsers(app)
  bind(app, binding)
  return app
}

/** A `%` that starts no escape is a percent sign: such a path reaches its route and is refused there, like any other. */
function withValidEscapes(url: string): string {
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split('?', 1)[0]!)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/** What is no HTTP at all reaches no route: it gets the envelope as raw bytes, and the connection ends. */
function refuseMalformed(binding: Binding, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const refusal = new ApiError('malformed_request')
  const body = envelope(refusal, binding.requestId())
  socket.end(`HTTP/1.1 ${refusal.status} Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
}
