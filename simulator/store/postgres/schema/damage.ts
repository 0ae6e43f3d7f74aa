import type pg from 'pg'

/** Columns, indexes and the like of a schema, as one text each. A table that lacks one of them fails some requests only. */
const OBJECTS = `
  WITH tables AS (
    SELECT oid, relname, relkind FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p', 'S'))
  SELECT CASE relkind WHEN 'S' THEN 'sequence ' ELSE 'table ' END || relname FROM tables
  UNION ALL SELECT format('column %s.%s %s%s', relname, attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' NOT NULL' END)
    FROM tables JOIN pg_attribute ON attrelid = oid WHERE attnum > 0 AND NOT attisdropped AND relkind <> 'S'
  UNION ALL SELECT replace(substr(pg_get_indexdef(indexrelid), 8), $1 || '.', '')
    FROM tables JOIN pg_index ON indrelid = oid WHERE indisvalid
  UNION ALL SELECT format('function %s(%s)', proname, pg_get_function_identity_arguments(oid))
    FROM pg_proc WHERE pronamespace = to_regnamespace($1)`
/** Tables with one row, which a migration has inserted. */
const SINGLE = ['world', 'switches']

/**
 * Returns what a schema lacks of the objects that its migrations make. It runs the migrations in a schema that it
 * rolls back, so the database is not changed.
 */
export async function missingIn(
  client: pg.Client,
  schema: string,
  migrations: string,
): Promise<string[]> {
  const objects = async (of: string): Promise<string[]> => {
    const query = { text: OBJECTS, values: [of], rowMode: 'array' as const }
    return (await client.query<[string]>(query)).rows.flat()
  }
  const sample = `${schema}_check_${process.pid}`
  await client.query('BEGIN')
  try {
    const found = new Set(await objects(schema))
    const rows = SINGLE.filter((table) => found.has(`table ${table}`))
    const empty: string[] = []
    for (const table of rows)
      if ((await client.query(`SELECT FROM ${schema}.${table}`)).rowCount === 0)
        empty.push(`row of ${table}`)
    await client.query(`CREATE SCHEMA ${sample}; SET LOCAL search_path = ${sample}; ${migrations}`)
    const missing = (await objects(sample)).filter((one) => !found.has(one))
    const tables = missing.flatMap((one) => /^table (.+)/.exec(one)?.[1] ?? [])
    const ofMissing = (one: string): boolean =>
      tables.some((table) =>
        [`column ${table}.`, `sequence ${table}_`, ` ON ${table} `].some((part) =>
          one.includes(part),
        ),
      )
    return [...missing.filter((one) => !ofMissing(one)), ...empty]
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Says what is missing, and what an administrator can do. */
export function damage(missing: readonly string[], schema: string): string {
  return `The schema ${schema} is damaged: it lacks ${missing.join('; ')}. ${remedyFor(missing, schema)}.`
}

function remedyFor(missing: readonly string[], schema: string): string {
  const indexes = missing.filter((one) => / ON \w+ USING /.test(one))
  if (indexes.length < missing.length)
    return `Restore the schema ${schema} from a backup, or drop it (DROP SCHEMA ${schema} CASCADE) to begin with an empty store`
  const statements = indexes.map((one) => `CREATE ${one.replace(' ON ', ` ON ${schema}.`)}`)
  return `Run: ${statements.join('; ')}`
}
