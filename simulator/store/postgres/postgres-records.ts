import type {
  ActivityQuery,
  Change,
  Document,
  Job,
  PageQuery,
  Records,
  StoredActivity,
  View,
  Viewed,
} from '../records.ts'
import type { SizedText } from '../sized-text.ts'
import type { StoredDocument } from '../stored-document.ts'
import { Batcher } from './batcher.ts'
import type { Database } from './database.ts'
import { Names } from './names.ts'
import { Reading } from './reading.ts'
import type { Statement } from './statement.ts'
import { restored, storable } from './storable.ts'
import { demandEpoch } from './write-context.ts'
import { namedBy } from './write-columns.ts'
import type { LogEntry, WriteLog } from './write-log.ts'
import { Writing } from './writing.ts'

/** Rows for each meter that the replicas share: few enough to add up at each read. */
const METER_SLOTS = 8

const PLACES = { name: 'places', text: "SELECT nextval('places') FROM generate_series(1, $1::int)" }
const METERS = {
  name: 'meters',
  text: `SELECT epoch, m.* FROM world
    LEFT JOIN (SELECT meter, sum(count) FROM meters WHERE scope = $1 GROUP BY meter) m ON true`,
}
const BLOB = {
  name: 'blob',
  text: 'SELECT epoch, bytes FROM world LEFT JOIN blobs ON sha256 = $1',
}
const [ACTIVITY, ACTIVITY_OF] = ['', 'AND session = $4'].map((only, i) => ({
  name: `activity.${i}`,
  text: `SELECT epoch, page.* FROM world LEFT JOIN (
      SELECT place, at, session, what FROM activity WHERE scope = $1 AND place < $2 ${only}
      ORDER BY place DESC LIMIT $3) page ON true ORDER BY page.place DESC`,
})) as [Statement, Statement]
const ACTIONS = {
  name: 'activity.count',
  text: `SELECT epoch, a.* FROM world
    LEFT JOIN (SELECT what, count(*) FROM activity WHERE scope = $1 GROUP BY what) a ON true`,
}
const DUE = {
  name: 'jobs.due',
  text: 'SELECT id, due, kind, scope, ref FROM jobs WHERE lane = $1 AND due <= $2 ORDER BY due, no LIMIT $3',
}
/** One index step per lane instead of a scan of all jobs. */
const LANES = {
  name: 'jobs.lanes',
  text: `WITH RECURSIVE next(lane) AS (
      (SELECT min(lane) FROM jobs)
      UNION ALL SELECT (SELECT min(lane) FROM jobs WHERE lane > next.lane) FROM next WHERE lane IS NOT NULL)
    SELECT lane, (SELECT due FROM jobs WHERE jobs.lane = next.lane ORDER BY due, no LIMIT 1) FROM next WHERE lane IS NOT NULL`,
}

/** Implements the records port over a PostgreSQL database that several processes use. */
export class PostgresRecords implements Records {
  #database: Database
  #names: Names
  #reading: Reading
  #writing: Writing
  #places: Batcher<null, number>
  #log: WriteLog | undefined

  /**
   * @param slot number of this replica
   * @param log log of writes for followers
   */
  constructor(
    database: Database,
    slot: () => number,
    names: Names = new Names(database),
    log?: WriteLog,
  ) {
    this.#database = database
    this.#names = names
    this.#log = log
    this.#reading = new Reading(database, names)
    this.#writing = new Writing(database, names, () => slot() % METER_SLOTS, log)
    this.#places = new Batcher(async (asked) => {
      // Not on the connection of the counters: a crash of the server would give out the places again.
      const rows = await database.read<[string]>(PLACES, [asked.length])
      return rows.map(([place]) => Number(place))
    })
  }

  async read(scope: string, kind: string, id: string): Promise<Document | undefined> {
    const document = await this.#reading.find(kind, id)
    return document?.scope === scope ? document : undefined
  }

  view(scope: string, view: View, id: string): Promise<SizedText | undefined> {
    return this.#reading.view(scope, view, id)
  }

  /** Returns only a document that was current when the request was admitted: another replica may have changed it. */
  peekView(scope: string, view: View, id: string): SizedText | undefined {
    return this.#reading.peekView(scope, view, id)
  }

  /** @see KnownDocuments */
  cached(kind: string, id: string, epoch: string): StoredDocument | undefined {
    return this.#reading.cached(kind, id, epoch)
  }

  find(kind: string, id: string): Promise<Document | undefined> {
    return this.#reading.find(kind, id)
  }

  reserve(): Promise<number> {
    return this.#places.ask(null)
  }

  page(scope: string, kind: string, query: PageQuery): Promise<Document[]> {
    return this.#reading.page(scope, kind, query)
  }

  pageViews(scope: string, view: View, query: PageQuery): Promise<Viewed[]> {
    return this.#reading.pageViews(scope, view, query)
  }

  async countActivity(scope: string): Promise<Map<string, number>> {
    const rows = await this.#read<[number, string]>(ACTIONS, [await this.#names.numberOf(scope)])
    const names = await this.#names.named(rows.map(([what]) => what))
    const counts = new Map<string, number>()
    for (const [i, [, count]] of rows.entries()) {
      const { action } = namedBy(names[i]!)
      counts.set(action, (counts.get(action) ?? 0) + Number(count))
    }
    return counts
  }

  async meters(scope: string): Promise<Map<string, number>> {
    const rows = await this.#read<[string, string]>(METERS, [await this.#names.numberOf(scope)])
    return new Map(rows.map(([meter, count]) => [meter, Number(count)]))
  }

  async blob(sha256: string): Promise<Buffer | undefined> {
    const [row] = await this.#read<[Buffer]>(BLOB, [sha256])
    return row?.[0]
  }

  peekBlob(): Buffer | undefined {
    return undefined
  }

  async activity(
    scope: string,
    { limit, before = Number.MAX_SAFE_INTEGER, session }: ActivityQuery,
  ): Promise<StoredActivity[]> {
    const values = [await this.#names.numberOf(scope), before, limit]
    const rows = await (session === undefined
      ? this.#read<[string, string, string, number]>(ACTIVITY, values)
      : this.#read<[string, string, string, number]>(ACTIVITY_OF, [...values, storable(session)]))
    const names = await this.#names.named(rows.map(([, , , what]) => what))
    return rows.map(([place, at, of], i) => ({
      seq: Number(place),
      at: Number(at),
      session: restored(of),
      ...namedBy(names[i]!),
    }))
  }

  async dueJobs(lane: string, until: number, limit: number): Promise<Job[]> {
    const rows = await this.#database.read<[string, string, number, number, string]>(DUE, [
      await this.#names.numberOf(lane),
      Math.floor(until),
      limit,
    ])
    const names = await this.#names.named(rows.flatMap(([, , kind, scope]) => [kind, scope]))
    return rows.map(([id, due, , , ref], i) => ({
      id: restored(id),
      lane,
      due: Number(due),
      kind: names[i * 2]!,
      scope: names[i * 2 + 1]!,
      ref: restored(ref),
    }))
  }

  async lanes(): Promise<{ lane: string; due: number }[]> {
    const rows = await this.#database.read<[number, string]>(LANES)
    const names = await this.#names.named(rows.map(([lane]) => lane))
    return rows.map(([, due], i) => ({ lane: names[i]!, due: Number(due) }))
  }

  write(changes: Change[]): Promise<void> {
    return this.#writing.write(changes)
  }

  async clear(scope?: string): Promise<void> {
    const only = scope === undefined ? null : await this.#names.numberOf(scope)
    const entry: LogEntry = ['clear', scope ?? null]
    await this.#database.transaction(
      (ask) => ask('SELECT clear($1), note($2)', [only, JSON.stringify([entry])]),
      { patient: true },
    )
    this.#log?.noted()
  }

  async close(): Promise<void> {
    await this.#writing.idle()
  }

  /**
   * Reads rows whose first column is the epoch. A single row of NULLs means no rows.
   * @throws {Replaced}
   */
  async #read<Row extends unknown[]>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const rows = await this.#database.read<[string, ...Row]>(statement, values)
    demandEpoch(rows[0]![0])
    return rows.map(([, ...row]) => row).filter(([first]) => first !== null)
  }
}
