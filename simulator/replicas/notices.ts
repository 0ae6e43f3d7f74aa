import type { Database } from '../store/postgres/database.ts'

/** The channel on which replicas wake each other. A notice only speeds things up. */
export const CHANNEL = 'vskit'

/** Something that other replicas should look for. */
export type Notice = 'world' | 'log' | 'forwards' | 'outcomes'

/** Wakes of other replicas within this time share a notice. */
const GATHER_MS = 5
const NOTIFY = {
  name: 'notify.all',
  text: `SELECT pg_notify('${CHANNEL}', notice) FROM unnest($1::text[]) AS notice`,
}

/** Sends notices, several in one statement. */
export class Notices {
  #database: Database
  #gathered = new Set<Notice>()

  constructor(database: Database) {
    this.#database = database
  }

  send(notice: Notice): void {
    if (this.#gathered.size === 0) setTimeout(() => this.#flush(), GATHER_MS).unref()
    this.#gathered.add(notice)
  }

  #flush(): void {
    const notices = [...this.#gathered]
    this.#gathered.clear()
    // A replica that misses a notice polls within a second.
    this.#database.write(NOTIFY, [notices]).catch(() => undefined)
  }
}
