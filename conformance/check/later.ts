import { setTimeout } from 'node:timers/promises'

export const BETWEEN_LOOKS_MS = 300
const LOOKS = 10

/**
 * Looks again and again for what a service may write down after it has answered, for three seconds.
 * @returns what was seen last, wanted or not
 */
export async function lookUntil<Seen>(look: () => Promise<Seen>, isWanted: (seen: Seen) => boolean): Promise<Seen> {
  for (let more = LOOKS; ; more--) {
    const seen = await look()
    if (isWanted(seen) || more === 0) return seen
    await setTimeout(BETWEEN_LOOKS_MS)
  }
}
