import type { Delivery } from '../../simulator/testing/receiver.ts'
import type { Backend, Clients } from '../clients.ts'

interface Patches {
  /** Number of the last acknowledged update. */
  acknowledged: number
  /** Number of the last update that was sent. */
  sent: number
}

/** Acknowledged writes, which must exist after each start. */
export class Ledger {
  /** Metadata as it was sent. */
  readonly sessions = new Map<string, string>()
  readonly applicants = new Map<string, Patches>()
  readonly cancelled = new Set<string>()
  readonly keys = new Set<string>()
  readonly subscriptions = new Set<string>()
  /** Final hash of the signed document by session. */
  readonly signed = new Map<string, string>()
  readonly snapshots = new Set<string>()
  /** Ids whose records were changed since the last check. */
  readonly recent = new Set<string>()

  get size(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  get counts(): Record<string, number> {
    return {
      sessions: this.sessions.size,
      patches: [...this.applicants.values()].reduce(
        (sum, patches) => sum + patches.acknowledged,
        0,
      ),
      cancels: this.cancelled.size,
      keys: this.keys.size,
      subscriptions: this.subscriptions.size,
      signatures: this.signed.size,
      snapshots: this.snapshots.size,
    }
  }

  /** Returns the writes that are missing or differ. */
  async check(backend: Backend, clients: Clients, which: 'recent' | 'all'): Promise<string[]> {
    const chosen = <T>(entries: Iterable<[string, T]>): [string, T][] =>
      [...entries].filter(([id]) => which === 'all' || this.recent.has(id))
    const lost: string[] = []
    const get = async (path: string, key?: string) => {
      const { status, text } = await backend.ask('GET', path, undefined, key)
      return { status, text, data: status < 300 ? dataOf(text) : {} }
    }
    const checks: (() => Promise<unknown>)[] = []
    for (const [id, metadata] of chosen(this.sessions)) {
      checks.push(async () => {
        const { status, text, data } = await get(`/v1/sessions/${id}`)
        if (status !== 200) lost.push(`session ${id}: ${status} ${text}`)
        else if (!text.includes(`"metadata":${metadata}`))
          lost.push(`session ${id} differs: ${text}`)
        else if (this.cancelled.has(id) && data.status !== 'cancelled')
          lost.push(`session ${id} was cancelled and is ${String(data.status)}`)
      })
    }
    for (const [id, { acknowledged, sent }] of chosen(this.applicants)) {
      checks.push(async () => {
        const { status, text, data } = await get(`/v1/applicants/${id}`)
        const found = Number(String(data.name_suffix ?? 'n0').slice(1))
        if (status !== 200 || found < acknowledged || found > sent)
          lost.push(
            `applicant ${id}: update ${acknowledged} of ${sent} acknowledged: ${status} ${text}`,
          )
      })
    }
    for (const [id, hash] of chosen(this.signed)) {
      checks.push(async () => {
        const reply = await backend.ask('POST', '/v1/esign/verify', { sha256: hash })
        const { status } = JSON.parse(reply.text) as { status: string }
        if (status !== 'verified') lost.push(`the document that was signed in ${id} is ${status}`)
      })
    }
    for (const key of this.keys) {
      if (which === 'recent' && !this.recent.has(key)) continue
      checks.push(async () => {
        const { status } = await get('/v1/wallet', key)
        if (status !== 200) lost.push(`a created key gets ${status}`)
      })
    }
    for (const id of this.subscriptions) {
      if (which === 'recent' && !this.recent.has(id)) continue
      checks.push(async () => {
        const { status } = await get(`/v1/webhook-subscriptions/${id}`)
        if (status !== 200) lost.push(`subscription ${id}: ${status}`)
      })
    }
    for (let check = checks.splice(0, 16); check.length > 0; check = checks.splice(0, 16))
      await Promise.all(check.map((one) => one()))
    if (this.snapshots.size > 0) {
      const listed = await clients.controlClient<{ id: string }[]>('GET', '/snapshots')
      const known = new Set(listed.map(({ id }) => id))
      for (const id of this.snapshots) if (!known.has(id)) lost.push(`snapshot ${id} is gone`)
    }
    this.recent.clear()
    return lost
  }

  /** Returns the events without a delivery. */
  undelivered(deliveries: readonly Delivery[]): string[] {
    const deliveredEvents = new Set(
      deliveries.map(({ body }) => {
        const { type, sessionId } = JSON.parse(body) as { type: string; sessionId: string }
        return `${type} ${sessionId}`
      }),
    )
    return [
      ...[...this.cancelled].map((id) => `kyc.session.cancelled ${id}`),
      ...[...this.signed.keys()].map((id) => `kyc.session.document_signed ${id}`),
    ]
      .filter((event) => !deliveredEvents.has(event))
      .map((event) => `never delivered: ${event}`)
  }
}

function dataOf(text: string): Record<string, unknown> {
  return (JSON.parse(text) as { data: Record<string, unknown> }).data
}
