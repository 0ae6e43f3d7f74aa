import type { Change } from '../../judgement.ts'
import { changesBetween } from '../../testing.ts'
import type { Pair } from './pairs.ts'

/**
 * Returns the pairs to which the gate gives another verdict than the corpus, and those with a change of another place or kind
 * than that of the edit, as lines.
 */
export async function wrongVerdicts(pairs: readonly Pair[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, base, head, expected, at, keyword } of pairs) {
    const changes = await changesBetween(base, head)
    const verdict = changes[0]?.severity ?? 'same'
    if (verdict !== expected) wrong.push(`${name}: ${verdict} instead of ${expected}`)
    const elsewhere = changes.flatMap(placesOf).find((place) => !place.startsWith(at ?? ''))
    if (elsewhere !== undefined) wrong.push(`${name}: at ${elsewhere} instead of ${at}`)
    const start = `${keyword?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-`
    if (keyword && changes.length > 0 && !changes.some(({ kind }) => kind.startsWith(start)))
      wrong.push(`${name}: ${changes.map(({ kind }) => kind).join(', ')} instead of ${start}`)
  }
  return wrong
}

function placesOf({ effects }: Change): readonly string[] {
  return effects.flatMap(({ places }) => places)
}
