import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** After this time without a request, idle connections are assumed unused. */
const QUIET_MS = 400
const LONGEST_MS = 5000
const LOOK_MS = 20

/**
 * Accepts no new connections, and closes each keep-alive connection with its next response. So a
 * load balancer switches to another target before a request is lost on a closed connection.
 */
export async function drain(server: Server): Promise<void> {
  let last = performance.now()
  server.prependListener('request', (_request, response) => {
    last = performance.now()
    response.shouldKeepAlive = false
  })
  // `close` of the HTTP server would close idle keep-alive connections at once.
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
