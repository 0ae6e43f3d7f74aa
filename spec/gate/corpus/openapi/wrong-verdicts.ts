import { verdictBetween } from '../../testing.ts'
import type { Pair } from './pairs.ts'

/** Returns the pairs to which the gate gives another verdict than the corpus, as lines. */
export async function wrongVerdicts(pairs: readonly Pair[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, base, head, expected } of pairs) {
    const verdict = await verdictBetween(base, head)
    if (verdict !== expected) wrong.push(`${name}: ${verdict} instead of ${expected}`)
  }
  return wrong
}
