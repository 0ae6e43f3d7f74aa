import type pg from 'pg'
import type { Database } from './database.ts'
import { SCHEMA } from './connections.ts'
import { refuseEncoding } from './opening-errors.ts'
import { AUTHORITY } from './schema/authority.ts'
import { FOLLOWERS } from './schema/followers.ts'
import { TABLES } from './schema/tables.ts'
import { LANES } from './schema/lanes.ts'
import { SNAPSHOTS } from './schema/snapshots.ts'
import { WRITE } from './schema/write.ts'

/** Numbered from 1; never edited once released. Each runs in one transaction with its number. */
const MIGRATIONS: readonly string[] = [TABLES + LANES, FOLLOWERS, AUTHORITY, SNAPSHOTS, WRITE]

export const SCHEMA_VERSION = MIGRATIONS.length

/** Key of the advisory lock, so that replicas that start together migrate one after the other. */
const LOCK = 7_380_115

/**
 * The server ends the connection of a process that sends nothing for so long during a migration: if it was stopped
 * or cut off, every other start would wait for its lock.
 */
const SILENCE_MS = 10_000
const SILENCE = `SET idle_session_timeout = ${SILENCE_MS}; SET idle_in_transaction_session_timeout = ${SILENCE_MS}`

/**
 * Brings the database to this program's schema version, under an advisory lock.
 * @returns the version that it had; 0 for an empty database
 * @throws {Error} if the schema is newer than this program
 */
export async function migrate(database: Database): Promise<number> {
  return database.alone((client) => withReason(client, () => migrateOn(client, database)))
}

/** @throws {Error} the reason, if the server ended the connection between two statements */
async function withReason<T>(client: pg.Client, task: () => Promise<T>): Promise<T> {
  let ended: Error | undefined
  client.on('error', (error) => void (ended ??= error))
  try {
    return await task()
  } catch (error) {
    throw ended ?? error
  }
}

async function migrateOn(client: pg.Client, database: Database): Promise<number> {
  const settings = await client.query<{ server_encoding: string }>('SHOW server_encoding')
  refuseEncoding(database.address, settings.rows[0]!.server_encoding)
  await client.query(SILENCE)
  await client.query(`SELECT pg_advisory_lock(${LOCK})`)
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
  )
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM migrations',
  )
  const { version } = rows[0]!
  refuseNewer(database, version)
  for (const [i, migration] of MIGRATIONS.entries()) {
    if (i < version) continue
    await client.query('BEGIN')
    await client.query(migration)
    await client.query('INSERT INTO migrations (version) VALUES ($1)', [i + 1])
    await client.query('COMMIT')
  }
  return version
}

/**
 * Returns the schema version of the database without changing it; 0 if it has none.
 * @throws {Error} if it is newer than this program
 */
export async function checkSchema(database: Database): Promise<number> {
  return database.alone(async (client) => {
    const found = await client.query<{ found: string | null }>(
      `SELECT to_regclass('${SCHEMA}.migrations') AS found`,
    )
    if (found.rows[0]!.found === null) return 0
    const { rows } = await client.query<{ version: number }>(
      `SELECT coalesce(max(version), 0) AS version FROM ${SCHEMA}.migrations`,
    )
    refuseNewer(database, rows[0]!.version)
    return rows[0]!.version
  })
}

function refuseNewer({ address }: Database, version: number): void {
  if (version > SCHEMA_VERSION)
    throw new Error(
      `${address.shown} has schema version ${version}, and this vskit knows versions up to ${SCHEMA_VERSION}. Use the vskit that migrated it, or a newer one.`,
    )
}
