import type { StatementSync } from 'node:sqlite'

/**
 * `LIMIT ?` by another name. SQLite reads the value of a bare parameter there when it plans, and so compiles the statement
 * anew each time that a value is bound: more than all the rest of a page of one row.
 */
export const LIMIT = 'LIMIT ? + 0'

/** Rows as arrays of their columns: as objects, which Node makes without a shape, they cost a third more to read and use. */
export function inArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true)
  return statement
}
