/**
 * Baseline: posts the same bytes repeatedly over HTTPS, on as many connections as the simulator
 * keeps per receiver. It ends with the bench.
 */
import { Agent, request } from 'node:https'

export interface SendOrder {
  url: string
  count: number
}

const AT_ONCE = 8
const BODY = JSON.stringify({
  sessionId: 'vs_5t2kx8q4tb7m2k9r5w6y0zc1',
  status: 'cancelled',
  outcome: null,
  occurredAt: '2026-11-20T09:00:00.000Z',
  mode: 'test',
  type: 'kyc.session.cancelled',
})

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE, rejectUnauthorized: false })

process.on('message', ({ url, count }: SendOrder) => {
  let left = count
  const loop = async (): Promise<void> => {
    while (left-- > 0) await post(url)
  }
  void Promise.all(Array.from({ length: AT_ONCE }, loop)).then(
    () => process.send!({}),
    () => process.exit(1),
  )
})
process.on('disconnect', () => process.exit())

function post(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(BODY),
    }
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', resolve)
    })
    outgoing.once('error', reject)
    outgoing.end(BODY)
  })
}
