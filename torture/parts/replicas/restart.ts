import { setTimeout as sleep } from 'node:timers/promises'
import { Backend } from '../../clients.ts'
import type { Part } from '../../part.ts'
import { Balancer } from '../../replicas/balancer.ts'
import { Cluster } from '../../replicas/cluster.ts'
import { Traffic, counted } from '../../replicas/traffic.ts'

const REPLICAS = 3
/** Requests a second. */
const RATE = 200
const BETWEEN_MS = 1000

export const replicasRestart: Part = {
  name: 'replicas-restart',
  promise: `No request fails in a rolling restart at ${RATE} requests per second.`,
  cases: 5,
  share: 1,
  quick: false,
  stores: ['postgres'],
  async run(run) {
    const cluster = await Cluster.start(run, { replicas: REPLICAS })
    const balancer = await Balancer.start(run, cluster.addresses)
    const { organization, key } = await cluster.replicas[0]!.clients.organization()
    const backend = new Backend(balancer.client, organization, key)
    const { id } = await backend.data<{ id: string }>('POST', '/v1/sessions', {})
    let [requests, failed, slowest, restarts] = [0, 0, 0, 0]
    await run.inLanes(1, async (no) => {
      const traffic = new Traffic({
        read: () => backend.ask('GET', `/v1/sessions/${id}`),
        create: () => backend.ask('POST', '/v1/sessions', {}),
        list: () => backend.ask('GET', '/v1/sessions?limit=20'),
        applicant: () => backend.ask('POST', '/v1/applicants', { family_name: 'Ek' }),
      }).beginAt(RATE)
      await sleep(BETWEEN_MS)
      for (let replica = 0; replica < REPLICAS; replica++) {
        await cluster.end(replica, 'SIGTERM')
        const { code } = await cluster.replicas[replica]!.process.ended
        run.expect(code === 0, no, () => `SIGTERM ended with ${code}`)
        await cluster.restart(replica)
        restarts++
        await sleep(BETWEEN_MS)
      }
      const outcomes = await traffic.end()
      const wrong = outcomes.filter(({ status }) => !(Number(status) < 300))
      requests += outcomes.length
      failed += wrong.length
      slowest = Math.max(slowest, traffic.slowest)
      run.expect(
        wrong.length === 0,
        no,
        () => `${counted(wrong)}, first ${wrong[0]!.name}: ${wrong[0]!.text}`,
      )
    })
    Object.assign(run.figures, {
      requests,
      failed,
      restarts,
      'slowest response': `${Math.round(slowest)} ms`,
    })
  },
}
