import type { SizedText } from './sized-text.ts'

/** Bytes of one chunk; what is longer is not kept. */
const CHUNK = 2 ** 20
/** Before each entry: how long its key is, how long its text is (bytes, characters), and whose it is. */
const HEAD = 16
/** So many texts are also kept as strings; none that is longer than this. */
const RECENT = 256
const LONGEST_RECENT = 16 * 1024

/** What was found last under a key whose hash ends like this. */
interface Recent extends SizedText {
  readonly key: string
  readonly owner: number
}

/**
 * Short texts by key, up to a number of bytes, outside the heap: a hundred thousand of them there would be traced by the
 * garbage collector, and lie so far apart that finding one costs more than answering with it. Entries lie one behind the
 * other in chunks, and a table of numbers leads to them: two places in memory for each look-up. When the last chunk is
 * full, the first is used again. What is asked for again and again is found as the string that it was the last time.
 */
export class Arena {
  #mostChunks: number
  #chunks: Buffer[] = []
  /** How far each chunk is filled. */
  #ends: number[] = []
  /** The chunk that is being filled. */
  #at = -1
  /** Of each slot: the hash of its key, and the place of its entry plus one; 0 where it is free. */
  #slots = new Int32Array(2 * 1024)
  #count = 0
  #recent: (Recent | undefined)[] = Array(RECENT).fill(undefined)

  constructor(limit: number) {
    this.#mostChunks = Math.max(1, Math.floor(limit / CHUNK))
  }

  get(key: string, owner: number): SizedText | undefined {
    const hash = hashOf(key)
    const recent = this.#recent[hash & (RECENT - 1)]
    if (recent?.key === key) return recent.owner === owner ? recent : undefined
    const slot = this.#find(key, hash)
    if (slot < 0) return undefined
    const place = this.#slots[slot + 1]! - 1
    const chunk = this.#chunks[Math.floor(place / CHUNK)]!
    const offset = place % CHUNK
    if (chunk.readUInt32LE(offset + 12) !== owner) return undefined
    const start = offset + HEAD + key.length
    const bytes = chunk.readUInt32LE(offset + 4)
    const encoding = bytes === chunk.readUInt32LE(offset + 8) ? 'latin1' : 'utf8'
    const found = { key, owner, text: chunk.toString(encoding, start, start + bytes), bytes }
    if (bytes <= LONGEST_RECENT) this.#recent[hash & (RECENT - 1)] = found
    return found
  }

  /** @param key in ASCII; any other is not kept */
  set(key: string, owner: number, { text, bytes }: SizedText): void {
    this.delete(key)
    const size = HEAD + key.length + bytes
    if (size > CHUNK || Buffer.byteLength(key) !== key.length) return
    if (this.#at < 0 || this.#ends[this.#at]! + size > CHUNK) this.#nextChunk()
    const chunk = this.#chunks[this.#at]!
    const offset = this.#ends[this.#at]!
    chunk.writeUInt32LE(key.length, offset)
    chunk.writeUInt32LE(bytes, offset + 4)
    chunk.writeUInt32LE(text.length, offset + 8)
    chunk.writeUInt32LE(owner, offset + 12)
    chunk.write(key, offset + HEAD, 'latin1')
    chunk.write(text, offset + HEAD + key.length)
    this.#ends[this.#at] = offset + size
    this.#add(hashOf(key), this.#at * CHUNK + offset)
  }

  delete(key: string): void {
    const hash = hashOf(key)
    if (this.#recent[hash & (RECENT - 1)]?.key === key)
      this.#recent[hash & (RECENT - 1)] = undefined
    const slot = this.#find(key, hash)
    if (slot >= 0) this.#free(slot)
  }

  clear(): void {
    this.#chunks = []
    this.#at = -1
    this.#slots = new Int32Array(2 * 1024)
    this.#count = 0
    this.#recent.fill(undefined)
  }

  /** Where the table leads to this key; -1 if it doesn't. */
  #find(key: string, hash: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = (hash * 2) & mask; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot] === hash && this.#holds(slots[slot + 1]! - 1, key)) return slot
    }
    return -1
  }

  #holds(place: number, key: string): boolean {
    const chunk = this.#chunks[Math.floor(place / CHUNK)]!
    const offset = place % CHUNK
    if (chunk.readUInt32LE(offset) !== key.length) return false
    for (let i = 0; i < key.length; i++)
      if (chunk[offset + HEAD + i] !== key.charCodeAt(i)) return false
    return true
  }

  #add(hash: number, place: number): void {
    if (this.#count * 4 >= this.#slots.length) this.#grow()
    put(this.#slots, hash, place + 1)
    this.#count++
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Int32Array(old.length * 2)
    for (let slot = 0; slot < old.length; slot += 2)
      if (old[slot + 1] !== 0) put(this.#slots, old[slot]!, old[slot + 1]!)
  }

  /** Moves back what stands behind a slot for want of room, so that no search ends at it. */
  #free(slot: number): void {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let next = (slot + 2) & mask; slots[next + 1] !== 0; next = (next + 2) & mask) {
      const home = (slots[next]! * 2) & mask
      if (((next - home) & mask) < ((next - slot) & mask)) continue
      slots[slot] = slots[next]!
      slots[slot + 1] = slots[next + 1]!
      slot = next
    }
    slots[slot + 1] = 0
    this.#count--
  }

  #nextChunk(): void {
    this.#at = (this.#at + 1) % this.#mostChunks
    if (this.#at === this.#chunks.length) this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK))
    else this.#empty(this.#at)
    this.#ends[this.#at] = 0
  }

  /** Forgets what a chunk holds that was not deleted meanwhile. */
  #empty(at: number): void {
    const chunk = this.#chunks[at]!
    for (let offset = 0; offset < this.#ends[at]!;) {
      const length = chunk.readUInt32LE(offset)
      const key = chunk.toString('latin1', offset + HEAD, offset + HEAD + length)
      const slot = this.#find(key, hashOf(key))
      // It may have got a newer text, elsewhere.
      if (slot >= 0 && this.#slots[slot + 1] === at * CHUNK + offset + 1) this.#free(slot)
      offset += HEAD + length + chunk.readUInt32LE(offset + 4)
    }
  }
}

function put(slots: Int32Array, hash: number, value: number): void {
  const mask = slots.length - 1
  let slot = (hash * 2) & mask
  while (slots[slot + 1] !== 0) slot = (slot + 2) & mask
  slots[slot] = hash
  slots[slot + 1] = value
}

/** FNV-1a, by 16 bits; then mixed, since the table looks at the low bits alone. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) | 0
}
