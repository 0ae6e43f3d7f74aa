import {
  type Fault,
  type FaultList,
  MOST_FAULTS,
  MOST_RECEIPTS,
  type NewFault,
  type Receipt,
  isActive,
} from '../faults/fault-list.ts'
import type { Database } from '../store/postgres/database.ts'
import type { Notices } from './notices.ts'
import type { Switches } from './switches.ts'

const LIST = { name: 'faults.list', text: 'SELECT doc, hits, last FROM faults ORDER BY place' }
/** The statement counts, so that `times: 1` affects one request in the whole cluster. */
const HIT = {
  name: 'faults.hit',
  text: `UPDATE faults SET hits = hits + 1, last = (ARRAY[$2] || last)[1:${MOST_RECEIPTS}]
    WHERE id = $1 AND (times IS NULL OR hits < times) RETURNING hits`,
}
const CHANGED = 'UPDATE switches SET faults = faults + 1'

/**
 * Faults that all replicas apply. Each checks its copy of the list, and counts hits in the
 * database.
 */
export class SharedFaults implements FaultList {
  any = false
  #database: Database
  #notices: Notices
  #known: Fault[] = []
  #removed: (id: string) => void = () => undefined

  constructor(database: Database, switches: Switches, notices: Notices) {
    this.#database = database
    this.#notices = notices
    switches.onFaults(() => this.#reload())
  }

  onRemoval(then: (id: string) => void): void {
    this.#removed = then
  }

  has(id: string): boolean {
    return this.#known.some((fault) => fault.id === id)
  }

  async all(): Promise<Fault[]> {
    const rows = await this.#database.read<[string, number, string[]]>(LIST)
    return rows.map(([doc, hits, last]) => ({
      ...(JSON.parse(doc) as NewFault),
      hits,
      last: last.map((text) => JSON.parse(text) as Receipt),
    }))
  }

  async add(fault: NewFault): Promise<boolean> {
    return this.#database.transaction(async (ask) => {
      // The lock of the row serializes additions.
      await ask(CHANGED)
      const [row] = await ask<[number]>('SELECT count(*)::int FROM faults')
      if (row![0] >= MOST_FAULTS) {
        const spent = await ask(
          'DELETE FROM faults WHERE id = (SELECT id FROM faults WHERE hits >= times ORDER BY place LIMIT 1) RETURNING id',
        )
        if (spent.length === 0) return false
      }
      await ask('INSERT INTO faults (id, doc, times) VALUES ($1, $2, $3)', [
        fault.id,
        JSON.stringify(fault),
        fault.times,
      ])
      return true
    })
  }

  async remove(which: (fault: Fault) => boolean): Promise<Fault[]> {
    const wanted = (await this.all()).filter(which)
    if (wanted.length === 0) return []
    const ids = await this.#database.transaction(async (ask) => {
      await ask(CHANGED)
      const rows = await ask<[string]>('DELETE FROM faults WHERE id = ANY ($1) RETURNING id', [
        wanted.map(({ id }) => id),
      ])
      return new Set(rows.map(([id]) => id))
    })
    for (const id of ids) this.#removed(id)
    // Other replicas release held requests.
    this.#notices.send('world')
    return wanted.filter(({ id }) => ids.has(id))
  }

  async hit(fits: (fault: Fault) => boolean, receipt: Receipt): Promise<Fault | undefined> {
    for (const fault of this.#known) {
      if (!isActive(fault) || !fits(fault)) continue
      const [row] = await this.#database.count<[number]>(HIT, [fault.id, JSON.stringify(receipt)])
      // The fault was used up by other replicas or removed meanwhile.
      fault.hits = row ? row[0] : (fault.times ?? fault.hits)
      this.any = this.#known.some(isActive)
      if (row) return fault
    }
    return undefined
  }

  async #reload(): Promise<void> {
    const before = this.#known
    this.#known = await this.all()
    this.any = this.#known.some(isActive)
    for (const { id } of before) if (!this.has(id)) this.#removed(id)
  }
}
