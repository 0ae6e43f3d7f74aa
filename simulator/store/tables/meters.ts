import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Metered } from '../records.ts'
import type { Names } from './names.ts'

/** Counters by scope. What a transaction has counted is stored at its end, once for each meter. */
export class MeterTable {
  #names: Names
  #waiting = new Map<string, number>()
  #add: StatementSync
  #all: StatementSync

  constructor(db: DatabaseSync, names: Names) {
    this.#names = names
    this.#add = db.prepare(
      'INSERT INTO meters (scope, meter, count) VALUES (?, ?, ?) ' +
        'ON CONFLICT DO UPDATE SET count = count + excluded.count',
    )
    this.#all = db.prepare('SELECT meter, count FROM meters WHERE scope = ?')
  }

  /** Within the transaction that is open; stored by `flush`. */
  add({ scope, meter }: Metered): void {
    const key = `${scope}\0${meter}`
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + 1)
  }

  /** To be called before the transaction ends, and before anything is read. */
  flush(): void {
    for (const [key, count] of this.#waiting) {
      const [scope, meter] = key.split('\0') as [string, string]
      this.#add.run(this.#names.number(scope), this.#names.number(meter), count)
    }
    this.#waiting.clear()
  }

  of(scope: string): Map<string, number> {
    this.flush()
    const rows = this.#all.all(this.#names.number(scope)) as { meter: number; count: number }[]
    return new Map(rows.map(({ meter, count }) => [this.#names.name(meter), count]))
  }

  /** The transaction was rolled back, and what waited for its end with it. */
  forget(): void {
    this.#waiting.clear()
  }
}
