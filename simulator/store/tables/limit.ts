/**
 * `LIMIT ?` by another name. SQLite reads the value of a bare parameter there when it plans, and so compiles the statement
 * anew each time that a value is bound: more than all the rest of a page of one row.
 */
export const LIMIT = 'LIMIT ? + 0'
