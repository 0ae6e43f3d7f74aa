import { createHash } from 'node:crypto'

/** One thing that happened in a signing ceremony. */
export interface CeremonyEvent {
  type: string
  /** UTC, ISO 8601. */
  at: string
  /** Hashes and versions; no personal data. */
  data: Readonly<Record<string, string | number>>
}

/** An event in its place: none can be changed, left out or put in without changing every hash after it. */
export interface ChainLink extends CeremonyEvent {
  /** Counts from 1. */
  position: number
  hash: string
}

/** Hash before the first link. */
const NOTHING = '0'.repeat(64)

/** The chain with one link more; the one that was given stays as it is. */
export function appended(chain: readonly ChainLink[], event: CeremonyEvent): ChainLink[] {
  const position = chain.length + 1
  const hash = linkHash(chain.at(-1)?.hash ?? NOTHING, position, event)
  return [...chain, { ...event, position, hash }]
}

/** Whether each link is where it belongs and says what it said when it was added. */
export function chainHolds(chain: readonly ChainLink[]): boolean {
  return chain.every(
    (link, i) =>
      link.position === i + 1 && link.hash === linkHash(chain[i - 1]?.hash ?? NOTHING, i + 1, link),
  )
}

/** Where the chain stands; 0 before anything happened. */
export function positionOf(chain: readonly ChainLink[]): number {
  return chain.length
}

/** Names are sorted, since a store may hand an object back in another order. */
function linkHash(previous: string, position: number, { type, at, data }: CeremonyEvent): string {
  const entries = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([previous, position, type, at, entries]))
    .digest('hex')
}
