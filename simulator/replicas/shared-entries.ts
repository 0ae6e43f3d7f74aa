import type { Entries, EntryFilter, JournalState } from '../request-log/entries.ts'
import { type Entry, entryOf, hasText, sizeOf, textOf, withoutText } from '../request-log/entry.ts'
import { Batcher } from '../store/postgres/batcher.ts'
import type { Database } from '../store/postgres/database.ts'
import type { Notices } from './notices.ts'
import type { Switches } from './switches.ts'

const RECORD = {
  name: 'journal.record',
  text: 'SELECT record_requests($1, $2, $3, $4, $5, $6, $7, $8)',
}
const SET = { name: 'journal.set', text: 'SELECT set_journal($1)' }
const FORGET = { name: 'journal.forget', text: 'SELECT forget_requests($1, $2)' }
const COUNT = {
  name: 'journal.count',
  text: 'SELECT journal, (SELECT count(*)::int FROM journal WHERE kept) FROM switches',
}
const PAGE = {
  name: 'journal.page',
  text: `SELECT seq, entry FROM journal WHERE kept AND ($1::bigint IS NULL OR seq < $1)
      AND ($3::text IS NULL OR split_part(scope, '/', 3) = $3) AND ($4::text IS NULL OR split_part(scope, '/', 2) = $4)
      AND ($5::text IS NULL OR operation = $5) AND ($6::int IS NULL OR status = $6)
    ORDER BY seq DESC LIMIT $2`,
}

interface Recorded {
  entry: Entry
  /** Null for an entry without text, which erasures do not affect. */
  wipes: number | null
}

/** Stores the entries of the request log in the database, one list for all replicas. */
export class SharedEntries implements Entries {
  #database: Database
  #switches: Switches
  #notices: Notices
  #report: (error: unknown) => void
  #recording = new Batcher((some: Recorded[]) => this.#record(some), 64)

  constructor(
    database: Database,
    switches: Switches,
    notices: Notices,
    report: (error: unknown) => void,
  ) {
    this.#database = database
    this.#switches = switches
    this.#notices = notices
    this.#report = report
  }

  get on(): boolean {
    return this.#switches.journal !== null || this.#switches.requestsWatched
  }

  get wipes(): number {
    return this.#switches.wipes
  }

  /**
   * Resolves when the entry is stored or storing failed: the request was processed in any case.
   */
  add(entry: Entry, wipes: number): Promise<void> | undefined {
    const added = this.#add(entry, wipes)
    return this.#switches.journal === null ? undefined : added
  }

  async #add(entry: Entry, wipes: number): Promise<void> {
    try {
      const stored = await this.#recording.ask({ entry, wipes })
      if (!stored) await this.#recording.ask({ entry: withoutText(entry), wipes: null })
      if (this.#switches.requestsWatched) this.#notices.send('log')
    } catch (error) {
      this.#report(error)
    }
  }

  async set(on: boolean, only: string | undefined): Promise<void> {
    await this.#database.write(SET, [on ? (only ?? '') : null])
  }

  async state(): Promise<JournalState> {
    const [row] = await this.#database.read<[string | null, number]>(COUNT)
    const [journal, count] = row!
    return { enabled: journal !== null, organization: journal || null, count }
  }

  async page(
    before: number | undefined,
    limit: number,
    { organization, mode, operation, status }: EntryFilter,
  ): Promise<Entry[]> {
    const filter = [organization, mode, operation, status].map((value) => value ?? null)
    const values = [before ?? null, limit, ...filter]
    const rows = await this.#database.read<[string, string]>(PAGE, values)
    return rows.map(([seq, text]) => ({ ...entryOf(text), seq: Number(seq) }))
  }

  async forget(scope?: string, ids?: readonly string[]): Promise<void> {
    await this.#database.write(FORGET, [scope ?? null, ids ?? null])
  }

  /** @returns whether each entry was stored; false after an erasure during the request */
  async #record(some: Recorded[]): Promise<boolean[]> {
    const column = (of: (entry: Entry) => unknown): unknown[] => some.map(({ entry }) => of(entry))
    const overtaken = await this.#database.count<[number]>(RECORD, [
      some.map(({ wipes }) => wipes),
      column(({ scope }) => scope),
      column(({ operation }) => operation),
      column(({ status }) => status),
      column(({ about }) => [...about].join(' ')),
      column(hasText),
      column(sizeOf),
      column(textOf),
    ])
    const places = new Set(overtaken.map(([place]) => place))
    return some.map((_, i) => !places.has(i + 1))
  }
}
