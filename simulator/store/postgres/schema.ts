import type pg from 'pg'
import type { Database } from './database.ts'
import { SCHEMA } from './connections.ts'
import { refuseEncoding } from './opening/errors.ts'
import { damage, missingIn } from './schema/damage.ts'
import { AUTHORITY } from './schema/authority.ts'
import { FOLLOWERS } from './schema/followers.ts'
import { TABLES } from './schema/tables.ts'
import { LANES } from './schema/lanes.ts'
import { SNAPSHOTS } from './schema/snapshots.ts'
import { WRITE } from './schema/write.ts'

/**
 * Numbered from 1; never edited once released. Each runs in one transaction with its number. Migration 5 made
 * functions that migration 6 replaces.
 */
const MIGRATIONS: readonly string[] = [TABLES + LANES, FOLLOWERS, AUTHORITY, SNAPSHOTS, '', WRITE]
const NUMBERS =
  'CREATE TABLE IF NOT EXISTS migrations (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())'
/** Fails if a table is missing that no start reads. */
const EVERY_TABLE = Array.from(
  MIGRATIONS.join('').matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g),
  ([, table]) => `SELECT FROM ${table} LIMIT 0`,
).join('; ')

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
  await client.query(NUMBERS)
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
  await client.query(EVERY_TABLE)
  return version
}

/** The schema of a database. */
export interface FoundSchema {
  /** 0 if it is empty. */
  version: number
  /** Tables, columns, indexes and other objects of that version that the database lacks. */
  missing: string[]
}

/**
 * Compares the schema of the database with its migrations, without changing it.
 * @throws {Error} if it is newer than this program
 */
export async function checkSchema(database: Database): Promise<FoundSchema> {
  return database.alone(async (client) => {
    const found = await client.query<{ found: string | null }>(
      `SELECT to_regclass('${SCHEMA}.migrations') AS found`,
    )
    if (found.rows[0]!.found === null) return { version: 0, missing: [] }
    const { rows } = await client.query<{ version: number }>(
      `SELECT coalesce(max(version), 0) AS version FROM ${SCHEMA}.migrations`,
    )
    const { version } = rows[0]!
    refuseNewer(database, version)
    const made = [NUMBERS, ...MIGRATIONS.slice(0, version)].join('; ')
    return { version, missing: await missingIn(client, SCHEMA, made) }
  })
}

/** Returns a better error if a start has failed because the schema lacks something. */
export async function reasonOf(error: unknown, database: Database): Promise<unknown> {
  try {
    const { missing } = await checkSchema(database)
    if (missing.length === 0) return error
    return new Error(`${database.address.shown}: ${damage(missing, SCHEMA)}`, { cause: error })
  } catch {
    return error
  }
}

function refuseNewer({ address }: Database, version: number): void {
  if (version > SCHEMA_VERSION)
    throw new Error(
      `${address.shown} has schema version ${version}, and this vskit knows versions up to ${SCHEMA_VERSION}. Use the vskit that migrated it, or a newer one.`,
    )
}
