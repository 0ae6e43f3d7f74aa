import { LIVING } from './lanes/lane-statements.ts'
import type {
  ForwardOutcome,
  ForwardedDelivery,
  Forwarders,
  Replicas,
} from '../features/webhooks/forwarders.ts'
import { ATTEMPT_MS } from '../features/webhooks/sending/retry.ts'
import { randomUUID } from 'node:crypto'
import type { Database } from '../store/postgres/database.ts'
import type { Notices } from './notices.ts'

const GIVE = {
  name: 'forwards.give',
  text: 'INSERT INTO forwards (id, forwarder, message) VALUES ($1, $2, $3)',
}
const TAKE = {
  name: 'forwards.take',
  text: `UPDATE forwards SET taken = true WHERE NOT taken AND forwarder = ANY ($1)
    AND at > clock_timestamp() - interval '${ATTEMPT_MS} ms' RETURNING id, forwarder, message`,
}
const ANSWER = { name: 'forwards.answer', text: 'UPDATE forwards SET outcome = $2 WHERE id = $1' }
const COLLECT = {
  name: 'forwards.collect',
  text: 'DELETE FROM forwards WHERE id = ANY ($1) AND outcome IS NOT NULL RETURNING id, outcome',
}
const EXPIRE = {
  name: 'forwards.expire',
  text: "DELETE FROM forwards WHERE at < clock_timestamp() - interval '60 s'",
}
const LIVING_SLOTS = {
  name: 'replicas.slots',
  text: `SELECT slot FROM ${LIVING}`,
}

type Message = Pick<ForwardedDelivery, 'headers' | 'body'>

/**
 * Passes webhooks to the replica with the listener's connection. The owner of the subscription's
 * lane, or the replica that moves the clock, runs the delivery, but only the replica with the
 * connection can send it.
 */
export class ForwarderRelay implements Replicas {
  #database: Database
  #notices: Notices
  #slot: () => number
  #report: (error: unknown) => void
  #forwarders: Forwarders | undefined
  #waiting = new Map<string, { forwarder: string; settle: (outcome: ForwardOutcome) => void }>()

  constructor(given: {
    database: Database
    notices: Notices
    slot: () => number
    report: (error: unknown) => void
  }) {
    this.#database = given.database
    this.#notices = given.notices
    this.#slot = given.slot
    this.#report = given.report
  }

  get slot(): number {
    return this.#slot()
  }

  serve(forwarders: Forwarders): void {
    this.#forwarders = forwarders
  }

  async livingSlots(): Promise<Set<number>> {
    const rows = await this.#database.read<[number]>(LIVING_SLOTS)
    return new Set(rows.map(([slot]) => slot))
  }

  async relay(
    forwarder: string,
    headers: Message['headers'],
    body: string,
  ): Promise<ForwardOutcome> {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<ForwardOutcome>()
    const timer = setTimeout(() => resolve({ error: 'timeout' }), ATTEMPT_MS).unref()
    this.#waiting.set(id, { forwarder, settle: resolve })
    try {
      await this.#database.write(GIVE, [id, forwarder, JSON.stringify({ headers, body })])
      this.#notices.send('forwards')
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }

  /**
   * Takes webhooks from other replicas, and the outcomes of webhooks that this replica has passed
   * on.
   */
  async receive(): Promise<void> {
    await this.#take()
    await this.#collect()
  }

  /** Removes subscriptions of replicas that have ended. Call at each heartbeat. */
  async beat(): Promise<void> {
    if (this.#waiting.size === 0 && !this.#forwarders?.any) return
    await this.#forwarders?.synchronize()
    for (const { forwarder, settle } of this.#waiting.values())
      if (!this.#forwarders?.exists(forwarder)) settle({ error: 'connection_failed' })
    await this.receive()
  }

  async expire(): Promise<void> {
    await this.#database.count(EXPIRE, [])
  }

  async #take(): Promise<void> {
    const mine = this.#forwarders?.localIds ?? []
    if (mine.length === 0) return
    const taken = await this.#database.write<[string, string, string]>(TAKE, [mine])
    for (const [id, forwarder, text] of taken) {
      const { headers, body } = JSON.parse(text) as Message
      this.#forward(id, forwarder, headers, body).catch(this.#report)
    }
  }

  async #forward(
    id: string,
    forwarder: string,
    headers: Message['headers'],
    body: string,
  ): Promise<void> {
    const outcome = await this.#forwarders!.forward(forwarder, headers, body)
    await this.#database.write(ANSWER, [id, JSON.stringify(outcome)])
    this.#notices.send('outcomes')
  }

  async #collect(): Promise<void> {
    if (this.#waiting.size === 0) return
    const rows = await this.#database.write<[string, string]>(COLLECT, [[...this.#waiting.keys()]])
    for (const [id, outcome] of rows)
      this.#waiting.get(id)?.settle(JSON.parse(outcome) as ForwardOutcome)
  }
}
