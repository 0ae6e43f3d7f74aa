import { namesIn, type Path, pathBelow } from './path.ts'
import type { Reach } from './reach.ts'
import type { SchemaChange } from './schema-change.ts'

/** Two schemas that were compared: their own changes, and the pairs below them. */
export interface SchemaPair {
  readonly changes: SchemaChange[]
  readonly edges: Edge[]
  /** Whether any change can be reached; set once the pair has been collected. */
  isTouched?: boolean
  /** Edges that lead to changes, without those that combine all changes below; set with `isTouched`. */
  paths?: readonly Edge[]
  /** Edges that combine all changes below into one; set with `isTouched`. */
  combined?: readonly Edge[]
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

/** All pairs together are shown in at most this many further places, so that the time stays linear in the size of the graph. */
const MOST_FURTHER_PATHS = 2000

const USES: readonly SchemaChange['flow'][] = [undefined, 'readOnly', 'writeOnly']

/** A pair on the way to others. */
interface Visit {
  readonly at: SchemaPair
  readonly before: Visit | null
  readonly path: Path
  readonly flow: SchemaChange['flow']
  readonly isRequired: boolean
}

const known = new WeakMap<SchemaPair, readonly SchemaChange[]>()

/**
 * Returns all changes that can be reached from a pair, each with the names that lead to it. Skips branches without changes and
 * stops at cycles. Breadth first: the first path to a pair is the shortest one, and long chains do not exceed the call stack.
 * @param group of operations that give the same verdicts to the changes
 */
export function changesFrom(
  pair: SchemaPair,
  reach: Reach,
  group: string,
): readonly SchemaChange[] {
  if (reach.isCut) {
    const enters = (at: SchemaPair, use: number) => reach.enters(group, at, use)
    return collected(pair, { ...EVERYWHERE, further: MOST_FURTHER_PATHS, enters })
  }
  const changes =
    known.get(pair) ??
    collected(pair, {
      ...EVERYWHERE,
      further: MOST_FURTHER_PATHS,
      count: (visits) => reach.spend(visits),
    })
  reach.spend(changes.length)
  known.set(pair, changes)
  return changes
}

/** How far to collect changes. */
interface Extent {
  /** Pairs not to enter. */
  readonly entered: ReadonlySet<SchemaPair>
  /** Paths to pairs that were entered before. */
  readonly further: number
  readonly enters: (pair: SchemaPair, use: number) => boolean
  /** Receives the number of visits. */
  readonly count: (visits: number) => void
}

const EVERYWHERE: Extent = { entered: new Set(), further: 0, enters: () => true, count: () => {} }

/** @param missing receives the sums that are not settled yet; without it, they are settled */
function collected(pair: SchemaPair, extent: Extent, missing?: Sum[]): SchemaChange[] {
  settleTouched(pair)
  const found: SchemaChange[] = []
  const visits = visitsFrom(pair, extent)
  extent.count(visits.length)
  for (const visit of visits) {
    const { at, path, flow, isRequired } = visit
    const report = (change: SchemaChange) => found.push(below(change, path, flow))
    for (const change of at.changes) report(isRequired ? withUnusedDefault(change) : change)
    for (const edge of at.combined!) {
      const combine = edge.sum ?? edge.relate
      const around = () => new Set([...extent.entered, ...stepsTo(visit)])
      if (combine && missing && !sums.has(edge)) missing.push({ edge, combine, around })
      else if (combine) report(summed({ edge, combine, around }))
      const overlap = edge.overlap ? overlapOf(edge, edge.overlap) : null
      if (overlap) report(overlap)
    }
  }
  return found
}

/** Returns the pairs to enter. A pair is entered again where its fields are used in another way, or along further paths. */
function visitsFrom(pair: SchemaPair, { entered, further: most, enters }: Extent): Visit[] {
  if (!pair.isTouched || entered.has(pair) || !enters(pair, 0)) return []
  const visits: Visit[] = [
    { at: pair, before: null, path: null, flow: undefined, isRequired: false },
  ]
  // How often each pair was entered, by the use of its fields.
  const times = new Map<SchemaPair, number[]>([[pair, [1]]])
  let further = most
  for (const visit of visits)
    for (const edge of visit.at.paths!) {
      const flow = visit.flow ?? edge.flow
      const path = pathBelow(visit.path, ...edge.names)
      const isRequired = edge.names.length === 0 ? visit.isRequired : edge.isRequired === true
      const use = USES.indexOf(flow) * 2 + Number(isRequired)
      for (const at of edge.to) {
        if (!at.isTouched || entered.has(at)) continue
        const uses = times.get(at)
        const count = uses?.[use] ?? 0
        if (count > 0 && (count >= MOST_PATHS || further === 0)) continue
        if (uses && stepsTo(visit).includes(at)) continue
        if (!enters(at, use)) continue
        if (count > 0) further -= 1
        if (uses) uses[use] = count + 1
        else times.set(at, Object.assign([], { [use]: 1 }))
        visits.push({ at, before: visit, path, flow, isRequired })
      }
    }
  return visits
}

function stepsTo(visit: Visit | null): SchemaPair[] {
  const steps: SchemaPair[] = []
  for (let step = visit; step; step = step.before) steps.push(step.at)
  return steps
}

const overlaps = new WeakMap<Edge, SchemaChange | null>()

function overlapOf(edge: Edge, overlap: NonNullable<Edge['overlap']>): SchemaChange | null {
  const settled = overlaps.get(edge)
  if (settled !== undefined) return settled
  // An overlap below changes which values are accepted only together with the changes that it follows from.
  const change = overlap(edge.to.flatMap((pair) => kindsBelow(pair)))
  overlaps.set(edge, change)
  return change
}

const kinds = new WeakMap<SchemaPair, Map<string, SchemaChange>>()

/**
 * Returns one change of each kind that can be reached from a pair. Collecting all changes for each of many lists of variants
 * would visit a graph of schemas that lead to each other once for each list.
 */
function kindsBelow(pair: SchemaPair): SchemaChange[] {
  if (!pair.isTouched) return []
  if (!kinds.has(pair)) settleKinds(pair)
  return [...kinds.get(pair)!.values()]
}

function settleKinds(root: SchemaPair): void {
  const reached = new Set([root])
  const parents = new Map<SchemaPair, SchemaPair[]>()
  // A set also visits the pairs that are added meanwhile.
  for (const pair of reached) {
    if (kinds.has(pair)) continue
    for (const next of pair.paths!.flatMap(({ to }) => to)) {
      if (!next.isTouched) continue
      reached.add(next)
      if (!parents.has(next)) parents.set(next, [])
      parents.get(next)!.push(pair)
    }
  }
  const pending: [SchemaPair, string, SchemaChange][] = []
  const add = (pair: SchemaPair, kind: string, change: SchemaChange) => {
    const own = kinds.get(pair)!
    if (own.has(kind)) return
    own.set(kind, change)
    pending.push([pair, kind, change])
  }
  const settled = new Set([...reached].filter((pair) => kinds.has(pair)))
  for (const pair of reached) if (!kinds.has(pair)) kinds.set(pair, new Map())
  for (const pair of settled)
    for (const [kind, change] of kinds.get(pair)!) pending.push([pair, kind, change])
  for (const pair of reached)
    if (!settled.has(pair))
      for (const change of ownChanges(pair))
        add(pair, `${change.change} ${change.isGained ?? false}`, change)
  for (const [pair, kind, change] of pending)
    for (const parent of parents.get(pair) ?? []) add(parent, kind, change)
}

function ownChanges(pair: SchemaPair): SchemaChange[] {
  const sums = pair.combined!.flatMap((edge) => {
    const combine = edge.sum ?? edge.relate
    return combine ? [summed({ edge, combine, around: () => new Set([pair]) })] : []
  })
  return [...pair.changes, ...sums]
}

const sums = new WeakMap<Edge, SchemaChange>()

/** An edge that combines all changes below into one. */
interface Sum {
  readonly edge: Edge
  readonly combine: NonNullable<Edge['sum']>
  /** The pairs on the way to the edge. */
  readonly around: () => ReadonlySet<SchemaPair>
}

/** A list of sums instead of recursion: a long chain of conditions would exceed the call stack. */
function summed(sum: Sum): SchemaChange {
  const pending = [sum]
  for (let next = pending.at(-1); next; next = pending.at(-1)) {
    const missing: Sum[] = []
    if (!sums.has(next.edge)) {
      const { edge, combine, around } = next
      const extent = { ...EVERYWHERE, entered: around() }
      const inside = edge.to.flatMap((pair) => collected(pair, extent, missing))
      if (missing.length === 0) sums.set(edge, combine(inside))
    }
    if (missing.length === 0) pending.pop()
    else pending.push(...missing.toReversed())
  }
  return sums.get(sum.edge)!
}

function below(change: SchemaChange, path: Path, flow: SchemaChange['flow']): SchemaChange {
  const through = flow ?? change.flow
  return {
    ...change,
    path: pathBelow(path, ...namesIn(change.path)),
    ...(through && { flow: through }),
  }
}

/** The change of a value that is always sent: a new default of the value itself has no effect. */
export function withUnusedDefault(change: SchemaChange): SchemaChange {
  const isOwn = change.change === 'default-changed' && change.path === null
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
  for (const pair of reached) {
    const edges = pair.edges.filter(({ to, sum }) => sum || to.some(({ isTouched }) => isTouched))
    const { true: combined = [], false: paths = [] } = Object.groupBy(edges, (edge) =>
      String(Boolean(edge.sum ?? edge.relate ?? edge.overlap)),
    )
    Object.assign(pair, { combined, paths })
  }
}
