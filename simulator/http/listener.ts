import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Certificate } from '../../fixtures/tls/certificate.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Binding } from './binding.ts'
import { bind } from './bind.ts'
import { addBodyParsers } from './bodies.ts'
import { errorBody } from './error-body.ts'
import { ApiError } from '../call/errors.ts'
import { framingRefusal } from './framing.ts'
import { isLingering } from './lingering-close.ts'
import { OpenConnections, tcpBelow } from './open-connections.ts'

/** Interval of Node's check for late requests (default 30 s), so that one is closed within 60 s. */
const CHECK_MS = 1_000
const REQUEST_TIMEOUT_MS = 60_000 - CHECK_MS
/** How long a close waits for clients: Node ends its check for late requests when a server closes. */
const CLOSING_MS = 5_000

/** Calls `enter` when a new request may proceed. */
export type Hold = (request: FastifyRequest, enter: (error?: Error) => void) => void

/**
 * Returns an HTTP listener whose responses all have the contract's form. The framework's defaults
 * are switched off or replaced: dropped fields, coerced values, HEAD for each GET, its error
 * bodies.
 * @param hold delays new requests, for example during a restore
 * @param certificate of the listener, which then speaks HTTPS
 */
export function newListener(
  binding: Binding,
  hold: Hold,
  certificate?: Certificate,
): FastifyInstance {
  const server = {
    headersTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_MS,
    // Rejected below, because Node's rejection has no body.
    requireHostHeader: false,
  }
  const app = Fastify({
    exposeHeadRoutes: false,
    // Node's default is five minutes, during which a slow request would block a socket.
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    ...(certificate
      ? { https: { ...certificate, ...server, allowHalfOpen: true } }
      : { http: server }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    // The framework's ids are not used: each call has a request id in the contract's form.
    genReqId: () => '',
    rewriteUrl: (request) => withValidEscapes(request.url ?? '/'),
    // No route uses the framework's schemas. By default, it would load two schema compilers at each
    // start.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
    // Called for a target that the router cannot parse, such as `http:///`. The framework's error
    // has another form.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      const requestId = binding.requestId()
      const refusal = new ApiError('malformed_request')
      void reply
        .code(refusal.status)
        .header('X-Request-Id', requestId)
        .type('application/json; charset=utf-8')
        .send(errorBody(refusal, requestId).text)
    },
    clientErrorHandler: (error, socket) => refuseMalformed(binding, error, socket),
  })
  // Node would answer these two without a body or not at all. Expectations other than
  // `100-continue` are ignored, as HTTP allows. CONNECT is rejected, because an API opens no
  // tunnels.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  app.server.on('connect', (_request, socket) =>
    refuseMalformed(binding, new Error('CONNECT'), socket as Socket),
  )
  binding.instrument?.(app)
  app.addHook('onRequest', (request, reply, done) => {
    if (isLingering(request.raw.socket)) return void reply.hijack()
    const refusal = framingRefusal(request.raw)
    if (refusal) return done(refusal)
    hold(request, done)
  })
  closeInStages(app, binding)
  addBodyParsers(app, binding.uploads)
  bind(app, binding)
  return app
}

function noCompiler(): never {
  throw new Error(
    "a route has a schema of the framework's; the contract's are used here (http/operations.ts)",
  )
}

/**
 * On close, ends connections without a request, for which Node would wait: browsers open some in
 * advance. Pending responses get `Connection: close`; the framework adds it to later ones. After
 * five seconds, ends connections that only wait for their client.
 */
function closeInStages(app: FastifyInstance, binding: Binding): void {
  const open = new OpenConnections(app.server)
  app.addHook('preClose', (done) => {
    for (const socket of open.all()) {
      const pending = pendingResponse(socket)
      if (open.isUnused(socket)) socket.destroy()
      else if (pending && !pending.headersSent) pending.shouldKeepAlive = false
    }
    setTimeout(() => {
      for (const socket of open.all()) endIfWaiting(binding, socket)
    }, CLOSING_MS).unref()
    done()
  })
}

/** Ends a connection whose request has not arrived as a whole, or whose response is not being read. */
function endIfWaiting(binding: Binding, socket: Socket): void {
  const pending = pendingResponse(socket)
  if (pending?.writableEnded) return void socket.destroy()
  if (pending?.req.complete) return
  refuseMalformed(binding, Object.assign(new Error('late'), { code: LATE_FOR_CLOSE }), socket)
  socket.destroySoon()
}

/** Returns the pending response of a connection, which Node keeps in a private property. */
function pendingResponse(socket: Socket): ServerResponse | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}

/**
 * Whether the connection is receiving a request body. If its response is no longer pending, the
 * request was refused before its malformed body arrived. The client would assign a second response
 * to its next request.
 */
function isInBody(socket: Socket): boolean {
  const { parser } = socket as { parser?: { incoming?: IncomingMessage | null } | null }
  return parser?.incoming?.complete === false
}

/** Escapes a `%` that starts no valid escape, so that the route refuses the path like any other. */
function withValidEscapes(url: string): string {
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split('?', 1)[0]!)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/** Answers malformed HTTP, which reaches no route: writes the error body as raw bytes and ends the connection. */
function refuseMalformed(binding: Binding, error: Error & { code?: string }, socket: Socket): void {
  const tcp = error.code === 'ERR_SSL_HTTP_REQUEST' ? tcpBelow(socket) : undefined
  if (tcp) return writeRefusal(binding, tcp, new ApiError('malformed_request', {}, PLAIN_HTTP))
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  // An earlier complete request is answered first; otherwise the client would assign this refusal to it.
  const pending = pendingResponse(socket)
  if (pending?.req.complete && !pending.writableFinished) {
    return void pending.once('close', () => refuseMalformed(binding, error, socket))
  }
  if (pending ? pending.headersSent : isInBody(socket)) return socket.destroySoon()
  writeRefusal(binding, socket, new ApiError('malformed_request', {}, REASONS[error.code ?? '']))
}

function writeRefusal(binding: Binding, socket: Socket, refusal: ApiError): void {
  const requestId = binding.requestId()
  const { text, bytes } = errorBody(refusal, requestId)
  socket.end(
    `HTTP/1.1 ${refusal.status} Bad Request\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${bytes}\r\n\r\n${text}`,
  )
}

const PLAIN_HTTP =
  'This port speaks HTTPS: use an https:// address, and trust the certificate authority of the simulator (docs/https.md).'
const LATE_FOR_CLOSE = 'LATE_FOR_CLOSE'
/** Messages for errors of the HTTP parser that say more than that of the error table. */
const REASONS: Readonly<Record<string, string>> = {
  [LATE_FOR_CLOSE]:
    'The service is closing, and the request has not arrived as a whole; send it again.',
  ERR_HTTP_REQUEST_TIMEOUT:
    'The request did not arrive as a whole within 60 seconds; send it again within that time.',
  HPE_HEADER_OVERFLOW:
    'The path and the headers of the request are larger than 16 KiB: shorten them.',
}
