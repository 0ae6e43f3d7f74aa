/** The longest name that is compared completely. */
const LONGEST = 100

/**
 * Returns the known names that resemble a name, best first: those that continue it, and those up to an edit distance of 50%
 * of its length.
 * @param edits maximum distance
 */
export function nearestNames(
  name: string,
  known: readonly string[],
  most = 3,
  edits = Infinity,
): string[] {
  const given = fold(name.slice(0, LONGEST))
  const begins = given.length >= LEAST_BEGINNING
  const mostEdits = Math.min(edits, given.length / 2)
  return known
    .map((candidate) => {
      const folded = fold(candidate)
      return {
        candidate,
        distance: editDistance(folded, given),
        isBegun: begins && folded.startsWith(given),
      }
    })
    .filter(({ distance, isBegun }) => isBegun || distance <= mostEdits)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** Too many names begin with one letter or two. */
const LEAST_BEGINNING = 3

/** Edits of a typing error. More make another name, although long names share much. */
const TYPO_EDITS = 3

/** Returns ` Did you mean 'sessions'?`, or nothing. */
export function didYouMean(name: string, known: readonly string[], quote = "'"): string {
  const [near] = nearestNames(name, known, 1, TYPO_EDITS)
  return near === undefined ? '' : ` Did you mean ${quote}${near}${quote}?`
}

/** Returns a name without case and separators. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Levenshtein's distance, in which two adjacent letters that changed places count once. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    ;[before, row] = [row, next]
  }
  return row[b.length]!
}
