import { setTimeout as sleep } from 'node:timers/promises'
import type { Response } from '../../http/client.ts'
import type { Part } from '../../part.ts'
import { Cluster, type Replica } from '../../replicas/cluster.ts'
import { DatabaseProxy, type NetworkFault } from '../../replicas/database-proxy.ts'
import { LaneWatch } from '../../replicas/lane-watch.ts'
import { MarkedSessions, type Outcome, Traffic, counted } from '../../replicas/traffic.ts'
import { Workload } from '../../replicas/workload.ts'
import type { Run } from '../../run.ts'
import { postgresServer } from '../../stores.ts'

type Fault = NetworkFault | 'pause'
const FAULTS: readonly Fault[] = ['cut', 'stall', 'to-server', 'to-client', 'delay', 'pause']
/** Longer than a lease, so that other replicas take the lanes. */
const FAULT_MS = 10_000
const HEALTHY_MS = 1000
const ANSWERED_MS = 2000
const SERVICE_MS = 5000
/** Concurrent jobs of one lane: this number may be in progress when a replica is stopped. */
const LANE_WIDTH = 8
const SERVED = [200, 201]

/** Figures of one run. */
class Figures {
  answered = 0
  refused = 0
  unknown = 0
  slowest = 0
  late = 0
  recovered = 0
}

export const replicasNetwork: Part = {
  name: 'replicas-network',
  promise: `A replica that is cut off or stopped answers 500 or 503 within ${ANSWERED_MS / 1000} s, runs no job of a lane that it lost, and delays no other.`,
  cases: FAULTS.length * 4,
  share: 3,
  quick: false,
  stores: ['postgres'],
  async run(run) {
    const { port } = await postgresServer()
    const proxy = await DatabaseProxy.start(run, port)
    const cluster = await Cluster.start(run, {
      replicas: 2,
      outages: true,
      addressOf: async (no, url) => (no === 0 ? url.replace(`:${port}/`, `:${proxy.port}/`) : url),
    })
    const workload = await Workload.start(run, cluster)
    const figures = new Figures()
    await run.inLanes(1, async (no) => {
      await disturb(run, no, { cluster, workload, proxy, figures })
    })
    for (const problem of await workload.problems(cluster.replicas[1]!, run.figures))
      run.fail(-1, problem)
    Object.assign(run.figures, {
      answered: figures.answered,
      'answered 503': figures.refused,
      'answered 500': figures.unknown,
      'slowest response': `${Math.round(figures.slowest)} ms`,
      'deliveries in progress at a stop': figures.late,
      'longest until served': `${(figures.recovered / 1000).toFixed(1)} s`,
    })
  },
}

interface Scene {
  cluster: Cluster
  workload: Workload
  proxy: DatabaseProxy
  figures: Figures
}

async function disturb(run: Run, no: number, scene: Scene): Promise<void> {
  const { cluster, workload, proxy, figures } = scene
  const fault = FAULTS[no % FAULTS.length]!
  const [hit, other] = cluster.replicas as [Replica, Replica]
  const marked = new MarkedSessions(`${fault}-${no}`)
  const { id } = await workload.at(hit).data<{ id: string }>('POST', '/v1/sessions', {})
  const trafficAt = (replica: Replica): Traffic =>
    new Traffic({
      read: () => workload.at(replica).ask('GET', `/v1/sessions/${id}`),
      list: () => workload.at(replica).ask('GET', '/v1/sessions?limit=5'),
      create: marked.creator(workload.at(replica)),
      'create again': marked.creator(workload.at(replica)),
      // A change of the world locks its row.
      key: () => createKey(replica, workload.organization),
      event: () => cancelNew(workload, replica),
    }).begin(20)
  const watch = new LaneWatch(cluster)
  const traffic = [trafficAt(hit), trafficAt(other)] as const
  await sleep(HEALTHY_MS + run.random(no).below(500))
  const began = performance.now()
  if (fault === 'pause') hit.process.child.kill('SIGSTOP')
  else proxy.break(fault)
  await sleep(FAULT_MS)
  if (fault === 'pause') hit.process.child.kill('SIGCONT')
  else proxy.heal()
  const healed = performance.now()
  const ms = await servedAfter(traffic[0], healed)
  figures.recovered = Math.max(figures.recovered, ms)
  const name = `${fault}: `
  run.expect(ms <= SERVICE_MS, no, () => `${name}service ${Math.round(ms)} ms after the end of it`)
  const [here, there] = await Promise.all(traffic.map((one) => one.end()))
  await watch.end()
  // A stopped process does not answer: requests to it during the stop are not judged.
  const isAsleep = ({ sent, ms }: Outcome): boolean =>
    fault === 'pause' && sent < healed && sent + ms > began
  judge(
    run,
    no,
    `${name}the replica behind it: `,
    figures,
    here!.filter((one) => !isAsleep(one)),
  )
  judge(run, no, `${name}the other replica: `, figures, there!)
  const failed = there!.filter(({ status }) => !SERVED.includes(Number(status)))
  run.expect(
    failed.length === 0,
    no,
    () =>
      `${name}the other replica answered ${counted(failed)}: ${failed[0]!.name} ${failed[0]!.text}`,
  )
  const late = watch.unowned(workload.webhooks.arrivals.filter(({ at }) => at > began))
  figures.late += late.length
  const perLane = Map.groupBy(late, ({ lane }) => lane)
  for (const [lane, all] of perLane)
    run.expect(
      fault === 'pause' && all.length <= LANE_WIDTH,
      no,
      () => `${name}${all.length} deliveries of ${lane} by a replica that had lost it`,
    )
  for (const problem of await marked.contradictions(workload.at(other)))
    run.fail(no, name + problem)
}

function judge(run: Run, no: number, name: string, figures: Figures, all: Outcome[]): void {
  const is = (...wanted: number[]): Outcome[] =>
    all.filter(({ status }) => wanted.includes(Number(status)))
  figures.answered += all.length
  figures.refused += is(503).length
  figures.unknown += is(500).length
  const others = all.length - is(...SERVED, 500, 503).length
  run.expect(others === 0, no, () => `${name}answered ${counted(all)}`)
  const reads = is(500).filter((one) => ['read', 'list'].includes(one.name))
  run.expect(reads.length === 0, no, () => `${name}${reads.length} reads were answered 500`)
  // An event needs two requests.
  const [slowest] = all
    .filter((one) => one.name !== 'event')
    .toSorted((one, another) => another.ms - one.ms)
  if (!slowest) return
  figures.slowest = Math.max(figures.slowest, slowest.ms)
  run.expect(
    slowest.ms <= ANSWERED_MS,
    no,
    () => `${name}${slowest.name} took ${Math.round(slowest.ms)} ms (${slowest.status})`,
  )
}

/** Resolves when each kind of request succeeds again; returns the ms since `healed`. */
async function servedAfter({ outcomes }: Traffic, healed: number): Promise<number> {
  const names = new Set(outcomes.map(({ name }) => name))
  const served = (): Set<string> =>
    new Set(
      outcomes
        .filter(({ sent, status }) => sent > healed && SERVED.includes(Number(status)))
        .map(({ name }) => name),
    )
  while (served().size < names.size && performance.now() - healed < SERVICE_MS * 2) await sleep(20)
  return performance.now() - healed
}

function createKey({ clients }: Replica, organization: string): Promise<Response> {
  return clients.control.ask(
    'POST',
    `/control/v1/organizations/${organization}/keys`,
    { 'content-type': 'application/json' },
    '{"type":"sk","mode":"test"}',
  )
}

/** Creates a session and cancels it, for an event in each lane. */
async function cancelNew(workload: Workload, replica: Replica): Promise<Response> {
  const backend = workload.at(replica)
  const made = await backend.ask('POST', '/v1/sessions', {})
  if (made.status !== 201) return made
  const { id } = (JSON.parse(made.text) as { data: { id: string } }).data
  return backend.ask('POST', `/v1/sessions/${id}/cancel`)
}
