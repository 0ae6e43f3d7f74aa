import type { Change } from '../../judgement.ts'
import { changesBetween } from '../../testing.ts'
import type { Pair } from './pairs.ts'

/** The whole schema of a body is `true` or `false`, which has no place of its own. The report names the body. */
const PLACELESS = new Set([
  'the schema of a request body became false',
  'a schema that allows no bytes dropped',
])

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
    if (!PLACELESS.has(name) && changes.some(({ location }) => location.file === ''))
      wrong.push(`${name}: a change without a file`)
    const start = `${keyword?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-`
    if (keyword && changes.length > 0 && !changes.some(({ kind }) => kind.startsWith(start)))
      wrong.push(`${name}: ${changes.map(({ kind }) => kind).join(', ')} instead of ${start}`)
  }
  return wrong
}

function placesOf({ effects }: Change): readonly string[] {
  return effects.flatMap(({ places }) => places)
}
