import { setTimeout as sleep } from 'node:timers/promises'
import { Backend } from '../clients.ts'
import { Ledger } from '../kill/ledger.ts'
import { writers } from '../kill/writers.ts'
import type { Random } from '../random.ts'
import type { Run } from '../run.ts'
import type { Cluster, Replica } from './cluster.ts'
import { type Row, deliveryLog, duplicates, failures } from './log.ts'
import { sessionsOf } from './traffic.ts'
import { Webhooks } from './webhooks.ts'

const EVENTS = ['kyc.session.cancelled', 'kyc.session.completed', 'kyc.session.document_signed']
/** Lanes of jobs, so that several replicas own some. */
const SUBSCRIPTIONS = 4
/** Pause between two events. */
const TRICKLE_MS = 100
/** Time limit for an event in each lane. */
const RESUMED_MS = 20_000
/** Longer than the delays of the first two retries of a delivery. */
const RETRIES_S = 600

/** One organization that writes at every replica, and its acknowledged writes. */
export class Workload {
  readonly ledger = new Ledger()
  readonly webhooks: Webhooks
  #cluster: Cluster
  #owner: Backend
  #template: string

  private constructor(cluster: Cluster, owner: Backend, template: string, webhooks: Webhooks) {
    this.#cluster = cluster
    this.#owner = owner
    this.#template = template
    this.webhooks = webhooks
  }

  static async start(run: Run, cluster: Cluster): Promise<Workload> {
    const owner = await cluster.replicas[0]!.clients.organization()
    const webhooks = await Webhooks.start(run, owner, {
      subscriptions: SUBSCRIPTIONS,
      events: EVENTS,
      pids: () => cluster.replicas.map(({ pid }) => pid),
    })
    return new Workload(cluster, owner, await owner.leaseTemplate(), webhooks)
  }

  get organization(): string {
    return this.#owner.organization
  }

  /** The organization's backend at one replica. */
  at({ clients }: Replica): Backend {
    return new Backend(clients.us, this.#owner.organization, this.#owner.key)
  }

  /**
   * Writes at every replica until `over`. Resolves to the writes that were refused by a running
   * replica.
   * @param outages whether the database is unreachable at times
   */
  async write(random: Random, over: () => boolean, outages = false): Promise<string[]> {
    const working = this.#cluster.replicas.map((replica) =>
      writers({
        backend: this.at(replica),
        clients: replica.clients,
        ledger: this.ledger,
        template: this.#template,
        random,
        over,
        outages,
      }),
    )
    return (await Promise.all(working)).flat()
  }

  /**
   * Cancels a few sessions per second until an event has arrived in each of these lanes.
   * @returns ms from the given time to the first delivery of the slowest lane; undefined if a lane
   * got none
   */
  async resumed(replica: Replica, lanes: string[], moment: number): Promise<number | undefined> {
    const backend = this.at(replica)
    const firsts = (): (number | undefined)[] =>
      lanes.map((lane) => this.webhooks.firstAfter(lane, moment))
    while (firsts().includes(undefined) && performance.now() - moment < RESUMED_MS) {
      await this.#cancelOne(backend)
      await sleep(TRICKLE_MS)
    }
    const found = firsts()
    if (found.includes(undefined)) return undefined
    return Math.max(0, ...found.map((at) => at! - moment))
  }

  /**
   * Returns the errors, after the retries of failed deliveries.
   * @param figures receives the number of failed attempts
   */
  async problems(replica: Replica, figures: Run['figures']): Promise<string[]> {
    const { clients } = replica
    const backend = this.at(replica)
    const lost = await this.ledger.check(backend, clients, 'all')
    await clients.controlClient('POST', '/clock/advance', { seconds: RETRIES_S })
    const log = await deliveryLog(clients, this.organization)
    figures['failed attempts'] = failures(log)
    return [
      ...lost,
      ...this.ledger.undelivered(this.webhooks.deliveries),
      ...this.webhooks.changedRepeats(),
      ...(await this.#torn(backend, log)),
      ...duplicates(log),
    ]
  }

  /**
   * A session, its event and the delivery jobs are one batch: none is stored without the others.
   */
  async #torn(backend: Backend, log: readonly Row[]): Promise<string[]> {
    const lanesBySession = this.webhooks.lanesOfEvents('kyc.session.cancelled')
    const problems: string[] = []
    for (const { id, status } of await sessionsOf(backend)) {
      const lanes = lanesBySession.get(id) ?? new Set()
      if (lanes.size === (status === 'cancelled' ? SUBSCRIPTIONS : 0)) continue
      const rows = log.filter(({ session_id }) => session_id === id)
      const found = { lanes: [...lanes], deliveries: await this.#deliveriesOf(id), log: rows }
      problems.push(
        `session ${id} is ${status}, and ${lanes.size} of ${SUBSCRIPTIONS} receivers know its end: ${JSON.stringify(found)}`,
      )
    }
    return problems
  }

  /** Returns the stored deliveries of a session's events, with the times of the next attempts. */
  async #deliveriesOf(session: string): Promise<unknown[]> {
    const { rows } = await this.#cluster.query(
      `SELECT d.body::json AS delivery, j.due FROM vskit.documents e
        JOIN vskit.documents d ON d.id LIKE 'dsp\\_%' AND d.body::json->>'event_id' = e.id
        LEFT JOIN vskit.jobs j ON j.ref = d.id WHERE e.key1 = '${session}' AND e.id LIKE 'evt\\_%'`,
    )
    return rows
  }

  async #cancelOne(backend: Backend): Promise<void> {
    const { id } = await backend.data<{ id: string }>('POST', '/v1/sessions', {})
    const { status } = await backend.ask('POST', `/v1/sessions/${id}/cancel`)
    if (status < 300) this.ledger.cancelled.add(id)
  }
}
