import {
  closeSync,
  constants,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { type Applied, EntryText, batchesOf } from './redo-entry.ts'

/** Before each entry: its length, a checksum of what follows, its number. */
const HEADER = { length: 0, checksum: 4, number: 8, bytes: 14 }
/** What a huge batch has made of the file is given back. */
const KEPT_BYTES = 16 * 1024 * 1024

/**
 * What was acknowledged and isn't in the database's file yet. To add to the end of a file costs a fraction of a commit, which
 * writes each page of each index that a change touches; so the database's transaction stays open for many turns, and
 * what it holds stands here as well. Who opens the database after a crash applies it again.
 *
 * The file keeps its size and is begun anew after each commit of the database. Entries are numbered on; the database says
 * which one was the last that it holds, so that those of an earlier round aren't taken for new ones.
 */
export class RedoLog {
  #file: number
  #name: string
  #position: StatementSync
  #store: StatementSync
  /** Of the database that the entries belong to; part of each checksum. */
  #seed = 0
  #number = 0
  #stored = 0
  #length = 0
  #size = 0
  #text = new EntryText()
  #buffer = Buffer.allocUnsafeSlow(64 * 1024)

  constructor(db: DatabaseSync, name: string) {
    this.#name = name
    this.#position = db.prepare('SELECT number, seed FROM redo')
    this.#store = db.prepare('UPDATE redo SET number = ?')
    this.#file = openSync(name, constants.O_RDWR | constants.O_CREAT, 0o600)
    this.reload()
  }

  /** Bytes since the database's last commit. */
  get length(): number {
    return this.#length
  }

  /** Notes a batch for the next entry. */
  add(changes: Applied[]): void {
    this.#text.add(changes)
  }

  /** Writes what was noted, if anything was, as one entry: from now on it survives the process, whole. */
  append(): void {
    const text = this.#text.take()
    if (text === '') return
    const bytes = this.#encode(text)
    for (let written = 0; written < bytes;) {
      written += writeSync(
        this.#file,
        this.#buffer,
        written,
        bytes - written,
        this.#length + written,
      )
    }
    this.#number++
    this.#length += bytes
    this.#size = Math.max(this.#size, this.#length)
  }

  /** Forgets what was noted for the next entry. */
  drop(): void {
    this.#text.clear()
  }

  /** Notes in the database's transaction that it holds all entries. */
  store(): void {
    if (this.#stored !== this.#number) this.#store.run(this.#number)
  }

  /** The database has committed: the next entry is the first. */
  restart(): void {
    this.#stored = this.#number
    this.#length = 0
    this.drop()
    if (this.#size > KEPT_BYTES) this.clear()
  }

  /** Leaves nothing in the file. */
  clear(): void {
    ftruncateSync(this.#file, 0)
    this.#size = 0
  }

  /** Numbers on from what the database holds. */
  reload(): void {
    const { number, seed } = this.#position.get() as { number: number; seed: number }
    this.#number = this.#stored = number
    this.#seed = seed
  }

  /** The batches of all entries that the database doesn't hold; the next entry is numbered after the last of them. */
  *batches(): Generator<Applied[]> {
    const bytes = readFileSync(this.#name)
    let start = 0
    let expected: number | undefined
    for (;;) {
      const end = this.#endOf(bytes, start, expected)
      if (end === undefined) break
      const number = bytes.readUIntLE(start + HEADER.number, 6)
      // A gap: what comes first was lost with the power, and without it the rest fits nothing.
      if (number > this.#stored + 1 && expected === undefined) break
      expected = number + 1
      if (number > this.#stored) {
        yield* batchesOf(bytes.toString('utf8', start + HEADER.bytes, end))
        this.#number = number
      }
      start = end
    }
    this.#length = start
  }

  /** Leaves no file behind if the database holds all of it. */
  close(): void {
    this.release()
    if (this.#length === 0) rmSync(this.#name, { force: true })
  }

  /** Leaves the file as it is. */
  release(): void {
    closeSync(this.#file)
  }

  /** Puts an entry into the buffer; its length in bytes. */
  #encode(text: string): number {
    const most = HEADER.bytes + text.length * 3
    if (most > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(most * 2)
    const buffer = this.#buffer
    const end = HEADER.bytes + buffer.write(text, HEADER.bytes)
    buffer.writeUInt32LE(end, HEADER.length)
    buffer.writeUIntLE(this.#number + 1, HEADER.number, 6)
    buffer.writeUInt32LE(crc32(buffer.subarray(HEADER.number, end), this.#seed), HEADER.checksum)
    return end
  }

  /** Where the entry ends that begins at `start`; undefined where none does, or only a part or a wrong one. */
  #endOf(bytes: Buffer, start: number, expected: number | undefined): number | undefined {
    if (start + HEADER.bytes > bytes.length) return undefined
    const end = start + bytes.readUInt32LE(start + HEADER.length)
    if (end < start + HEADER.bytes || end > bytes.length) return undefined
    if (expected !== undefined && bytes.readUIntLE(start + HEADER.number, 6) !== expected)
      return undefined
    const checksum = crc32(bytes.subarray(start + HEADER.number, end), this.#seed)
    return checksum === bytes.readUInt32LE(start + HEADER.checksum) ? end : undefined
  }
}
