import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
} from 'node:crypto'

/** Cursor length: one AES block. Half of the plaintext is zero, which detects forged cursors. */
const BLOCK = 16
const PLACE_AT = 8
/** Maximum number of lists whose keys are cached; beyond it the cache is cleared. */
const REMEMBERED = 1000

/**
 * Encrypts list positions as cursors. A position is a counter over all organizations and must not
 * leak, so each list of each owner has its own key. The same position gives the same cursor, also
 * after a restart.
 */
export class Cursors {
  #secret: string
  #keys = new Map<string, KeyObject>()

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Switches to the secret of another simulator whose records were restored here. */
  use(secret: string): void {
    this.#secret = secret
    this.#keys.clear()
  }

  /** @param list identifies the list and its owner */
  cursor(list: string, place: number): string {
    const block = Buffer.alloc(BLOCK)
    block.writeBigUInt64BE(BigInt(place), PLACE_AT)
    const cipher = createCipheriv('aes-128-ecb', this.#key(list), null).setAutoPadding(false)
    return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
  }

  /** Returns the position of a cursor, or undefined if the cursor is not valid for this list. */
  place(list: string, cursor: string): number | undefined {
    const bytes = Buffer.from(cursor, 'base64url')
    // Accept one spelling of each cursor: the last letter has four unused bits.
    if (bytes.length !== BLOCK || bytes.toString('base64url') !== cursor) return undefined
    const decipher = createDecipheriv('aes-128-ecb', this.#key(list), null).setAutoPadding(false)
    const block = Buffer.concat([decipher.update(bytes), decipher.final()])
    return block.readBigUInt64BE() === 0n ? Number(block.readBigUInt64BE(PLACE_AT)) : undefined
  }

  /**
   * A KeyObject, not raw bytes: Node's type checks on raw bytes cost four times as much as the
   * encryption.
   */
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
