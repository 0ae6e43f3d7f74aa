import { createHash, randomBytes } from 'node:crypto'

/** Where ids, secrets and jitter come from. */
export interface Random {
  bytes(count: number): Buffer
}

/** The platform's cryptographic randomness, drawn in large blocks: one system call serves hundreds of ids. */
export function secureRandom(): Random {
  let pool = randomBytes(8192)
  let used = 0
  return {
    bytes(count) {
      if (count > pool.length) return randomBytes(count)
      if (used + count > pool.length) {
        pool = randomBytes(8192)
        used = 0
      }
      used += count
      return pool.subarray(used - count, used)
    },
  }
}

/**
 * The same bytes at each run for the same seed: SHA-256 over seed and counter.
 * For reproducible test runs; whoever knows the seed knows every id and secret.
 */
export function seededRandom(seed: string): Random {
  let counter = 0
  let block = Buffer.alloc(0)
  return {
    bytes(count) {
      const parts: Buffer[] = []
      let missing = count
      while (missing > 0) {
        if (block.length === 0) {
          block = createHash('sha256').update(`${seed}\0${counter++}`).digest()
        }
        const part = block.subarray(0, missing)
        block = block.subarray(part.length)
        parts.push(part)
        missing -= part.length
      }
      return Buffer.concat(parts)
    },
  }
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** An id such as `vs_5t2k…`: 24 characters of Crockford's base 32 (120 bits) behind the prefix. */
export function newId(random: Random, prefix: string): string {
  const bytes = random.bytes(24)
  let id = `${prefix}_`
  for (let i = 0; i < 24; i++) id += ALPHABET[bytes[i]! & 31]
  return id
}

/** Base64url text of `count` random bytes. */
export function newSecret(random: Random, count: number): string {
  return random.bytes(count).toString('base64url')
}

/** A number in [0, 1). */
export function fraction(random: Random): number {
  return random.bytes(4).readUInt32BE() / 0x1_0000_0000
}
