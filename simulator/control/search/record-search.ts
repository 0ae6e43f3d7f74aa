import type { RecordNews, RecordWatch } from '../../store/record-watch.ts'
import type { Document, Records } from '../../store/records.ts'
import { type SearchQuery, type SearchRow, SearchTable, type Total } from './search-table.ts'
import { setImmediate } from '../../time/immediate.ts'

/** Records read per turn of the event loop: a few milliseconds. */
const SLICE = 50
const ALL = Number.MAX_SAFE_INTEGER
/** Delay before a change is indexed without a search: the words of an erased person must not stay. */
const CATCH_UP_MS = 250

/** Describes the searchable records of one kind. */
export interface Searched<Found extends Document> {
  kind: Found['kind']
  /** Another kind whose changes affect the rows of the records that have its id as `key1`. */
  follows?: string
  rows(records: Records, scope: string, found: readonly Found[]): Promise<SearchRow[]>
}

export interface SearchSource {
  records: Records
  watch: RecordWatch
  report: (error: unknown) => void
  /** False if other processes write too: the index is then built for each search. */
  alone: boolean
}

interface Plane {
  built: Promise<void>
  /** Ids of changed records, which must be indexed again. */
  dirty: Set<string>
  /** Ids of changed records of the other kind, whose dependent records must be indexed again. */
  followed: Set<string>
}

/**
 * Finds records of a plane by status, outcome, time and words. The index is built at a plane's first search and then
 * follows the records; planes without searches cost nothing.
 */
export class RecordSearch<Found extends Document> {
  #searched: Searched<Found>
  #alone: boolean
  #records: Records
  #watch: RecordWatch
  #report: (error: unknown) => void
  #table: SearchTable | undefined
  #planes = new Map<string, Plane>()
  #stop: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(searched: Searched<Found>, { records, watch, report, alone }: SearchSource) {
    this.#searched = searched
    this.#alone = alone
    this.#records = records
    this.#watch = watch
    this.#report = report
  }

  /** Returns the matching documents, newest first. */
  async find(scope: string, query: SearchQuery): Promise<Found[]> {
    const table = await this.#newest(scope)
    const found = await Promise.all(
      table.find(scope, query).map((id) => this.#records.read(scope, this.#searched.kind, id)),
    )
    return found.filter((document) => document !== undefined) as Found[]
  }

  /** Returns the number of matches, counted up to `most`. */
  async matching(scope: string, query: Omit<SearchQuery, 'limit'>, most: number): Promise<number> {
    return (await this.#newest(scope)).count(scope, { ...query, limit: most })
  }

  async totals(scope: string): Promise<Total[]> {
    return (await this.#newest(scope)).totals(scope)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#stop?.()
    this.#stop = undefined
  }

  #newest(scope: string): Promise<SearchTable> {
    if (!this.#alone) this.#forget()
    return this.#current(scope)
  }

  async #current(scope: string): Promise<SearchTable> {
    this.#table ??= new SearchTable()
    this.#stop ??= this.#watch.subscribe((news) => this.#note(news))
    let plane = this.#planes.get(scope)
    if (!plane) {
      plane = { built: Promise.resolve(), dirty: new Set(), followed: new Set() }
      this.#planes.set(scope, plane)
      plane.built = this.#build(scope, this.#table)
      const begun = plane
      plane.built.catch(() => {
        if (this.#planes.get(scope) === begun) this.#forget()
      })
    }
    await plane.built
    await this.#catchUp()
    // All records were replaced during the search.
    return this.#planes.get(scope) === plane ? this.#table! : this.#current(scope)
  }

  async #build(scope: string, table: SearchTable): Promise<void> {
    let before: number | undefined
    for (;;) {
      const found = (await this.#records.page(scope, this.#searched.kind, {
        limit: SLICE,
        ...(before !== undefined && { before }),
      })) as Found[]
      await this.#take(scope, table, found)
      if (found.length < SLICE) return
      before = found.at(-1)!.seq
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #take(scope: string, table: SearchTable, taken: Found[]): Promise<void> {
    // In the order of the full-text rows: the engine flushes its buffer whenever a row precedes the last one.
    const found = taken.toSorted((a, b) => b.seq - a.seq)
    for (const row of await this.#searched.rows(this.#records, scope, found)) table.put(scope, row)
  }

  #note(news: RecordNews): void {
    // The indexed records may be gone: the next search builds a new index.
    if (news.type === 'replaced') return this.#forget()
    const { kind, follows } = this.#searched
    let noted = false
    for (const change of news.changes) {
      if (change.type !== 'put' && change.type !== 'remove') continue
      const plane = this.#planes.get(change.scope)
      if (!plane) continue
      if (change.kind === kind) plane.dirty.add(change.id)
      else if (change.kind === follows) plane.followed.add(change.id)
      else continue
      noted = true
    }
    if (noted)
      this.#timer ??= setTimeout(() => this.#catchUp().catch(this.#report), CATCH_UP_MS).unref()
  }

  #forget(): void {
    this.#planes.clear()
    this.#table = undefined
  }

  /** One at a time, so that an older state of a record never replaces a newer one. */
  #catchUp(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#turn = this.#turn
      .catch(() => undefined)
      .then(() => this.#readAgain())
      .catch((error: Error) => {
        // Unread changes are dropped: the next search builds a new index.
        this.#forget()
        throw error
      })
    return this.#turn
  }

  async #readAgain(): Promise<void> {
    for (const [scope, plane] of this.#planes) {
      await plane.built.catch(() => undefined)
      const { kind } = this.#searched
      const followed = [...plane.followed]
      plane.followed.clear()
      for (const key1 of followed) {
        const found = await this.#records.page(scope, kind, { key1, limit: ALL })
        for (const { id } of found) plane.dirty.add(id)
      }
      const dirty = [...plane.dirty]
      plane.dirty.clear()
      for (let i = 0; i < dirty.length; i += SLICE) {
        const slice = dirty.slice(i, i + SLICE)
        const read = await Promise.all(slice.map((id) => this.#records.read(scope, kind, id)))
        const table = this.#table
        // The index of the plane was dropped meanwhile.
        if (!table || this.#planes.get(scope) !== plane) return
        for (const [at, id] of slice.entries()) if (!read[at]) table.remove(id)
        await this.#take(scope, table, read.filter((document) => document !== undefined) as Found[])
      }
    }
  }
}
