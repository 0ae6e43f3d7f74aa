/**
 * Member names from the top of a body; null is the top. Paths share their beginnings, because an operation may reach
 * hundreds of changes below long paths.
 */
export type Path = Step | null

interface Step {
  readonly before: Path
  readonly name: string
  /** All names, such as `data[].status`; of a long path the first and the last ones. */
  readonly text: string
}

/** Longer texts are shortened: each place below a long path would be as long as the document. */
const MOST_CHARACTERS = 5000
const KEPT = 400
const GAP = '…'

export function pathBelow(path: Path, ...names: readonly string[]): Path {
  let last = path
  for (const name of names) {
    const text = name.replaceAll('.[]', '[]')
    const joined = last === null ? text : last.text + (name.startsWith('[]') ? text : `.${text}`)
    last = { before: last, name, text: shortened(joined) }
  }
  return last
}

function shortened(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const [start, end] = [text.slice(0, KEPT), text.slice(-KEPT)]
  return start.slice(0, start.lastIndexOf('.') + 1) + GAP + end.slice(Math.max(end.indexOf('.'), 0))
}

export function namesIn(path: Path): string[] {
  const names: string[] = []
  for (let step = path; step; step = step.before) names.push(step.name)
  return names.toReversed()
}
