import { APPLICANT, type ApplicantRecord } from '../../features/applicants/applicants.ts'
import { SESSION, type SessionDocument } from '../../features/sessions/session-record.ts'
import type { RecordNews, RecordWatch } from '../../store/record-watch.ts'
import type { Records } from '../../store/records.ts'
import { type SearchQuery, SearchTable, type Total } from './search-table.ts'
import { sessionWords } from './session-words.ts'

/** Sessions read between two turns of the event loop. */
const SLICE = 200
/** How soon a change is taken over when nobody asks: the words of an erased person do not stay. */
const CATCH_UP_MS = 250

interface Plane {
  built: Promise<void>
  /** Sessions to be read again. */
  dirty: Set<string>
  /** Applicants whose sessions are to be read again. */
  people: Set<string>
}

/**
 * Finds sessions of a plane by status, outcome, time and words. The index is built when a plane is first asked about, and
 * follows the records from then on; planes that nobody searches cost nothing.
 */
export class SessionSearch {
  #alone: boolean
  #records: Records
  #watch: RecordWatch
  #report: (error: unknown) => void
  #table: SearchTable | undefined
  #planes = new Map<string, Plane>()
  #stop: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<void> = Promise.resolve()

  /** @param alone false if other processes write too: the index is then built for each search */
  constructor(
    records: Records,
    watch: RecordWatch,
    report: (error: unknown) => void,
    alone = true,
  ) {
    this.#alone = alone
    this.#records = records
    this.#watch = watch
    this.#report = report
  }

  /** Documents that match, newest first. */
  async find(scope: string, query: SearchQuery): Promise<SessionDocument[]> {
    const table = await this.#newest(scope)
    const found = await Promise.all(
      table.find(scope, query).map((id) => this.#records.read(scope, SESSION, id)),
    )
    return found.filter((document) => document !== undefined) as SessionDocument[]
  }

  /** How many match, counted up to `most`. */
  async matching(scope: string, query: Omit<SearchQuery, 'limit'>, most: number): Promise<number> {
    return (await this.#newest(scope)).find(scope, { ...query, limit: most }).length
  }

  async totals(scope: string): Promise<Total[]> {
    return (await this.#newest(scope)).totals(scope)
  }

  /** Builds the index of a plane in the background. */
  warm(scope: string): void {
    if (!this.#alone) return
    this.#current(scope).catch(this.#report)
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
      plane = { built: Promise.resolve(), dirty: new Set(), people: new Set() }
      this.#planes.set(scope, plane)
      plane.built = this.#build(scope, this.#table)
      const begun = plane
      plane.built.catch(() => {
        if (this.#planes.get(scope) === begun) this.#planes.delete(scope)
      })
    }
    await plane.built
    await this.#catchUp()
    // Everything was replaced in between.
    return this.#planes.get(scope) === plane ? this.#table! : this.#current(scope)
  }

  async #build(scope: string, table: SearchTable): Promise<void> {
    let before: number | undefined
    for (;;) {
      const found = (await this.#records.page(scope, SESSION, {
        limit: SLICE,
        ...(before !== undefined && { before }),
      })) as SessionDocument[]
      await this.#take(scope, table, found)
      if (found.length < SLICE) return
      before = found.at(-1)!.seq
      await new Promise(setImmediate)
    }
  }

  async #take(scope: string, table: SearchTable, taken: SessionDocument[]): Promise<void> {
    // In the order of the full-text rows: the engine writes what it holds whenever a row comes before the last one.
    const found = taken.toSorted((a, b) => b.seq - a.seq)
    const people = await Promise.all(
      found.map(async ({ body: { applicant_id: id } }) =>
        id === null ? undefined : this.#records.read(scope, APPLICANT, id),
      ),
    )
    table.together(() => {
      for (const [i, { seq, body }] of found.entries()) {
        const { id, status, outcome, created_at } = body
        const words = sessionWords(body, people[i]?.body as ApplicantRecord | undefined)
        table.put(scope, { seq, id, status, outcome, created: Date.parse(created_at), words })
      }
    })
  }

  #note(news: RecordNews): void {
    // What was searched may be gone altogether: the next search builds anew.
    if (news.type === 'replaced') return this.#forget()
    let noted = false
    for (const change of news.changes) {
      if (change.type !== 'put' && change.type !== 'remove') continue
      const plane = this.#planes.get(change.scope)
      if (!plane) continue
      if (change.kind === SESSION) plane.dirty.add(change.id)
      else if (change.kind === APPLICANT) plane.people.add(change.id)
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

  /** One at a time, so that an older state of a session never takes the place of a newer one. */
  #catchUp(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#turn = this.#turn.catch(() => undefined).then(() => this.#readAgain())
    return this.#turn
  }

  async #readAgain(): Promise<void> {
    for (const [scope, plane] of this.#planes) {
      await plane.built.catch(() => undefined)
      const people = [...plane.people]
      plane.people.clear()
      for (const key1 of people) {
        const found = await this.#records.page(scope, SESSION, { key1, limit: 1000 })
        for (const { id } of found) plane.dirty.add(id)
      }
      const dirty = [...plane.dirty]
      plane.dirty.clear()
      for (let i = 0; i < dirty.length; i += SLICE) {
        const slice = dirty.slice(i, i + SLICE)
        const read = await Promise.all(slice.map((id) => this.#records.read(scope, SESSION, id)))
        const table = this.#table
        // Forgotten in between.
        if (!table || this.#planes.get(scope) !== plane) return
        table.together(() => {
          for (const [at, id] of slice.entries()) if (!read[at]) table.remove(id)
        })
        const kept = read.filter((document) => document !== undefined) as SessionDocument[]
        await this.#take(scope, table, kept)
      }
    }
  }
}
