import { hash, randomBytes } from 'node:crypto'

/** Source of ids, secrets and jitter. */
export interface Random {
  bytes(count: number): Buffer
}

/**
 * Cryptographic randomness of the platform, read in large blocks: one system call serves hundreds
 * of ids.
 */
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
 * Deterministic bytes for a seed: SHA-256 over seed and counter. For reproducible test runs; anyone
 * who knows the seed can compute every id and secret.
 */
export function seededRandom(seed: string): Random {
  let counter = 0
  let block = Buffer.alloc(0)
  return {
    bytes(count) {
      while (block.length < count) {
        const next = hash('sha256', `${seed}\0${counter++}`, 'buffer')
        block = block.length === 0 ? next : Buffer.concat([block, next])
      }
      const bytes = block.subarray(0, count)
      block = block.subarray(count)
      return bytes
    },
  }
}

const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz')

/** Number of consecutive ids that share a prefix, and the length of that prefix. */
const ID_BLOCK = 256
const STEM = 5
const LENGTH = 24

const LETTERS = Buffer.alloc(LENGTH)

const idBlocks = new WeakMap<Random, { stem: string; left: number }>()

/**
 * Returns an id such as `vs_5t2k…`: a prefix and 24 characters of Crockford's base 32. Ids created
 * consecutively share their first five characters, which keeps them adjacent in an index (see
 * `store/schema.ts`); the other 95 bits are random. Neither part reveals the creation time or the
 * number of ids.
 * @param stem the first characters, to place the id next to another one
 */
export function newId(random: Random, prefix: string, stem: string = nextStem(random)): string {
  return `${prefix}_${stem}${letters(random, LENGTH - stem.length)}`
}

/** Returns the shared first characters of an id with a three-character prefix. */
export function idPrefix(id: string): string {
  return id.slice(4, 4 + STEM)
}

function nextStem(random: Random): string {
  let idBlock = idBlocks.get(random)
  if (!idBlock || idBlock.left === 0) {
    idBlock = { stem: letters(random, STEM), left: ID_BLOCK }
    idBlocks.set(random, idBlock)
  }
  idBlock.left--
  return idBlock.stem
}

function letters(random: Random, count: number): string {
  const bytes = random.bytes(count)
  for (let i = 0; i < count; i++) LETTERS[i] = ALPHABET[bytes[i]! & 31]!
  return LETTERS.toString('latin1', 0, count)
}

/** Returns base64url text of `count` random bytes. */
export function newSecret(random: Random, count: number): string {
  return random.bytes(count).toString('base64url')
}

/** Returns a number in [0, 1). */
export function fraction(random: Random): number {
  return random.bytes(4).readUInt32BE() / 0x1_0000_0000
}
