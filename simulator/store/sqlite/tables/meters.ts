import type { Metered } from '../../records.ts'
import { Table } from './table.ts'

/** Counters by scope. */
export class MeterTable extends Table {
  #add = this.db.prepare(
    'INSERT INTO meters (scope, meter, count) VALUES (?, ?, 1) ' +
      'ON CONFLICT DO UPDATE SET count = count + 1',
  )
  #all = this.db.prepare('SELECT meter, count FROM meters WHERE scope = ?')

  add({ scope, meter }: Metered): void {
    this.#add.run(this.names.number(scope), this.names.number(meter))
  }

  of(scope: string): Map<string, number> {
    const rows = this.#all.all(this.names.find(scope)) as { meter: number; count: number }[]
    return new Map(rows.map(({ meter, count }) => [this.names.name(meter), count]))
  }
}
