import { type Entry, hasText, modeOf, organizationOf, sizeOf } from './entry.ts'

/** Which entries a list shows; omitted members match all. */
export interface EntryFilter {
  organization?: string | undefined
  mode?: string | undefined
  operation?: string | undefined
  status?: number | undefined
}

export interface JournalState {
  enabled: boolean
  /** The organization whose requests are recorded; null = all. */
  organization: string | null
  /** Number of entries. */
  count: number
}

type Now<T> = T | Promise<T>

/** The entries of the request log: the last 1,000, or fewer where bodies are large. */
export interface Entries {
  /** Whether `add` has a use for entries. */
  readonly on: boolean
  /** Number of erasures. A request that was under way during one is recorded without text. */
  readonly wipes: number
  /** @param wipes number of erasures when the request began */
  add(entry: Entry, wipes: number): Now<void> | undefined
  /** Starts or stops recording. Drops the entries that the new setting excludes. */
  set(on: boolean, only: string | undefined): Now<void>
  state(): Now<JournalState>
  /** Returns entries, newest first. */
  page(before: number | undefined, limit: number, filter: EntryFilter): Now<Entry[]>
  /**
   * Erases the entries of a scope, of all scopes, or of some people of a scope. Entries with a body
   * that name nobody by id (such as a refused creation) may still contain personal data, so they go
   * too.
   */
  forget(scope?: string, ids?: readonly string[]): Now<void>
}

const MOST_ENTRIES = 1000
export const MOST_CHARACTERS = 8_000_000

/** Keeps entries in memory. */
export class OwnEntries implements Entries {
  on = false
  wipes = 0
  #only: string | undefined
  #entries: { entry: Entry; size: number }[] = []
  #size = 0
  #seq = 0

  add(entry: Entry): void {
    if (this.#only !== undefined && organizationOf(entry.scope) !== this.#only) return
    entry.seq = ++this.#seq
    const size = sizeOf(entry)
    this.#entries.push({ entry, size })
    this.#size += size
    while (this.#entries.length > MOST_ENTRIES || this.#size > MOST_CHARACTERS)
      this.#size -= this.#entries.shift()!.size
  }

  set(on: boolean, only: string | undefined): void {
    this.on = on
    this.#only = only
    this.#keep((entry) => on && (only === undefined || organizationOf(entry.scope) === only))
  }

  state(): JournalState {
    return { enabled: this.on, organization: this.#only ?? null, count: this.#entries.length }
  }

  page(before: number | undefined, limit: number, filter: EntryFilter): Entry[] {
    const found: Entry[] = []
    for (let i = this.#entries.length - 1; i >= 0 && found.length < limit; i--) {
      const { entry } = this.#entries[i]!
      if ((before === undefined || entry.seq < before) && fits(entry, filter)) found.push(entry)
    }
    return found
  }

  forget(scope?: string, ids?: readonly string[]): void {
    this.#keep(
      (entry) =>
        scope !== undefined &&
        (entry.scope !== scope ||
          (ids !== undefined &&
            !ids.some((id) => entry.about.has(id)) &&
            (entry.about.size > 0 || !hasText(entry)))),
    )
  }

  #keep(which: (entry: Entry) => boolean): void {
    this.wipes++
    this.#entries = this.#entries.filter(({ entry }) => which(entry))
    this.#size = this.#entries.reduce((sum, { size }) => sum + size, 0)
  }
}

function fits(entry: Entry, { organization, mode, operation, status }: EntryFilter): boolean {
  return (
    (organization === undefined || organizationOf(entry.scope) === organization) &&
    (mode === undefined || modeOf(entry.scope) === mode) &&
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.status === status)
  )
}
