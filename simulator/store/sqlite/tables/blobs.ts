import { LRUCache } from 'lru-cache'
import type { DropBlob, PutBlob } from '../../records.ts'
import { Table } from './table.ts'

/**
 * Cache size in bytes. Images are requested repeatedly, and reading one from the database takes a
 * third of the request's time.
 */
const CACHE_BYTES = 32 * 1024 * 1024

/** Stores bytes by SHA-256, once each, until no scope references them. */
export class BlobTable extends Table {
  #cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  })
  #find = this.db.prepare('SELECT bytes FROM blobs WHERE sha256 = ?')
  #add = this.db.prepare('INSERT INTO blobs (sha256, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING')
  #refer = this.db.prepare(
    'INSERT INTO blob_refs (scope, sha256, count) VALUES (?, ?, 1) ' +
      'ON CONFLICT DO UPDATE SET count = count + 1',
  )
  #release = this.db.prepare(
    'UPDATE blob_refs SET count = count - 1 WHERE sha256 = ? AND scope = ?',
  )
  #dropReference = this.db.prepare('DELETE FROM blob_refs WHERE sha256 = ? AND count <= 0')
  #drop = this.db.prepare(
    'DELETE FROM blobs WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM blob_refs WHERE sha256 = ?)',
  )

  /** Returns the bytes if they are cached. */
  cached(sha256: string): Buffer | undefined {
    return this.#cache.get(sha256)
  }

  get(sha256: string): Buffer | undefined {
    const cached = this.cached(sha256)
    if (cached) return cached
    const row = this.#find.get(sha256) as { bytes: Uint8Array } | undefined
    if (!row) return undefined
    const blob = Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength)
    this.#cache.set(sha256, blob)
    return blob
  }

  put({ sha256, bytes, scope }: PutBlob): void {
    this.#add.run(sha256, bytes)
    this.#refer.run(this.names.number(scope), sha256)
  }

  drop({ sha256, scope }: DropBlob): void {
    this.#cache.delete(sha256)
    this.#release.run(sha256, this.names.number(scope))
    this.#dropReference.run(sha256)
    this.#drop.run(sha256, sha256)
  }

  /** Clears the cache after the database content was replaced. */
  forget(): void {
    this.#cache.clear()
  }
}
