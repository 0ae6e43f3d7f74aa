import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

/** After this many looks without a request, idle connections are assumed unused: 0.4 s, or longer on a busy machine. */
const QUIET_LOOKS = 20
const LOOK_MS = 20
const LONGEST_MS = 5000
/** The system resets connections that wait to be accepted when a listener closes. */
const LONGEST_ACCEPTING_MS = 1000
const SHORT_TURN_MS = 1

/**
 * Accepts no new connections, and closes each keep-alive connection with its next response. So a
 * load balancer switches to another target before a request is lost on a closed connection. All
 * waiting is counted in turns of the event loop, because requests may wait unread for as long as
 * this process did not run.
 */
export async function drain(server: Server): Promise<void> {
  let [requests, accepted] = [0, 0]
  server.prependListener('request', (_request, response) => {
    requests++
    response.shouldKeepAlive = false
  })
  server.on('connection', () => accepted++)
  await untilUnchanged(() => accepted)
  // `close` of the HTTP server would close idle keep-alive connections at once.
  TcpServer.prototype.close.call(server)
  const until = performance.now() + LONGEST_MS
  for (let quiet = 0; quiet < QUIET_LOOKS && performance.now() < until;) {
    if ((await connectionsOf(server)) === 0) return
    const before = requests
    await sleep(LOOK_MS)
    await turn()
    quiet = requests === before ? quiet + 1 : 0
  }
}

/** Resolves at the end of a short turn in which the count has not changed. */
async function untilUnchanged(count: () => number): Promise<void> {
  // The current turn has polled already.
  await turn()
  for (const began = performance.now(); ;) {
    const [before, start] = [count(), performance.now()]
    await turn()
    const end = performance.now()
    if (count() === before && end - start < SHORT_TURN_MS) return
    if (end - began > LONGEST_ACCEPTING_MS) return
  }
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
}
