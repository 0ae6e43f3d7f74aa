import { DELIVERY } from '../features/webhooks/deliveries.ts'
import { EVENT } from '../features/webhooks/events.ts'
import { type Entry, entryOf } from '../request-log/entry.ts'
import type { Journal } from '../request-log/journal.ts'
import type { Database } from '../store/postgres/database.ts'
import { writeContext } from '../store/postgres/write-context.ts'
import type { LogEntry, WriteLog } from '../store/postgres/write-log.ts'
import type { RecordNews, RecordWatch, WatchedChange } from '../store/record-watch.ts'
import type { Document } from '../store/records.ts'
import type { Notices } from './notices.ts'
import type { Switches } from './switches.ts'

/** How often the log is read without a notification. */
const LOOK_MS = 1000
/** Time in which an accepted follower must subscribe. */
const GRACE_MS = 10_000
/** Kinds whose body followers show; of other kinds they read the newest state. */
const SHOWN: readonly string[] = [EVENT, DELIVERY]

const PLACE = {
  name: 'log.place',
  text: 'SELECT pg_current_snapshot()::text, w.epoch, s.log FROM world w, switches s',
}
/**
 * Rows that are visible now but were not visible in the snapshot of the last read: a long
 * transaction is neither awaited nor missed.
 */
const READ = {
  name: 'log.read',
  text: `SELECT pg_current_snapshot()::text, w.epoch, NOT pg_visible_in_snapshot(s.log_from, $1::pg_snapshot), n.request, n.text
    FROM world w CROSS JOIN switches s LEFT JOIN LATERAL (
      SELECT false AS request, no, entries AS text FROM changes
        WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
      UNION ALL
      SELECT true, seq, entry FROM journal
        WHERE $2 AND xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
    ) n ON true ORDER BY n.request, n.no`,
}
/** Rows that a reader with all transactions before `$1` has missed. */
const SINCE = {
  name: 'log.since',
  text: `SELECT pg_current_snapshot()::text, s.log_from < $1::xid8, c.entries
    FROM switches s LEFT JOIN changes c ON c.xid >= $1::xid8 ORDER BY c.no`,
}
const NOTE = { name: 'log.note', text: 'SELECT note($1)' }

interface Subscribers {
  records: Set<(news: RecordNews) => void>
  requests: Set<(entry: Entry) => void>
}

/**
 * Follows the log of changes of all replicas. It polls; notifications only make it faster. Costs
 * nothing while no replica has a follower.
 */
export class Tail implements WriteLog {
  #database: Database
  #switches: Switches
  #notices: Notices
  #find: (kind: string, id: string) => Promise<Document | undefined>
  #report: (error: unknown) => void
  #subscribers: Subscribers = { records: new Set(), requests: new Set() }
  /** Snapshot of the last read; undefined without followers at this replica. */
  #snapshot: string | undefined
  #epoch = ''
  #log = ''
  #letIn = -Infinity
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> | undefined
  #woken = false
  /** A standby that has become the primary may have used the numbers of transactions that were lost. */
  #recovered = false

  constructor(given: {
    database: Database
    switches: Switches
    notices: Notices
    find: (kind: string, id: string) => Promise<Document | undefined>
    report: (error: unknown) => void
  }) {
    this.#database = given.database
    this.#switches = given.switches
    this.#notices = given.notices
    this.#find = given.find
    this.#report = given.report
    given.database.onRecovery(() => {
      this.#recovered = true
      // The new primary may not know of followers: it logs no writes until the lease is renewed.
      this.wake()
    })
  }

  /** Reports changes of records of all replicas, like `RecordWatch` for one process. */
  readonly records: Pick<RecordWatch, 'subscribe'> = {
    subscribe: (listener) => added(this.#subscribers.records, listener),
  }
  /** Reports requests of all replicas, like `Journal` for one process. */
  readonly requests: Pick<Journal, 'watch'> = {
    watch: (watcher) => added(this.#subscribers.requests, watcher),
  }

  get watched(): boolean {
    return this.#switches.watched
  }

  noted(): void {
    this.#notices.send('log')
  }

  async late(entries: string): Promise<void> {
    await this.#database.write(NOTE, [entries]).catch(() => undefined)
    this.noted()
  }

  /** Resolves when every later write, and request if asked, of any replica will be reported here. */
  async begin(requests: boolean): Promise<void> {
    this.#letIn = performance.now()
    await this.#switches.watch(requests)
    if (this.#snapshot !== undefined) return
    const [place] = await this.#database.read<[string, string, string]>(PLACE)
    const [snapshot, epoch, log] = place!
    if (this.#snapshot !== undefined) return
    this.#snapshot = snapshot
    this.#epoch = epoch
    this.#log = log
    this.#sleep()
  }

  /** Position of this replica in the log; callers can resume from it at any replica. */
  get id(): string {
    return this.#idOf(this.#snapshot!)
  }

  /**
   * Returns the writes after the position `id`, possibly with some earlier ones. Undefined if the
   * position is no longer in the log.
   */
  async since(id: string): Promise<{ id: string; news: RecordNews[] } | undefined> {
    const [, run, from] = /^(.+)-(\d{1,18})$/.exec(id) ?? []
    if (from === undefined || run !== this.#run) return undefined
    const rows = await this.#database.read<[string, boolean, string | null]>(SINCE, [from])
    const [snapshot, known] = rows[0]!
    if (!known) return undefined
    const texts = rows.flatMap(([, , entries]) => entries ?? [])
    return { id: this.#idOf(snapshot), news: await this.#newsOf(texts) }
  }

  /** Called after a notification of another replica or a write of this one. */
  wake(): void {
    if (this.#snapshot === undefined) return
    this.#woken = true
    // Not in the epoch of the following request: the log continues after a restore.
    this.#reading ??= writeContext
      .run({}, () => this.#readAll())
      .finally(() => {
        this.#reading = undefined
      })
  }

  /** Reads no more. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#subscribers.records.clear()
    this.#subscribers.requests.clear()
    await this.#reading
    this.#snapshot = undefined
  }

  get #run(): string {
    return `${this.#log}.${this.#epoch}`
  }

  #idOf(snapshot: string): string {
    return `${this.#run}-${snapshot.split(':', 1)[0]}`
  }

  #sleep(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const { records, requests } = this.#subscribers
      if (records.size + requests.size === 0 && performance.now() - this.#letIn > GRACE_MS)
        this.#snapshot = undefined
      else this.wake()
    }, LOOK_MS).unref()
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#woken) {
        this.#woken = false
        await this.#switches.watch(this.#subscribers.requests.size > 0)
        await this.#read()
      }
    } catch (error) {
      this.#report(error)
    }
    this.#sleep()
  }

  async #read(): Promise<void> {
    const { records, requests } = this.#subscribers
    const rows = await this.#database.read<
      [string, string, boolean, boolean | null, string | null]
    >(READ, [this.#snapshot, requests.size > 0])
    const [snapshot, epoch, incomplete] = rows[0]!
    const texts = (request: boolean): string[] =>
      rows.flatMap(([, , , of, text]) => (of === request && text !== null ? [text] : []))
    const news = await this.#newsOf(texts(false))
    if (incomplete || this.#recovered || epoch !== this.#epoch) news.unshift({ type: 'replaced' })
    this.#epoch = epoch
    this.#snapshot = snapshot
    this.#recovered = false
    for (const one of news) for (const tell of records) tell(one)
    for (const text of texts(true)) for (const tell of requests) tell(entryOf(text))
  }

  async #newsOf(texts: string[]): Promise<RecordNews[]> {
    const entries = texts.flatMap((text) => JSON.parse(text) as LogEntry[])
    return Promise.all(
      entries.map(async (entry): Promise<RecordNews> => {
        if (entry[0] !== 'clear') return { type: 'written', changes: await this.#changesOf(entry) }
        return { type: 'replaced', ...(entry[1] !== null && { scope: entry[1] }) }
      }),
    )
  }

  async #changesOf(entry: Exclude<LogEntry, ['clear', unknown]>): Promise<WatchedChange[]> {
    const [type, scope] = entry
    if (type === 'activity') return [{ type, scope, session: entry[2] }]
    const [, , kind, id] = entry
    if (type === 'remove') return [{ type, scope, kind, id }]
    const [, , , , fresh, session_id] = entry
    const put = { type, scope, kind, id, ifVersion: fresh ? 0 : 1 }
    if (!fresh || !SHOWN.includes(kind)) return [{ ...put, body: { session_id } }]
    const document = await this.#find(kind, id)
    return document ? [{ ...put, body: document.body }] : []
  }
}

function added<T>(set: Set<T>, one: T): () => void {
  set.add(one)
  return () => set.delete(one)
}
