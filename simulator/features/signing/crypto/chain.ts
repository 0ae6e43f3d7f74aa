import { createHash } from 'node:crypto'

/** One event of a signing ceremony. */
export interface CeremonyEvent {
  type: string
  /** UTC, ISO 8601. */
  at: string
  /** Hashes and versions; no personal data. */
  data: Readonly<Record<string, string | number>>
}

/** An event and its position: to change, omit or insert one changes every hash after it. */
export interface ChainLink extends CeremonyEvent {
  /** Counts from 1. */
  position: number
  hash: string
}

/** Hash before the first link. */
const NOTHING = '0'.repeat(64)

/** Returns the chain with one more link; does not change the given one. */
export function appended(chain: readonly ChainLink[], event: CeremonyEvent): ChainLink[] {
  const position = chain.length + 1
  const hash = linkHash(chain.at(-1)?.hash ?? NOTHING, position, event)
  return [...chain, { ...event, position, hash }]
}

/** Whether each link is in its place and unchanged. */
export function chainHolds(chain: readonly ChainLink[]): boolean {
  return chain.every(
    (link, i) =>
      link.position === i + 1 && link.hash === linkHash(chain[i - 1]?.hash ?? NOTHING, i + 1, link),
  )
}

/** Length of the chain; 0 before the first event. */
export function positionOf(chain: readonly ChainLink[]): number {
  return chain.length
}

/** Sorts the names, since a store may return an object with its members in another order. */
function linkHash(previous: string, position: number, { type, at, data }: CeremonyEvent): string {
  const entries = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([previous, position, type, at, entries]))
    .digest('hex')
}
