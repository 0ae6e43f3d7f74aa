import { randomBytes, randomInt } from 'node:crypto'

/** Returns text that no other call returns. Letters only, as it becomes part of names. */
export function unique(): string {
  return randomBytes(8)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
}

export function shuffle<T>(items: readonly T[]): T[] {
  const left = [...items]
  return Array.from(items, () => left.splice(randomInt(left.length), 1)[0]!)
}
