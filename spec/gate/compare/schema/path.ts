/**
 * Member names from the top of a body; null is the top. Paths share their beginnings, because an operation may reach
 * hundreds of changes below long paths.
 */
export type Path = Step | null

interface Step {
  readonly before: Path
  readonly name: string
  /** All names, such as `data[].status`. */
  readonly text: string
}

export function pathBelow(path: Path, ...names: readonly string[]): Path {
  let last = path
  for (const name of names) {
    const text = name.replaceAll('.[]', '[]')
    // The engine joins long texts only when they are read.
    const joined = last === null ? text : last.text + (name.startsWith('[]') ? text : `.${text}`)
    last = { before: last, name, text: joined }
  }
  return last
}

export function namesIn(path: Path): string[] {
  const names: string[] = []
  for (let step = path; step; step = step.before) names.push(step.name)
  return names.toReversed()
}
