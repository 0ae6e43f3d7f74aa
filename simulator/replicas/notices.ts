import type { Database } from '../store/postgres/database.ts'

/** Notification channel of the replicas. A notification may be lost, so replicas also poll. */
export const CHANNEL = 'vskit'

/** Event for other replicas. */
export type Notice = 'world' | 'log' | 'forwards' | 'outcomes'

/** Notifications within this time are combined. */
const GATHER_MS = 5
const NOTIFY = {
  name: 'notify.all',
  text: `SELECT pg_notify('${CHANNEL}', notice) FROM unnest($1::text[]) AS notice`,
}

/** Sends notifications, several in one statement. */
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
    // A replica that misses a notification polls within a second.
    this.#database.write(NOTIFY, [notices]).catch(() => undefined)
  }
}
