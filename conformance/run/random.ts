import { randomBytes, randomInt } from 'node:crypto'

/** Returns text that no other call returns. */
export function unique(): string {
  return randomBytes(8).toString('hex')
}

export function shuffle<T>(items: readonly T[]): T[] {
  const left = [...items]
  return Array.from(items, () => left.splice(randomInt(left.length), 1)[0]!)
}
