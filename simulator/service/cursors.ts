import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
} from 'node:crypto'

/** A cursor's bytes: one block of AES. In clear, half of them are zero: what was not made here has no chance to be so. */
const BLOCK = 16
const PLACE_AT = 8
/** Lists whose keys are remembered; beyond that all are made anew. */
const REMEMBERED = 1000

/**
 * Places in lists, as callers see them. The place is a number counted over all organizations, which is nobody's business:
 * so it goes out encrypted, under a key of its own for each list of each owner. The same place has the same cursor,
 * also after a restart.
 */
export class Cursors {
  #secret: string
  #keys = new Map<string, KeyObject>()

  constructor(secret: string) {
    this.#secret = secret
  }

  /** @param list names list and owner */
  cursor(list: string, place: number): string {
    const block = Buffer.alloc(BLOCK)
    block.writeBigUInt64BE(BigInt(place), PLACE_AT)
    const cipher = createCipheriv('aes-128-ecb', this.#key(list), null).setAutoPadding(false)
    return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
  }

  /** The place of a cursor; undefined for what is no cursor of this list. */
  place(list: string, cursor: string): number | undefined {
    const bytes = Buffer.from(cursor, 'base64url')
    // One spelling of each: the last letter holds four bits that nobody would look at.
    if (bytes.length !== BLOCK || bytes.toString('base64url') !== cursor) return undefined
    const decipher = createDecipheriv('aes-128-ecb', this.#key(list), null).setAutoPadding(false)
    const block = Buffer.concat([decipher.update(bytes), decipher.final()])
    return block.readBigUInt64BE() === 0n ? Number(block.readBigUInt64BE(PLACE_AT)) : undefined
  }

  /** No plain bytes: what Node does to find out that they are no key object costs four times what encrypting a place does. */
  #key(list: string): KeyObject {
    const known = this.#keys.get(list)
    if (known) return known
    if (this.#keys.size >= REMEMBERED) this.#keys.clear()
    const key = createSecretKey(
      createHmac('sha256', this.#secret).update(list).digest().subarray(0, BLOCK),
    )
    this.#keys.set(list, key)
    return key
  }
}
