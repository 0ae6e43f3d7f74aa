import { LRUCache } from 'lru-cache'
import type { Document, PageQuery, View, Viewed } from '../records.ts'
import { type SizedText, sized } from '../sized-text.ts'
import { StoredDocument } from '../stored-document.ts'
import { Batcher } from './batcher.ts'
import type { Database } from './database.ts'
import type { Names } from './names.ts'
import { restored, storable } from './storable.ts'
import { demandEpoch, writeContext } from './write-context.ts'

const CACHE_BYTES = 64 * 1024 * 1024
const ENTRY_BYTES = 300

type Row = [
  epoch: string,
  place: string | null,
  seq: string,
  scope: number,
  version: number,
  body: string | null,
]
type PageRow = [epoch: string, seq: string | null, id: string, version: number, body: string]

/**
 * Returns the body only if the reader does not have this version already; always returns the epoch.
 */
const FIND = {
  name: 'documents.find',
  text: `SELECT world.epoch, found.* FROM world LEFT JOIN (
      SELECT w.place, d.seq, d.scope, d.version,
        CASE WHEN d.seq = w.seq AND d.version = w.version THEN NULL ELSE d.body END AS body
      FROM unnest($1::text[], $2::int[], $3::bigint[], $4::int[]) WITH ORDINALITY AS w(id, kind, seq, version, place)
      JOIN documents d ON d.id = w.id AND d.kind = w.kind) found ON true`,
}
const PAGES = [[], ['key1'], ['key2'], ['key1', 'key2']].map((keys) => ({
  name: `documents.page.${keys.join('.')}`,
  text: `SELECT world.epoch, page.* FROM world LEFT JOIN LATERAL (
      SELECT seq, id, version, body FROM documents
      WHERE scope = $1 AND kind = $2 AND seq < $3 ${keys.map((key, i) => `AND ${key} = $${i + 5}`).join(' ')}
      ORDER BY seq DESC LIMIT $4) page ON true ORDER BY page.seq DESC`,
}))

/** Cached documents, which another replica may have changed. */
export interface KnownDocuments {
  /** @param epoch the data that the document must be of */
  cached(kind: string, id: string, epoch: string): StoredDocument | undefined
}

interface Wanted {
  kind: string
  id: string
}
interface Found {
  epoch: string
  document: StoredDocument | undefined
}

/**
 * Reads documents. Texts are cached by version, and each read checks the version in the database,
 * so that a replica never returns an outdated document.
 */
export class Reading implements KnownDocuments {
  #database: Database
  #names: Names
  #cache = new LRUCache<string, StoredDocument>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ text }) => text.length * 2 + ENTRY_BYTES,
  })
  #views = new WeakMap<StoredDocument, Map<View, SizedText>>()
  #epoch = ''
  #lookups = new Batcher((wanted: Wanted[]) => this.#find(wanted))

  constructor(database: Database, names: Names) {
    this.#database = database
    this.#names = names
    // A standby that has become the primary may have another body of the same version.
    database.onRecovery(() => this.#cache.clear())
  }

  find(kind: string, id: string): Promise<StoredDocument | undefined> {
    return this.#lookups.ask({ kind, id }).then(({ epoch, document }) => {
      demandEpoch(epoch)
      return document
    })
  }

  view(scope: string, view: View, id: string): Promise<SizedText | undefined> {
    return this.#lookups.ask({ kind: view.kind, id }).then(({ epoch, document }) => {
      demandEpoch(epoch)
      return document?.scope === scope ? this.#viewOf(view, document) : undefined
    })
  }

  cached(kind: string, id: string, epoch: string): StoredDocument | undefined {
    return epoch === this.#epoch ? this.#cache.get(cacheKey(kind, id)) : undefined
  }

  /** Returns the view of a document that was found current while its request was admitted. */
  peekView(scope: string, view: View, id: string): SizedText | undefined {
    const document = writeContext.getStore()?.currentDocument
    if (document?.id !== id || document.kind !== view.kind || document.scope !== scope)
      return undefined
    return this.#viewOf(view, document)
  }

  async page(
    scope: string,
    kind: string,
    { limit, before = Number.MAX_SAFE_INTEGER, key1, key2 }: PageQuery,
  ): Promise<StoredDocument[]> {
    await this.#names.learn([scope, kind])
    const statement = PAGES[(key1 === undefined ? 0 : 1) + (key2 === undefined ? 0 : 2)]!
    const keys = [key1, key2].filter((key) => key !== undefined).map(storable)
    const numbers = [this.#names.number(scope), this.#names.number(kind)]
    const rows = await this.#database.read<PageRow>(statement, [...numbers, before, limit, ...keys])
    const [epoch, first] = rows[0]!
    demandEpoch(epoch)
    this.#enter(epoch)
    if (first === null) return []
    return rows.map(([, seq, id, version, body]) =>
      this.#kept(scope, kind, restored(id), Number(seq), version, body),
    )
  }

  async pageViews(scope: string, view: View, query: PageQuery): Promise<Viewed[]> {
    const documents = await this.page(scope, view.kind, query)
    return documents.map((document) => ({
      seq: document.seq,
      text: this.#viewOf(view, document).text,
    }))
  }

  async #find(wanted: Wanted[]): Promise<Found[]> {
    await this.#names.learn(wanted.map(({ kind }) => kind))
    for (;;) {
      const cached = this.#epoch
      const known = wanted.map(({ kind, id }) => this.#cache.get(cacheKey(kind, id)))
      const rows = await this.#database.read<Row>(FIND, [
        wanted.map(({ id }) => storable(id)),
        wanted.map(({ kind }) => this.#names.number(kind)),
        known.map((document) => document?.seq ?? null),
        known.map((document) => document?.version ?? null),
      ])
      const epoch = rows[0]![0]
      this.#enter(epoch)
      // In another epoch, the same version may have another body.
      if (epoch !== cached && known.some((one) => one !== undefined)) continue
      const found: Found[] = wanted.map(() => ({ epoch, document: undefined }))
      if (rows[0]![1] === null) return found
      const scopes = await this.#names.named(rows.map(([, , , scope]) => scope))
      for (const [i, [, place, seq, , version, body]] of rows.entries()) {
        const at = Number(place) - 1
        const { kind, id } = wanted[at]!
        found[at]!.document =
          body === null ? known[at] : this.#kept(scopes[i]!, kind, id, Number(seq), version, body)
      }
      return found
    }
  }

  /** Clears the cache when a result has another epoch. */
  #enter(epoch: string): void {
    if (epoch === this.#epoch) return
    this.#epoch = epoch
    this.#cache.clear()
  }

  #kept(
    scope: string,
    kind: string,
    id: string,
    seq: number,
    version: number,
    body: string,
  ): StoredDocument {
    const key = cacheKey(kind, id)
    const cached = this.#cache.get(key)
    if (cached?.seq === seq && cached.version === version) return cached
    const document = new StoredDocument(scope, kind, id, seq, version, body)
    this.#cache.set(key, document)
    return document
  }

  #viewOf(view: View, document: StoredDocument): SizedText {
    let views = this.#views.get(document)
    if (!views) this.#views.set(document, (views = new Map()))
    let text = views.get(view)
    if (!text) views.set(view, (text = sized(view.of(document as Document))))
    return text
  }
}

function cacheKey(kind: string, id: string): string {
  return `${kind}\n${id}`
}
