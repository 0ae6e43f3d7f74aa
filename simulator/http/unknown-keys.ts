/**
 * Returns the issues of unknown fields: for a removed field its replacement and shape, for a misspelt one the key
 * that was probably meant (VAL).
 * @param schema the object's schema: its `properties`, and `x-removed-fields` (name -> what to send instead)
 */
export function unknownKeysMessage(keys: string[], schema: unknown): string {
  const { properties = {}, 'x-removed-fields': removed = {} } = (schema ?? {}) as {
    properties?: Record<string, unknown>
    'x-removed-fields'?: Record<string, string>
  }
  const known = Object.keys(properties)
  const explained: string[] = []
  const strange: string[] = []
  for (const key of keys) {
    const replacement = replacementOf(key, known, removed)
    if (replacement === undefined || explained.length === EXPLAINED) strange.push(key)
    else explained.push(`'${shown(key)}' was removed: ${replacement}`)
  }
  for (const key of strange.slice(0, EXPLAINED)) {
    const near = nearest(key, known)
    explained.push(
      `Unrecognized key '${shown(key)}'${near === undefined ? '' : `, did you mean '${near}'?`}`,
    )
  }
  if (strange.length > EXPLAINED) explained.push(`and ${strange.length - EXPLAINED} more`)
  return explained.join('; ')
}

/** Returns what to send instead of a removed field, also if its case differs, such as `firstName`. */
function replacementOf(
  key: string,
  known: string[],
  removed: Record<string, string>,
): string | undefined {
  if (Object.hasOwn(removed, key)) return removed[key]
  if (key.length > 60) return undefined
  const isSame = (name: string): boolean => fold(name) === fold(key)
  if (known.some(isSame)) return undefined
  return Object.entries(removed).find(([name]) => isSame(name))?.[1]
}

/** Maximum number of explained keys. Explaining the ten thousand keys that fit into a body would take half a second. */
const EXPLAINED = 20

/** Returns a key for a message: truncated, and without characters that a terminal or a page interprets. */
export function shown(key: string): string {
  const plain = key.replace(/[^\p{L}\p{N}_.$ -]/gu, '?')
  return plain.length > 60 ? `${plain.slice(0, 60).toWellFormed()}…` : plain
}

/** Returns the known key that differs only in case and separators, or in at most two letters. */
function nearest(key: string, known: string[]): string | undefined {
  if (key.length > 60) return undefined
  const folded = fold(key)
  const same = known.find((candidate) => fold(candidate) === folded)
  if (same !== undefined) return same
  const close = known
    .map((candidate) => ({ candidate, distance: editDistance(fold(candidate), folded) }))
    .filter(({ candidate, distance }) => distance <= (candidate.length > 5 ? 2 : 1))
    .sort((a, b) => a.distance - b.distance)
  return close[0]?.candidate
}

function fold(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/**
 * Returns the known names most similar to an unknown one, best first, up to an edit distance of 50% of its length.
 */
export function nearestNames(name: string, known: readonly string[], most = 3): string[] {
  const folded = fold(name.slice(0, 60))
  return known
    .map((candidate) => ({ candidate, distance: editDistance(fold(candidate), folded) }))
    .filter(({ distance }) => distance <= folded.length / 2)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
    }
    row = next
  }
  return row[b.length]!
}
