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

const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz')

/** How many ids begin alike, and for how many letters. */
const LITTER = 256
const STEM = 5
const LENGTH = 24

const LETTERS = Buffer.alloc(LENGTH)

const litters = new WeakMap<Random, { stem: string; left: number }>()

/**
 * An id such as `vs_5t2k…`: 24 characters of Crockford's base 32 behind the prefix. Its first five letters it has in common
 * with those made just before and after it, so that they lie close together in an index (see `store/schema.ts`); the
 * other 95 bits are its own. Neither part says when it was made, or how many there are.
 * @param stem the first letters, where the id is to lie beside another one
 */
export function newId(random: Random, prefix: string, stem: string = nextStem(random)): string {
  return `${prefix}_${stem}${letters(random, LENGTH - stem.length)}`
}

/** The first letters of an id that has a prefix of three. */
export function stemOf(id: string): string {
  return id.slice(4, 4 + STEM)
}

function nextStem(random: Random): string {
  let litter = litters.get(random)
  if (!litter || litter.left === 0) {
    litter = { stem: letters(random, STEM), left: LITTER }
    litters.set(random, litter)
  }
  litter.left--
  return litter.stem
}

function letters(random: Random, count: number): string {
  const bytes = random.bytes(count)
  for (let i = 0; i < count; i++) LETTERS[i] = ALPHABET[bytes[i]! & 31]!
  return LETTERS.toString('latin1', 0, count)
}

/** Base64url text of `count` random bytes. */
export function newSecret(random: Random, count: number): string {
  return random.bytes(count).toString('base64url')
}

/** A number in [0, 1). */
export function fraction(random: Random): number {
  return random.bytes(4).readUInt32BE() / 0x1_0000_0000
}
