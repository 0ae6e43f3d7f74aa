import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../../part.ts'
import type { Random } from '../../random.ts'
import { Cluster } from '../../replicas/cluster.ts'
import { Workload } from '../../replicas/workload.ts'

const REPLICAS = 3
/**
 * Groups of replicas on a database each. A case waits six of its seven seconds until a replica counts as
 * lost, so the cases of two groups take half of the time.
 */
const GROUPS = 2
/** Time after which the lanes of an ended replica must run again. */
const LANES_MS = 8000

interface Group {
  cluster: Cluster
  workload: Workload
}

export const replicasKill: Part = {
  name: 'replicas-kill',
  promise: `SIGKILL of a replica under load loses no acknowledged write and no part of a batch; its lanes resume within ${LANES_MS / 1000} s.`,
  cases: 100,
  share: 3,
  quick: false,
  stores: ['postgres'],
  async run(run) {
    const groups: Group[] = []
    for (let no = 0; no < GROUPS; no++) {
      const cluster = await Cluster.start(run, { replicas: REPLICAS })
      groups.push({ cluster, workload: await Workload.start(run, cluster) })
    }
    const idle = [...groups]
    const resumed: number[] = []
    let [kills, taken] = [0, 0]
    await run.inLanes(GROUPS, async (no) => {
      const group = idle.pop()!
      const { cluster, workload } = group
      const random = run.random(no)
      let over = false
      const working = workload.write(random, () => over)
      await sleep(50 + random.below(300))
      const { victim, lanes } = await ownerOf(cluster, workload.webhooks.lanes, random)
      const killed = performance.now()
      await cluster.end(victim, 'SIGKILL')
      kills++
      await sleep(50)
      over = true
      for (const problem of await working) run.fail(no, problem)
      const survivor = cluster.replicas[(victim + 1) % REPLICAS]!
      taken += lanes.length
      const ms = await workload.resumed(survivor, lanes, killed)
      run.expect(
        ms !== undefined && ms <= LANES_MS,
        no,
        () => `lanes of a killed replica resumed after ${ms === undefined ? 'never' : `${ms} ms`}`,
      )
      if (ms !== undefined) resumed.push(ms)
      const lost = await workload.ledger.check(workload.at(survivor), survivor.clients, 'recent')
      for (const problem of lost) run.fail(no, problem)
      await cluster.restart(victim)
      idle.push(group)
    })
    const figures: Record<string, number | string>[] = []
    for (const { cluster, workload } of groups) {
      const own: Record<string, number | string> = {}
      for (const problem of await workload.problems(cluster.replicas[0]!, own))
        run.fail(-1, problem)
      figures.push({
        ...own,
        ...workload.ledger.counts,
        deliveries: workload.webhooks.deliveries.length,
      })
    }
    Object.assign(run.figures, added(figures), {
      kills,
      'lanes taken over': taken,
      'slowest resumed after': `${(Math.max(0, ...resumed) / 1000).toFixed(1)} s`,
    })
  },
}

/** Adds numbers and joins texts. */
function added(
  figures: readonly Record<string, number | string>[],
): Record<string, number | string> {
  const sums: Record<string, number | string> = {}
  for (const [name, value] of figures.flatMap((one) => Object.entries(one))) {
    const before = sums[name]
    sums[name] =
      before === undefined
        ? value
        : typeof value === 'number'
          ? Number(before) + value
          : `${before}, ${value}`
  }
  return sums
}

/** Chooses a replica that owns lanes, so that others must take them over. */
async function ownerOf(
  cluster: Cluster,
  lanes: readonly string[],
  random: Random,
): Promise<{ victim: number; lanes: string[] }> {
  for (;;) {
    const owned = (await cluster.lanes()).filter(({ lane }) => lanes.includes(lane))
    const of = (no: number): string[] =>
      owned.filter(({ pid }) => pid === cluster.replicas[no]!.pid).map(({ lane }) => lane)
    const owners = cluster.replicas.keys().filter((no) => of(no).length > 0)
    const numbers = [...owners]
    if (numbers.length > 0) {
      const victim = random.pick(numbers)
      return { victim, lanes: of(victim) }
    }
    await sleep(20)
  }
}
