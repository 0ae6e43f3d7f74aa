import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../../simulator/store/testing/postgres-server.ts'
import type { Part } from '../../part.ts'
import { Cluster } from '../../replicas/cluster.ts'
import { Traffic, counted } from '../../replicas/traffic.ts'
import { Workload } from '../../replicas/workload.ts'

const REPLICAS = 3
/** Every request is answered within this time, also without the database. */
const ANSWERED_MS = 2000
/** Requests must succeed within this time after the server accepts connections again. */
const SERVICE_MS = 5000
const SERVED = [200, 201]
const EXPECTED = [...SERVED, 500, 503]

export const replicasPostmaster: Part = {
  name: 'replicas-postmaster',
  promise: `SIGKILL of the database server loses no acknowledged write; requests succeed within ${SERVICE_MS / 1000} s of its recovery.`,
  cases: 20,
  share: 2,
  quick: false,
  stores: ['postgres'],
  async run(run) {
    const server = await startPostgres(['fsync=on'])
    run.teardown(() => server.stop())
    const cluster = await Cluster.start(run, { replicas: REPLICAS, server, outages: true })
    const workload = await Workload.start(run, cluster)
    const { id } = await workload
      .at(cluster.replicas[0]!)
      .data<{ id: string }>('POST', '/v1/sessions', {})
    let [kills, refused, unknown, slowest, longest] = [0, 0, 0, 0, 0]
    await run.inLanes(1, async (no) => {
      const random = run.random(no)
      let over = false
      const working = workload.write(random, () => over, true)
      const traffic = cluster.replicas.map((replica) => {
        const backend = workload.at(replica)
        return new Traffic({
          read: () => backend.ask('GET', `/v1/sessions/${id}`),
          create: () => backend.ask('POST', '/v1/sessions', {}),
        }).begin(10)
      })
      await sleep(100 + random.below(400))
      await server.kill()
      await sleep(random.below(3000))
      await server.restart()
      const recovered = performance.now()
      kills++
      const served = traffic.map(({ outcomes }) => {
        const isServed = (name: string): boolean =>
          outcomes.some(
            (one) =>
              one.name === name && one.sent > recovered && SERVED.includes(Number(one.status)),
          )
        return { isServed: () => isServed('read') && isServed('create') }
      })
      while (served.some(({ isServed }) => !isServed()) && performance.now() < recovered + 20_000)
        await sleep(10)
      const ms = performance.now() - recovered
      longest = Math.max(longest, ms)
      run.expect(ms <= SERVICE_MS, no, () => `service ${Math.round(ms)} ms after the recovery`)
      over = true
      for (const problem of await working) run.fail(no, problem)
      for (const { outcomes, slowest: most } of await ended(traffic)) {
        slowest = Math.max(slowest, most)
        refused += outcomes.filter(({ status }) => status === 503).length
        unknown += outcomes.filter(({ status }) => status === 500).length
        const others = outcomes.filter(({ status }) => !EXPECTED.includes(Number(status)))
        run.expect(others.length === 0, no, () => `neither 500 nor 503: ${counted(others)}`)
        const reads = outcomes.filter(({ name, status }) => name === 'read' && status === 500)
        run.expect(reads.length === 0, no, () => `${reads.length} reads were answered 500`)
        run.expect(
          most <= ANSWERED_MS,
          no,
          () => `a response took ${Math.round(most)} ms without the database`,
        )
      }
      const [replica] = cluster.replicas
      const lost = await workload.ledger.check(workload.at(replica!), replica!.clients, 'recent')
      for (const problem of lost) run.fail(no, problem)
    })
    for (const problem of await workload.problems(cluster.replicas[0]!, run.figures))
      run.fail(-1, problem)
    Object.assign(run.figures, {
      ...workload.ledger.counts,
      kills,
      'answered 503': refused,
      'answered 500': unknown,
      'slowest response': `${Math.round(slowest)} ms`,
      'longest until served': `${(longest / 1000).toFixed(1)} s`,
    })
  },
}

/** Ends all replicas. */
async function ended(traffic: Traffic[]): Promise<Traffic[]> {
  await Promise.all(traffic.map((one) => one.end()))
  return traffic
}
