import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** Most bytes of a refused body that are read and discarded. */
const MOST_BYTES = 128 * 1024 * 1024
/** Longest time, in ms, for which they are read. */
const LONGEST_MS = 30_000
/** Longest time, in ms, without a further byte. */
const LONGEST_IDLE_MS = 5_000
const CHECK_MS = 50

const lingering = new WeakSet<Socket>()

/** Whether the connection only waits for the rest of a refused body: no further request on it is served. */
export function isLingering(socket: Socket): boolean {
  return lingering.has(socket)
}

/**
 * Whether a part of the request's body has not arrived. A request without a body is not complete
 * either while it is answered in the same turn, which most reads are.
 */
export function isBodyUnread({ complete, headers }: IncomingMessage): boolean {
  return (
    !complete &&
    (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
  )
}

/**
 * Makes a connection that closes with this response close in stages (RFC 9112, section 9.6), if the request's body is not
 * read: end the write side, discard what the client still sends, then close. Closing at once makes the kernel send a
 * reset, and a client that is still writing gets EPIPE instead of the response.
 *
 * Call it before the response ends. On a connection that stays open it changes nothing: Node discards the body there.
 */
export function lingerAfterResponse(request: IncomingMessage): void {
  const { socket } = request
  // A call of the simulator to itself has no connection.
  if (!isBodyUnread(request) || !(socket instanceof Socket)) return
  // Node calls this once a response is written after which the connection closes.
  socket.destroySoon = () => {
    Reflect.deleteProperty(socket, 'destroySoon')
    if (request.complete) return socket.destroySoon()
    lingering.add(socket)
    socket.end()
    request.resume()
    discard(request, socket)
  }
}

function discard(request: IncomingMessage, socket: Socket): void {
  // Machine time on purpose: it measures a connection, not anything of the service's clock.
  const started = performance.now()
  const first = socket.bytesRead
  let last = { bytes: first, at: started }
  const timer = setInterval(() => {
    const now = performance.now()
    const { bytesRead } = socket
    if (bytesRead !== last.bytes) last = { bytes: bytesRead, at: now }
    const spent =
      bytesRead - first > MOST_BYTES ||
      now - started > LONGEST_MS ||
      now - last.at > LONGEST_IDLE_MS
    if (spent || request.complete) socket.destroy()
  }, CHECK_MS)
  timer.unref()
  socket.once('close', () => clearInterval(timer))
  socket.once('end', () => socket.destroySoon())
}
