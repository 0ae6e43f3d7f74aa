import type { Activity, Change, CopyableRecords, Put, Records } from './records.ts'

/** A change as followers receive it. */
export type WatchedChange =
  | Exclude<Change, Put | Activity>
  | Pick<Put, 'type' | 'scope' | 'kind' | 'id' | 'body' | 'ifVersion'>
  | Pick<Activity, 'type' | 'scope' | 'session'>

/** Records were written, or all records of one or all scopes were removed or replaced. */
export type RecordNews =
  | { type: 'written'; changes: readonly WatchedChange[] }
  | { type: 'replaced'; scope?: string }

type WatchedRecords = Records & Partial<Pick<CopyableRecords, 'replaceBy'>>
type Listener = (news: RecordNews) => void

/** Reports changes of the records after they are stored. Costs nothing without listeners. */
export class RecordWatch {
  #records: WatchedRecords
  #listeners = new Set<Listener>()
  #unwrap: (() => void) | undefined

  constructor(records: WatchedRecords) {
    this.#records = records
  }

  /** @returns ends the subscription */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    this.#unwrap ??= this.#wrap()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#unwrap?.()
      this.#unwrap = undefined
    }
  }

  #wrap(): () => void {
    const records = this.#records
    const { write, clear, replaceBy } = records
    records.write = async (changes) => {
      await write.call(records, changes)
      this.#publish({ type: 'written', changes })
    }
    records.clear = async (scope) => {
      await clear.call(records, scope)
      this.#publish({ type: 'replaced', ...(scope !== undefined && { scope }) })
    }
    if (replaceBy)
      records.replaceBy = async (file) => {
        await replaceBy.call(records, file)
        this.#publish({ type: 'replaced' })
      }
    return () => Object.assign(records, { write, clear, ...(replaceBy && { replaceBy }) })
  }

  #publish(news: RecordNews): void {
    for (const listener of this.#listeners) listener(news)
  }
}
