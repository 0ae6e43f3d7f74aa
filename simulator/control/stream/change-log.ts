import type { PlaneChange } from './plane-changes.ts'

/** Changes that were sent together. */
export interface Batch {
  /** Counts the batches of this log, from 1. */
  n: number
  changes: PlaneChange[]
}

/** Collection time of a batch, so that a busy service does not flood a page. */
const COLLECT_MS = 100
/** Maximum per kind in one batch; beyond it the batch only says that many have changed. */
const MOST_OF_A_KIND = 50
/** Maximum number of missed batches after which a reader can still continue. */
const KEPT_BATCHES = 500

/** Keeps the newest changes of one plane, in batches, for readers that reconnect. */
export class ChangeLog {
  readonly #readers = new Set<(batch: Batch) => void>()
  readonly #batches: Batch[] = []
  #n = 0
  #collected = new Map<string, PlaneChange>()
  #timer: NodeJS.Timeout | undefined

  get last(): number {
    return this.#n
  }

  get idle(): boolean {
    return this.#readers.size === 0
  }

  /** Returns whether changes wait to be sent. */
  get pending(): boolean {
    return this.#timer !== undefined
  }

  add(change: PlaneChange): void {
    this.#collected.set(`${change.kind} ${change.id} ${change.session_id}`, change)
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#flush(), COLLECT_MS).unref()
  }

  /** Returns the batches after `n`; undefined if some of them were dropped. */
  since(n: number): Batch[] | undefined {
    const first = this.#batches[0]?.n ?? this.#n + 1
    if (n > this.#n || n < first - 1) return undefined
    return this.#batches.filter((batch) => batch.n > n)
  }

  /** @returns a function that ends it */
  read(reader: (batch: Batch) => void): () => void {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  #flush(): void {
    this.#timer = undefined
    const byKind = Object.groupBy(this.#collected.values(), ({ kind }) => kind)
    this.#collected = new Map()
    const changes = Object.values(byKind).flatMap((of): PlaneChange[] =>
      of.length <= MOST_OF_A_KIND ? of : [{ kind: of[0]!.kind, id: null, session_id: null }],
    )
    const batch = { n: ++this.#n, changes }
    this.#batches.push(batch)
    if (this.#batches.length > KEPT_BATCHES) this.#batches.shift()
    for (const reader of this.#readers) reader(batch)
  }
}
