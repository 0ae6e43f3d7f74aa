import { SPAN } from '../../sqlite/tables/activity.ts'

/**
 * Conversion of a value between database and file. `name`: both sides have different numbers for a
 * name. `label`: the name in the database, its number in the file. `escaped`: text without NUL in
 * the database (see `storable`). Other values are equal.
 */
type Meaning = 'number' | 'name' | 'label' | 'text' | 'escaped' | 'bytes'

/** A table in the database and in the records file of a snapshot. */
export interface FileTable {
  name: string
  columns: [name: string, type: 'int' | 'bigint' | 'text' | 'bytea', meaning: Meaning][]
  /** Expressions that read the columns from the table of the database. @default the columns */
  here?: (table: string) => string
  /** Columns that the file does not have, with their values. */
  constants?: Record<string, number>
  /** Reads the columns from the file. */
  select: string
  /** Writes the columns into the file. */
  insert: string
  /** Number of rows in one read. */
  together: number
}

export const FILE_TABLES: readonly FileTable[] = [
  {
    name: 'documents',
    columns: [
      ['seq', 'bigint', 'number'],
      ['scope', 'int', 'name'],
      ['kind', 'int', 'name'],
      ['version', 'int', 'number'],
      ['id', 'text', 'escaped'],
      ['key1', 'text', 'escaped'],
      ['key2', 'text', 'escaped'],
      ['body', 'text', 'text'],
    ],
    select: 'SELECT seq, scope, kind, version, id, key1, key2, body FROM documents ORDER BY seq',
    insert:
      'INSERT INTO documents (seq, scope, kind, version, id, key1, key2, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    together: 500,
  },
  {
    name: 'blobs',
    columns: [
      ['sha256', 'text', 'text'],
      ['bytes', 'bytea', 'bytes'],
    ],
    select: 'SELECT sha256, bytes FROM blobs',
    insert: 'INSERT INTO blobs (sha256, bytes) VALUES (?, ?)',
    together: 8,
  },
  {
    name: 'blob_refs',
    columns: [
      ['sha256', 'text', 'text'],
      ['scope', 'int', 'name'],
      ['count', 'int', 'number'],
    ],
    select: 'SELECT sha256, scope, count FROM blob_refs',
    insert: 'INSERT INTO blob_refs (sha256, scope, count) VALUES (?, ?, ?)',
    together: 1000,
  },
  {
    name: 'activity',
    columns: [
      ['scope', 'int', 'name'],
      ['place', 'bigint', 'number'],
      ['at', 'bigint', 'number'],
      ['what', 'int', 'name'],
      ['session', 'text', 'escaped'],
    ],
    select: `SELECT place / ${SPAN}, place % ${SPAN}, at, what, session FROM activity`,
    insert: `INSERT INTO activity (place, at, what, session) VALUES (? * ${SPAN} + ?, ?, ?, ?)`,
    together: 1000,
  },
  {
    name: 'meters',
    columns: [
      ['scope', 'int', 'name'],
      ['meter', 'text', 'label'],
      ['count', 'bigint', 'number'],
    ],
    here: (table) => `SELECT scope, meter, sum(count)::bigint FROM ${table} GROUP BY scope, meter`,
    constants: { slot: 0 },
    select: 'SELECT scope, meter, count FROM meters',
    insert: 'INSERT INTO meters (scope, meter, count) VALUES (?, ?, ?)',
    together: 1000,
  },
  {
    name: 'jobs',
    columns: [
      ['no', 'bigint', 'number'],
      ['due', 'bigint', 'number'],
      ['lane', 'int', 'name'],
      ['kind', 'int', 'name'],
      ['scope', 'int', 'name'],
      ['id', 'text', 'escaped'],
      ['ref', 'text', 'escaped'],
    ],
    select: 'SELECT no, due, lane, kind, scope, id, ref FROM jobs ORDER BY no',
    insert: 'INSERT INTO jobs (no, due, lane, kind, scope, id, ref) VALUES (?, ?, ?, ?, ?, ?, ?)',
    together: 1000,
  },
]
