import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { DocumentCache, StoredDocument } from '../cache.ts'
import {
  type Document,
  type PageQuery,
  type Put,
  type Remove,
  type View,
  VersionConflict,
  type Viewed,
} from '../records.ts'
import type { Applied, AppliedPut } from '../redo-entry.ts'
import type { SizedText } from '../sized-text.ts'
import { Views } from '../views.ts'
import type { Names } from './names.ts'
import { LIMIT, inArrays } from './rows.ts'

/** So many documents, and at most twice as many, are kept parsed: some tens of megabytes. */
const CACHED = 8192
const COLUMNS = 'seq, scope, kind, id, version, body'

type Row = [seq: number, scope: number, kind: number, id: string, version: number, body: string]
/** A statement for each choice of look-up keys. */
type Pages = Record<'all' | 'key1' | 'key2' | 'both', StatementSync>

/** The documents: found by id, paged by scope and kind in the order of their creation. */
export class DocumentTable {
  #names: Names
  #cache = new DocumentCache(CACHED)
  /** By id. */
  #views = new Views()
  /** By place: a page knows places before it has read anything else. */
  #listed = new Views()
  /** The place that was given away last. Counted here, so that places can be reserved. */
  #last = 0
  #newest: StatementSync
  #find: StatementSync
  #insert: StatementSync
  #update: StatementSync
  #updateKeys: StatementSync
  #remove: StatementSync
  #count: StatementSync
  #pages: Pages
  #places: Pages

  constructor(db: DatabaseSync, names: Names) {
    this.#names = names
    this.#newest = db.prepare('SELECT max(seq) AS last FROM documents')
    this.reload()
    this.#find = inArrays(db.prepare(`SELECT ${COLUMNS} FROM documents WHERE id = ? AND kind = ?`))
    this.#insert = db.prepare(
      'INSERT INTO documents (seq, scope, kind, id, version, key1, key2, body) ' +
        'VALUES (?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT (id, kind) DO NOTHING',
    )
    this.#update = db.prepare('UPDATE documents SET version = ?, body = ? WHERE seq = ?')
    // Apart from the body, which changes far more often: a statement that names a key touches its index.
    this.#updateKeys = db.prepare(
      'UPDATE documents SET key1 = coalesce(?, key1), key2 = coalesce(?, key2) WHERE seq = ?',
    )
    this.#remove = db.prepare('DELETE FROM documents WHERE seq = ?')
    this.#count = db.prepare('SELECT count(*) AS count FROM documents WHERE scope = ? AND kind = ?')
    const pages = (columns: string): Pages => {
      const page = (where = '') =>
        inArrays(
          db.prepare(
            `SELECT ${columns} FROM documents ` +
              `WHERE scope = ? AND kind = ? AND seq < ?${where} ORDER BY seq DESC ${LIMIT}`,
          ),
        )
      return {
        all: page(),
        key1: page(' AND key1 = ?'),
        key2: page(' AND key2 = ?'),
        both: page(' AND key1 = ? AND key2 = ?'),
      }
    }
    this.#pages = pages(COLUMNS)
    this.#places = pages('seq')
  }

  get(kind: string, id: string): Document | undefined {
    const cached = this.#cache.get(kind, id)
    if (cached) return cached
    const row = this.#find.get(id, this.#names.number(kind)) as unknown as Row | undefined
    if (!row) return undefined
    const document = this.#fromRow(row)
    this.#cache.set(document)
    return document
  }

  peekView(scope: string, view: View, id: string): SizedText | undefined {
    const kept = this.#views.get(scope, view, id)
    if (kept !== undefined) return kept
    const document = this.#cache.get(view.kind, id)
    return document?.scope === scope ? this.#views.keep(view, id, document) : undefined
  }

  view(scope: string, view: View, id: string): SizedText | undefined {
    const known = this.peekView(scope, view, id)
    if (known !== undefined) return known
    const document = this.get(view.kind, id)
    return document?.scope === scope ? this.#views.keep(view, id, document) : undefined
  }

  page(scope: string, kind: string, query: PageQuery): Document[] {
    return this.#rows<Row>(this.#pages, scope, kind, query).map((row) => this.#fromRow(row))
  }

  /** Places are read from an index alone. Where a text is missing the page is read whole: in one go that is cheaper. */
  pageViews(scope: string, view: View, query: PageQuery): Viewed[] {
    const viewed: Viewed[] = []
    for (const [seq] of this.#rows<[seq: number]>(this.#places, scope, view.kind, query)) {
      const text = this.#listed.get(scope, view, String(seq))?.text
      if (text === undefined)
        return this.page(scope, view.kind, query).map((document) => this.#viewed(view, document))
      viewed.push({ seq, text })
    }
    return viewed
  }

  count(scope: string, kind: string): number {
    return (
      this.#count.get(this.#names.number(scope), this.#names.number(kind)) as { count: number }
    ).count
  }

  /** The next place in the order of creation. */
  reserve(): number {
    return ++this.#last
  }

  /** @throws {VersionConflict} when a document that is to change has another version than its author has read */
  check(changes: Applied[]): void {
    for (const change of changes) {
      if (change.type !== 'put' || change.ifVersion === 0) continue
      const stored = this.get(change.kind, change.id)
      if (stored?.version !== change.ifVersion || stored.scope !== change.scope)
        throw conflict(change, stored)
    }
  }

  /** A put with all that it depends on. */
  prepare({ type, scope, kind, id, body, key1, key2, ifVersion, seq }: Put): AppliedPut {
    const text = JSON.stringify(body)
    return {
      type,
      scope,
      kind,
      id,
      key1,
      key2,
      ifVersion,
      text,
      seq: ifVersion === 0 ? (seq ?? this.reserve()) : undefined,
    }
  }

  /**
   * Adds the new documents of a batch, or none of them. To try costs half of looking each one up before.
   * @throws {VersionConflict} when there is one already
   */
  addNew(changes: Applied[]): void {
    const added: AppliedPut[] = []
    for (const put of changes) {
      if (put.type !== 'put' || put.ifVersion !== 0) continue
      if (this.#add(put)) {
        added.push(put)
        continue
      }
      for (const { seq, kind, id } of added) {
        this.#remove.run(seq!)
        this.#forgetOne(kind, id, seq!)
      }
      throw conflict(put, this.get(put.kind, put.id))
    }
  }

  /** Writes a further version; `check` has seen to it that it is the next one. */
  update({ kind, id, scope, key1, key2, ifVersion, text }: AppliedPut): void {
    const { seq } = this.get(kind, id)!
    this.#update.run(ifVersion + 1, text, seq)
    if (key1 !== undefined || key2 !== undefined)
      this.#updateKeys.run(key1 ?? null, key2 ?? null, seq)
    this.#forgetViews(kind, id, seq)
    this.#cache.set(new StoredDocument(scope, kind, id, seq, ifVersion + 1, text))
  }

  remove({ kind, id, scope }: Remove): void {
    const document = this.get(kind, id)
    if (document?.scope !== scope) return
    this.#remove.run(document.seq)
    this.#forgetOne(kind, id, document.seq)
  }

  /** Forgets what was read: the store holds something else now. */
  forget(): void {
    this.#cache.clear()
    this.#views.clear()
    this.#listed.clear()
  }

  /** Counts on from what the store holds. */
  reload(): void {
    this.#last = (this.#newest.get() as { last: number | null }).last ?? 0
  }

  #forgetOne(kind: string, id: string, seq: number): void {
    this.#cache.delete(kind, id)
    this.#forgetViews(kind, id, seq)
  }

  #forgetViews(kind: string, id: string, seq: number): void {
    this.#views.delete(kind, id)
    this.#listed.delete(kind, String(seq))
  }

  #rows<T>(
    pages: Pages,
    scope: string,
    kind: string,
    { key1, key2, before = Number.MAX_SAFE_INTEGER, limit }: PageQuery,
  ): T[] {
    const by =
      key1 === undefined
        ? key2 === undefined
          ? 'all'
          : 'key2'
        : key2 === undefined
          ? 'key1'
          : 'both'
    const keys = [key1, key2].filter((key) => key !== undefined)
    return pages[by].all(
      this.#names.number(scope),
      this.#names.number(kind),
      before,
      ...keys,
      limit,
    ) as unknown as T[]
  }

  #viewed(view: View, document: Document): Viewed {
    const { scope, seq } = document
    const key = String(seq)
    return {
      seq,
      text: (this.#listed.get(scope, view, key) ?? this.#listed.keep(view, key, document)).text,
    }
  }

  /** Whether there was room for it. */
  #add({ scope, kind, id, key1, key2, text, seq }: AppliedPut): boolean {
    const { changes } = this.#insert.run(
      seq!,
      this.#names.number(scope),
      this.#names.number(kind),
      id,
      key1 ?? null,
      key2 ?? null,
      text,
    )
    if (changes === 0) return false
    // Applied again after a crash, it has a place that was given away then.
    if (seq! > this.#last) this.#last = seq!
    this.#cache.set(new StoredDocument(scope, kind, id, seq!, 1, text))
    return true
  }

  /** What a page brings along is not kept: whoever lists a large store would push out what is asked for by name. */
  #fromRow([seq, scope, kind, id, version, body]: Row): Document {
    const name = this.#names.name(kind)
    return (
      this.#cache.get(name, id) ??
      new StoredDocument(this.#names.name(scope), name, id, seq, version, body)
    )
  }
}

function conflict(
  { kind, id, ifVersion }: AppliedPut,
  stored: Document | undefined,
): VersionConflict {
  return new VersionConflict(kind, id, ifVersion, stored?.version ?? 0)
}
