import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Without a request for so long, the kept connections are taken as unused. */
const QUIET_MS = 400
const LONGEST_MS = 5000
const LOOK_MS = 20

/**
 * Takes no new connections and lets each kept one end with its next response. A balancer that keeps
 * connections learns so that it needs another target, before a request is lost on a closed connection.
 */
export async function drain(server: Server): Promise<void> {
  let last = performance.now()
  server.prependListener('request', (_request, response) => {
    last = performance.now()
    response.shouldKeepAlive = false
  })
  // The HTTP server's own `close` would end the kept connections at once.
  TcpServer.prototype.close.call(server)
  const until = last + LONGEST_MS
  while ((await connectionsOf(server)) > 0) {
    const now = performance.now()
    if (now > until || now - last > QUIET_MS) return
    await sleep(LOOK_MS)
  }
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
}
