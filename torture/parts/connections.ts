import { type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'

const IDLE = 5000
const SLOW = 500
const REQUESTS = 2000
const CLOSED_S = 65
const MOST_P99_MS = 50

export const connections: Part = {
  name: 'connections',
  promise: `${IDLE} idle and ${SLOW} slow connections delay no other request, and end within ${CLOSED_S} s.`,
  cases: 1,
  share: 1.5,
  quick: false,
  async run(run) {
    const running = await run.simulator()
    const clients = new Clients(running)
    const backend = await clients.organization()
    run.next()
    const p99 = async (): Promise<number> => {
      const times: number[] = []
      for (let i = 0; i < REQUESTS; i++) {
        const begun = performance.now()
        await backend.ask('GET', '/v1/wallet')
        times.push(performance.now() - begun)
      }
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!
    }
    const alone = await p99()
    const { hostname, port } = new URL(running.ready.regions.us.base_url)
    const open = new Set<Socket>()
    const begun = performance.now()
    let last = 0
    const opened = (slow: boolean): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect({ port: Number(port), host: hostname }, resolve)
        open.add(socket)
        socket.on('error', () => resolve())
        socket.on('close', () => {
          open.delete(socket)
          last = performance.now() - begun
        })
        socket.resume()
        if (!slow) return void socket.write('GET /openapi.json HTTP/1.1\r\n')
        const timer = setInterval(() => socket.write('x'), 2000)
        socket.on('close', () => clearInterval(timer))
        socket.write('POST /v1/sessions HTTP/1.1\r\nHost: a\r\nX: ')
      })
    for (let i = 0; i < IDLE; i += 250)
      await Promise.all(Array.from({ length: 250 }, () => opened(false)))
    await Promise.all(Array.from({ length: SLOW }, () => opened(true)))
    const most = open.size
    const beside = await p99()
    while (open.size > 0 && performance.now() - begun < CLOSED_S * 1000 + 10_000) await sleep(100)
    run.expect(
      open.size === 0,
      0,
      () => `${open.size} of ${most} connections are open after ${CLOSED_S + 10} s`,
    )
    run.expect(
      last <= CLOSED_S * 1000,
      0,
      () => `the last connection was closed after ${(last / 1000).toFixed(1)} s`,
    )
    // On a busy machine, requests are as slow without these connections.
    run.expect(
      beside <= Math.max(MOST_P99_MS, 2 * alone),
      0,
      () => `p99 ${beside.toFixed(1)} ms with these connections, ${alone.toFixed(1)} ms without`,
    )
    for (const socket of open) socket.destroy()
    clients.close()
    run.figures.connections = most
    run.figures['p99 without'] = `${alone.toFixed(1)} ms`
    run.figures['p99 beside'] = `${beside.toFixed(1)} ms`
    run.figures['last closed after'] = `${(last / 1000).toFixed(1)} s`
  },
}
