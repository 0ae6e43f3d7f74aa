import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import {
  type Change,
  type Document,
  type PageQuery,
  type Put,
  type Remove,
  type View,
  VersionConflict,
  type Viewed,
} from '../../records.ts'
import type { SizedText } from '../../sized-text.ts'
import type { Names } from './names.ts'
import { LIMIT, Table, inArrays } from './table.ts'
import { StoredDocument } from '../../stored-document.ts'
import { ViewCache } from './view-cache.ts'

/** Cache size in bytes of document text. A parsed body takes several times as much memory. */
const CACHE_BYTES = 8 * 1024 * 1024
/** As long as every other id, so that a lookup takes as long. No document has it. */
const MISSING_ID = 'no_000000000000000000000000'
/**
 * Read when an id is not cached. Otherwise the lookup would touch less memory than one that finds the
 * document of another scope, and be half a microsecond faster.
 */
const DECOY = new StoredDocument('', '', MISSING_ID, 0, 1, '{}')
/** An equal text, but another object: the map has to compare them, as it compares the id of a request. */
const DECOY_ID = Buffer.from(MISSING_ID).toString()
const COLUMNS = 'seq, scope, kind, id, version, body'

type Row = [seq: number, scope: number, kind: number, id: string, version: number, body: string]

/**
 * A change; for a put with serialized body, so that unserializable data fails before anything is
 * written.
 */
export type Prepared = Exclude<Change, Put> | PreparedPut
export interface PreparedPut extends Put {
  text: string
}

/** Documents: found by id, paged by scope and kind in creation order. */
export class DocumentTable extends Table {
  /** By id, for all kinds. */
  #cache = new LRUCache<string, StoredDocument>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ text }) => text.length + 1,
  })
  /** By id. */
  #views = new ViewCache()
  /** By position: `page` finds positions in an index before it reads rows. */
  #listed = new ViewCache()
  #newest = this.db.prepare('SELECT max(seq) AS last FROM documents')
  /** The last assigned position. Counted here, so that positions can be reserved. */
  #last = 0
  #find = inArrays(this.db.prepare(`SELECT ${COLUMNS} FROM documents WHERE id = ? AND kind = ?`))
  #insert = this.db.prepare(
    'INSERT INTO documents (seq, scope, kind, id, version, key1, key2, body) ' +
      'VALUES (?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT (id, kind) DO NOTHING',
  )
  #update = this.db.prepare('UPDATE documents SET version = ?, body = ? WHERE seq = ?')
  // A separate statement from the body's, which changes far more often: a statement that names a
  // key updates its index.
  #updateKeys = this.db.prepare(
    'UPDATE documents SET key1 = coalesce(?, key1), key2 = coalesce(?, key2) WHERE seq = ?',
  )
  #remove = this.db.prepare('DELETE FROM documents WHERE seq = ?')
  #pages = this.#byKeys(COLUMNS)
  #places = this.#byKeys('seq')

  constructor(db: DatabaseSync, names: Names) {
    super(db, names)
    this.forget()
    this.reload()
  }

  get(kind: string, id: string): Document | undefined {
    const cached = this.#cached(kind, id)
    if (cached) return cached
    const row = this.#find.get(id, this.names.find(kind)) as unknown as Row | undefined
    if (!row) return undefined
    const document = this.#fromRow(row)
    this.#cache.set(id, document)
    return document
  }

  /**
   * Reads a document of one scope. For a cached document of another scope, performs the same lookup
   * as for a missing one. Otherwise the response time would reveal that it exists.
   */
  within(scope: string, kind: string, id: string): Document | undefined {
    const cached = this.#cached(kind, id)
    if (cached?.scope === scope) return cached
    if (cached) return void this.#find.get(MISSING_ID, this.names.find(kind))
    const document = this.get(kind, id)
    return document?.scope === scope ? document : undefined
  }

  peekView(scope: string, view: View, id: string): SizedText | undefined {
    const kept = this.#views.get(scope, view, id)
    if (kept !== undefined) return kept
    const document = this.#cached(view.kind, id)
    return document?.scope === scope ? this.#views.add(view, id, document) : undefined
  }

  view(scope: string, view: View, id: string): SizedText | undefined {
    const known = this.peekView(scope, view, id)
    if (known !== undefined) return known
    const document = this.within(scope, view.kind, id)
    return document && this.#views.add(view, id, document)
  }

  page(scope: string, kind: string, query: PageQuery): Document[] {
    return this.#rows<Row>(this.#pages, scope, kind, query).map((row) => this.#fromRow(row))
  }

  /**
   * Reads positions from an index alone. If a text is not cached, reads the whole page in one
   * statement.
   */
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

  /** Reserves the next position in creation order. */
  reserve(): number {
    return ++this.#last
  }

  /**
   * Checks the versions of a batch and inserts its new documents, atomically. A failing insert
   * costs half as much as a lookup first.
   * @throws {VersionConflict} if a document's version differs from the one that the writer has read
   */
  begin(changes: Prepared[]): void {
    for (const change of changes) {
      if (change.type !== 'put' || change.ifVersion === 0) continue
      const stored = this.get(change.kind, change.id)
      if (stored?.version !== change.ifVersion || stored.scope !== change.scope)
        throw conflict(change, stored)
    }
    const added: StoredDocument[] = []
    for (const put of changes) {
      if (put.type !== 'put' || put.ifVersion !== 0) continue
      const document = this.#add(put)
      if (document) {
        added.push(document)
        continue
      }
      for (const before of added) this.#drop(before)
      throw conflict(put, this.get(put.kind, put.id))
    }
  }

  /**
   * Writes the next version of a document; `begin` has checked the version and inserted new
   * documents.
   */
  update({ kind, id, scope, key1, key2, ifVersion, text }: PreparedPut): void {
    if (ifVersion === 0) return
    const { seq } = this.get(kind, id)!
    this.#update.run(ifVersion + 1, text, seq)
    if (key1 !== undefined || key2 !== undefined)
      this.#updateKeys.run(key1 ?? null, key2 ?? null, seq)
    this.#forgetViews(kind, id, seq)
    this.#cache.set(id, new StoredDocument(scope, kind, id, seq, ifVersion + 1, text))
  }

  remove({ kind, id, scope }: Remove): void {
    const document = this.get(kind, id)
    if (document?.scope === scope) this.#drop(document)
  }

  /** Clears the caches after the database content was replaced. */
  forget(): void {
    this.#cache.clear()
    this.#cache.set(DECOY.id, DECOY)
    this.#views.clear()
    this.#listed.clear()
  }

  /** Continues from the last position in the database. */
  reload(): void {
    this.#last = (this.#newest.get() as { last: number | null }).last ?? 0
  }

  /** Prepares the statements of a page by the lookup keys that they use: none, first, second, both. */
  #byKeys(columns: string): StatementSync[] {
    return ['', ' AND key1 = ?', ' AND key2 = ?', ' AND key1 = ? AND key2 = ?'].map((keys) =>
      inArrays(
        this.db.prepare(
          `SELECT ${columns} FROM documents ` +
            `WHERE scope = ? AND kind = ? AND seq < ?${keys} ORDER BY seq DESC ${LIMIT}`,
        ),
      ),
    )
  }

  #cached(kind: string, id: string): StoredDocument | undefined {
    const document = this.#cache.get(id) ?? this.#cache.get(DECOY_ID)
    return document?.kind === kind ? document : undefined
  }

  #drop({ seq, kind, id }: Document): void {
    this.#remove.run(seq)
    this.#cache.delete(id)
    this.#forgetViews(kind, id, seq)
  }

  #forgetViews(kind: string, id: string, seq: number): void {
    this.#views.delete(kind, id)
    this.#listed.delete(kind, String(seq))
  }

  #rows<T>(
    statements: StatementSync[],
    scope: string,
    kind: string,
    { key1, key2, before = Number.MAX_SAFE_INTEGER, limit }: PageQuery,
  ): T[] {
    const keys = [key1, key2].filter((key) => key !== undefined)
    const statement = statements[(key1 === undefined ? 0 : 1) + (key2 === undefined ? 0 : 2)]!
    const [scopeNo, kindNo] = [this.names.find(scope), this.names.find(kind)]
    return statement.all(scopeNo, kindNo, before, ...keys, limit) as unknown as T[]
  }

  #viewed(view: View, document: Document): Viewed {
    const { scope, seq } = document
    const key = String(seq)
    const { text } = this.#listed.get(scope, view, key) ?? this.#listed.add(view, key, document)
    return { seq, text }
  }

  /** Inserts a new document; returns undefined if the id exists. */
  #add({
    scope,
    kind,
    id,
    key1,
    key2,
    text,
    seq = this.reserve(),
    readSoon = false,
  }: PreparedPut): StoredDocument | undefined {
    const [scopeNo, kindNo] = [this.names.number(scope), this.names.number(kind)]
    const { changes } = this.#insert.run(seq, scopeNo, kindNo, id, key1 ?? null, key2 ?? null, text)
    if (changes === 0) return undefined
    const document = new StoredDocument(scope, kind, id, seq, 1, text)
    // Most documents are not read soon. Cached ones outlive a collection of the young generation,
    // which then takes six times as long.
    if (readSoon) this.#cache.set(id, document)
    return document
  }

  /**
   * Rows of a page are not cached: listing a large store would evict the documents that are read by
   * id.
   */
  #fromRow([seq, scope, kind, id, version, body]: Row): StoredDocument {
    const name = this.names.name(kind)
    return (
      this.#cached(name, id) ??
      new StoredDocument(this.names.name(scope), name, id, seq, version, body)
    )
  }
}

function conflict({ kind, id, ifVersion }: Put, stored: Document | undefined): VersionConflict {
  return new VersionConflict(kind, id, ifVersion, stored?.version ?? 0)
}
