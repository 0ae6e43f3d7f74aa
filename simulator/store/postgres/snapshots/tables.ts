import { SCHEMA } from '../connections.ts'

/** Version of the columns below. A change of them raises it; older snapshots are converted or refused. */
export const LAYOUT = 1

interface Table {
  name: string
  /** Columns of the primary key. */
  key: string[]
  others: string[]
}

/** The tables that hold records. `names` is never emptied, so snapshots share it. */
const RECORDS: readonly Table[] = [
  {
    name: 'documents',
    key: ['id', 'kind'],
    others: ['seq', 'scope', 'version', 'key1', 'key2', 'body'],
  },
  // Bytes with the same hash are equal and are not compared.
  { name: 'blobs', key: ['sha256'], others: ['bytes'] },
  { name: 'blob_refs', key: ['sha256', 'scope'], others: ['count'] },
  { name: 'activity', key: ['scope', 'place'], others: ['at', 'what', 'session'] },
  { name: 'meters', key: ['scope', 'meter', 'slot'], others: ['count'] },
  { name: 'jobs', key: ['id'], others: ['no', 'due', 'lane', 'kind', 'scope', 'ref'] },
]

/** Returns the schema of a snapshot. @param id a checked id: the schema becomes part of statements */
export function schemaOf(id: string): string {
  return `snap_${id.slice('snp_'.length)}`
}

/**
 * Returns the statements that create a schema with its tables, with or without a copy of all
 * records.
 */
export function copying(schema: string, { empty = false }: { empty?: boolean } = {}): string[] {
  const tables = RECORDS.map(
    ({ name, key, others }) =>
      `CREATE TABLE ${schema}.${name} AS SELECT ${[...key, ...others].join()} FROM ${SCHEMA}.${name}${empty ? ' WITH NO DATA' : ''}`,
  )
  return [`CREATE SCHEMA ${schema}`, ...tables]
}

/**
 * Returns the statements that restore all records from a schema. They write only rows that differ:
 * restoring before each test changes few. They use DELETE, not TRUNCATE, so that earlier readers
 * such as a backup still see the old rows and nothing waits for them.
 */
export function replacing(schema: string): string[] {
  return [
    ...RECORDS.filter(({ name }) => name !== 'jobs').flatMap((table) => differing(schema, table)),
    // Jobs with the same due time run in the order of their numbers, which are assigned again.
    'DELETE FROM jobs',
    `INSERT INTO jobs (due, lane, kind, scope, id, ref)
      SELECT due, lane, kind, scope, id, ref FROM ${schema}.jobs ORDER BY no`,
    // The sequence continues after the positions of the snapshot.
    placesAfter('places', 'documents', 'seq'),
    placesAfter('entries', 'activity', 'place'),
  ]
}

function differing(schema: string, { name, key, others }: Table): string[] {
  const columns = (of: string): string => others.map((column) => `${of}.${column}`).join()
  const sameKey = key.map((column) => `kept.${column} = t.${column}`).join(' AND ')
  const same =
    name === 'blobs' ? '' : `AND (${columns('kept')}) IS NOT DISTINCT FROM (${columns('t')})`
  const all = [...key, ...others].join()
  return [
    `DELETE FROM ${name} t WHERE NOT EXISTS (SELECT FROM ${schema}.${name} kept WHERE ${sameKey} ${same})`,
    `INSERT INTO ${name} (${all}) SELECT ${all} FROM ${schema}.${name} kept
      WHERE NOT EXISTS (SELECT FROM ${name} t WHERE ${sameKey})`,
  ]
}

function placesAfter(sequence: string, table: string, column: string): string {
  return `SELECT setval('${sequence}', most) FROM (SELECT max(${column}) AS most FROM ${table}) m, ${sequence}
    WHERE most >= last_value`
}
