/**
 * Runs in a network namespace (see `isolated.ts`) in which a public address is assigned to this
 * machine and our name server answers. Names resolve to the public address at the check and to this
 * machine at the call. Prints the connections as JSON.
 */
import { createServer } from 'node:net'
import { simulatorProcess } from '../../simulator/testing/process.ts'
import { Clients } from '../clients.ts'
import { type Answers, NameServer } from './name-server.ts'

/** Results of the deliveries to one name. */
export interface Rebinding {
  name: string
  /** Connections to the public address, and to any other. */
  outer: number
  inner: number
}

const PUBLIC = process.argv[2]!
const INNER = ['127.0.0.1', '127.0.0.2', '0.0.0.0']
/** Deliveries to each name. */
const PINGS = 4

const NAMES: Record<string, Answers> = Object.fromEntries(
  INNER.flatMap((inner, i): [string, Answers][] => [
    [`then-inner-${i}.example`, [[PUBLIC], [inner]]],
    [`alternating-${i}.example`, [[PUBLIC], [inner], [PUBLIC], [inner], [PUBLIC], [inner]]],
    [`both-${i}.example`, [[PUBLIC, inner]]],
    [`both-inner-first-${i}.example`, [[inner, PUBLIC]]],
    [`inner-${i}.example`, [[inner]]],
  ]),
)

const ends: (() => Promise<unknown>)[] = []
const connections = { outer: 0, inner: 0 }
const listener = createServer((socket) => {
  connections[socket.localAddress?.endsWith(PUBLIC) ? 'outer' : 'inner']++
  socket.destroy()
})
await new Promise<void>((resolve) => listener.listen(0, '::', resolve))
const { port } = listener.address() as { port: number }
const server = new NameServer()
await server.listen()
const running = await simulatorProcess({ teardown: (end) => ends.push(end) })
const clients = new Clients(running)
const backend = await clients.organization()
const found: Rebinding[] = []
for (const [name, answers] of [['steady.example', [[PUBLIC]]], ...Object.entries(NAMES)] as [
  string,
  Answers,
][]) {
  Object.assign(connections, { outer: 0, inner: 0 })
  server.names.set(name, answers)
  const body = { url: `https://${name}:${port}/`, events: ['kyc.session.expired'] }
  const { id } = await backend.data<{ id: string }>('POST', '/v1/webhook-subscriptions', body)
  for (let i = 0; i < PINGS; i++) {
    await backend.ask('POST', `/v1/webhook-subscriptions/${id}/test`)
    await clients.controlClient('POST', '/settle')
  }
  found.push({ name, ...connections })
}
console.log(JSON.stringify(found))
clients.close()
for (const end of ends) await end()
server.close()
listener.close()
