import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Names } from './names.ts'

/**
 * `LIMIT ?` with an expression. SQLite uses the value of a bare `LIMIT ?` for planning, and so
 * recompiles the statement at each bind: that costs more than reading a page of one row.
 */
export const LIMIT = 'LIMIT ? + 0'

/**
 * Returns rows as arrays: row objects, which Node creates without a shared shape, cost 33% more to read and use.
 */
export function inArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true)
  return statement
}

/** A table and its statements, which subclasses prepare as fields. Long names are stored as numbers. */
export class Table {
  protected readonly db: DatabaseSync
  protected readonly names: Names

  constructor(db: DatabaseSync, names: Names) {
    this.db = db
    this.names = names
  }
}
