import { type LimitScenario, checkLimits } from '../../../benchmarks/parts/rate-limit/check.ts'
import { Backend } from '../../clients.ts'
import type { Part } from '../../part.ts'
import { Balancer } from '../../replicas/balancer.ts'
import { Cluster } from '../../replicas/cluster.ts'
import type { Run } from '../../run.ts'

const KEYS = 3
/** Seconds of load before and after the start of a window. */
const SECONDS = 1
const FROZEN = '2026-11-20T09:00:00.000Z'
/** Reads in the window in which a replica is killed. */
const BUDGET = 1500
const CONNECTIONS = 60

export const replicasLimits: Part = {
  name: 'replicas-limits',
  promise:
    'Rate-limit windows are exact through a balancer at 1, 10 and 200 connections, also across window starts and with a killed replica.',
  cases: 10,
  share: 2,
  quick: false,
  stores: ['postgres'],
  async run(run) {
    const cluster = await Cluster.start(run, { replicas: 3 })
    const balancer = await Balancer.start(run, cluster.addresses)
    let [requests, windows, killed] = [0, 0, 0]
    await run.inLanes(1, async (no) => {
      for (const scenario of await overEdges(cluster, balancer)) {
        const { name, connections, verdict, problems } = scenario
        requests += scenario.requests
        windows += scenario.windows.length
        run.expect(
          verdict === 'right',
          no,
          () => `${name}, ${connections} connections: ${verdict} ${problems.join('; ')}`,
        )
      }
      await killInWindow(run, no, cluster, balancer)
      killed++
    })
    Object.assign(run.figures, { requests, windows, 'replicas killed in a window': killed })
  },
}

/** Runs the limiter check of `vskit bench rate-limit` through the balancer. */
async function overEdges(cluster: Cluster, balancer: Balancer): Promise<LimitScenario[]> {
  const { clients, process } = cluster.replicas[0]!
  const { organization, key } = await clients.organization({ tier: 'elevated', budgets: {} })
  const more = Array.from({ length: KEYS - 1 }, () =>
    clients.controlClient<{ key: string }>('POST', `/organizations/${organization}/keys`, {
      type: 'sk',
      mode: 'test',
    }),
  )
  const keys = [key, ...(await Promise.all(more)).map((made) => made.key)]
  const backend = new Backend(clients.us, organization, key)
  const { id } = await backend.data<{ id: string }>('POST', '/v1/sessions', {})
  await clients.controlClient('POST', `/sessions/${id}/journey`, { action: 'submit' })
  return checkLimits({
    baseUrl: balancer.url,
    control: process.ready.control,
    keys,
    sessionId: id,
    artifact: 'front',
    duration: SECONDS,
    progress: () => undefined,
  })
}

/**
 * Uses up one window on many connections and kills a replica in the middle. Every received response
 * counts; a request in progress at the killed replica may be counted too.
 */
async function killInWindow(
  run: Run,
  no: number,
  cluster: Cluster,
  balancer: Balancer,
): Promise<void> {
  const victim = run.random(no).below(cluster.replicas.length)
  const { clients } = cluster.replicas[(victim + 1) % cluster.replicas.length]!
  await clients.controlClient('POST', '/clock/freeze', { at: FROZEN })
  const { organization, key } = await clients.organization({
    tier: 'custom',
    budgets: { reads: BUDGET },
  })
  const backend = new Backend(balancer.client, organization, key)
  let [served, refused, lost] = [0, 0, 0]
  let end: Promise<void> | undefined
  const loop = async (): Promise<void> => {
    while (refused < CONNECTIONS * 2 && served + lost < BUDGET * 2) {
      const { status } = await backend.ask('GET', '/v1/applicants')
      if (status === 200) served++
      else if (status === 429) refused++
      else lost++
      if (served > BUDGET / 2) end ??= cluster.end(victim, 'SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  await end
  run.expect(
    served <= BUDGET && served + CONNECTIONS >= BUDGET,
    no,
    () => `${served} served, ${lost} lost with the killed replica; the budget is ${BUDGET}`,
  )
  await cluster.restart(victim)
  await clients.controlClient('POST', '/clock/resume')
}
