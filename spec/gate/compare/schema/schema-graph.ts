import type { SchemaChange } from './schema-change.ts'

/** Two schemas that were compared: their own changes, and the pairs below them. */
export interface SchemaPair {
  readonly changes: SchemaChange[]
  readonly edges: Edge[]
  /** Whether any change can be reached; set once the pair has been collected. */
  isTouched?: boolean
}

export interface Edge {
  readonly to: readonly SchemaPair[]
  /** Member names that lead to the pairs below. */
  readonly names: readonly string[]
  readonly flow?: SchemaChange['flow']
  /**
   * Whether objects always have the field below, before and after, so that a default has no effect.
   */
  readonly isRequired?: boolean
  /**
   * Combines all changes below into one, for keywords whose effect on the whole depends on all
   * parts.
   */
  readonly relate?: (inside: readonly SchemaChange[]) => SchemaChange
  /** A change of the whole that follows from all changes below; null if none does. */
  readonly overlap?: (inside: readonly SchemaChange[]) => SchemaChange | null
  /** Combines all changes below into one, even if there are none. */
  readonly sum?: (inside: readonly SchemaChange[]) => SchemaChange
}

/** A pair in more places than this is shown only at the first ones. */
const MOST_PATHS = 20

/**
 * Returns all changes that can be reached from a pair, each with the names that lead to it. Linear
 * in the size of the graph: skips branches without changes, stops at cycles, and enters no pair
 * more than `MOST_PATHS` times.
 */
export function changesFrom(pair: SchemaPair): SchemaChange[] {
  return collected(pair, new Set())
}

function collected(pair: SchemaPair, entered: Set<SchemaPair>): SchemaChange[] {
  settleTouched(pair)
  const found: SchemaChange[] = []
  const visits = new Map<SchemaPair, number>()
  const visit = (
    at: SchemaPair,
    path: readonly string[],
    flow: SchemaChange['flow'],
    isRequired: boolean,
  ): void => {
    const count = visits.get(at) ?? 0
    if (!at.isTouched || entered.has(at) || count >= MOST_PATHS) return
    visits.set(at, count + 1)
    entered.add(at)
    const report = (change: SchemaChange) => found.push(below(change, path, flow))
    for (const change of at.changes) report(isRequired ? withUnusedDefault(change) : change)
    for (const edge of at.edges) {
      if (edge.sum) report(summed(edge, edge.sum, entered))
      else if (edge.overlap) {
        const isTouched = edge.to.some((pair) => pair.isTouched)
        const change = isTouched ? overlapOf(edge, edge.overlap, entered) : null
        if (change) report(change)
      } else if (!edge.relate)
        for (const next of edge.to)
          visit(
            next,
            [...path, ...edge.names],
            flow ?? edge.flow,
            edge.names.length === 0 ? isRequired : edge.isRequired === true,
          )
      else if (edge.to.some(({ isTouched }) => isTouched))
        report(summed(edge, edge.relate, entered))
    }
    entered.delete(at)
  }
  visit(pair, [], undefined, false)
  return found
}

const overlaps = new WeakMap<Edge, SchemaChange | null>()

function overlapOf(
  edge: Edge,
  overlap: NonNullable<Edge['overlap']>,
  entered: Set<SchemaPair>,
): SchemaChange | null {
  const known = overlaps.get(edge)
  if (known !== undefined) return known
  const change = overlap(edge.to.flatMap((pair) => collected(pair, entered)))
  overlaps.set(edge, change)
  return change
}

const sums = new WeakMap<Edge, SchemaChange>()

function summed(edge: Edge, sum: NonNullable<Edge['sum']>, entered: Set<SchemaPair>): SchemaChange {
  const change = sums.get(edge) ?? sum(edge.to.flatMap((pair) => collected(pair, entered)))
  sums.set(edge, change)
  return change
}

function below(
  change: SchemaChange,
  path: readonly string[],
  flow: SchemaChange['flow'],
): SchemaChange {
  const through = flow ?? change.flow
  return { ...change, path: [...path, ...change.path], ...(through && { flow: through }) }
}

/** The change of a value that is always sent: a new default of the value itself has no effect. */
export function withUnusedDefault(change: SchemaChange): SchemaChange {
  const isOwn = change.change === 'default-changed' && change.path.length === 0
  return isOwn ? { ...change, change: 'default-unused' } : change
}

/** Marks every pair below that has or leads to changes. */
function settleTouched(root: SchemaPair): void {
  if (root.isTouched !== undefined) return
  const reached: SchemaPair[] = [root]
  const parents = new Map<SchemaPair, SchemaPair[]>([[root, []]])
  for (const pair of reached) {
    for (const next of pair.edges.flatMap(({ to }) => to)) {
      if (!parents.has(next)) {
        parents.set(next, [])
        if (next.isTouched === undefined) reached.push(next)
      }
      parents.get(next)!.push(pair)
    }
  }
  const touched = [...parents.keys()].filter(
    ({ changes, edges, isTouched }) =>
      isTouched ?? (changes.length > 0 || edges.some(({ sum }) => sum !== undefined)),
  )
  const marked = new Set(touched)
  for (const pair of touched)
    for (const parent of parents.get(pair)!)
      if (!marked.has(parent)) {
        marked.add(parent)
        touched.push(parent)
      }
  for (const pair of reached) pair.isTouched = marked.has(pair)
}
