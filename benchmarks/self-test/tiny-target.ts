import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The minimum of tap's test that is needed here. */
interface Teardown {
  teardown(end: () => Promise<void>): unknown
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server in the test's own process, closed with the test. */
export async function tinyTarget(t: Teardown, answer: Handler): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.teardown(() => close(server))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}

/** Whether a process with this id is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
