import type { DatabaseSync } from 'node:sqlite'

/**
 * Version of the tables (`user_version`). Each change of them increments it and adds a migration.
 */
export const SCHEMA_VERSION = 7

/** One row: the identity of the data folder and the number of commits (see `Generation`). */
const STORE = `
  CREATE TABLE store (id TEXT NOT NULL, generation INTEGER NOT NULL) STRICT;
  INSERT INTO store (id, generation) VALUES (lower(hex(randomblob(16))), 0);`

/** Written by every image request, so it has no secondary index. */
const ACTIVITY = `
  CREATE TABLE activity (
    -- The scope and the place within it, as one number.
    place INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    session TEXT NOT NULL,
    -- Action, artifact, outcome and actor, as one name.
    what INTEGER NOT NULL
  ) STRICT;`

/**
 * Consecutive ids share a prefix (see `newId`), so a commit writes few pages of each index. With
 * fully random ids, each new row dirties a separate page in each index: three quarters of the cost
 * of a write.
 */
export const SCHEMA = `
  -- Scopes, kinds, lanes, actions: long names, few of them, stored once.
  CREATE TABLE names (no INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

  ${STORE}

  CREATE TABLE documents (
    seq INTEGER PRIMARY KEY,
    scope INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    key1 TEXT,
    key2 TEXT,
    body TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX document_id ON documents (id, kind);
  CREATE INDEX document_order ON documents (scope, kind, seq);
  CREATE INDEX document_key1 ON documents (scope, kind, key1, seq) WHERE key1 IS NOT NULL;
  CREATE INDEX document_key2 ON documents (scope, kind, key2, seq) WHERE key2 IS NOT NULL;

  CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE blob_refs (
    scope INTEGER NOT NULL, sha256 TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (sha256, scope)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE jobs (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    lane INTEGER NOT NULL,
    due INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    ref TEXT NOT NULL
  ) STRICT;
  -- Jobs due at the same moment run in the order in which they were scheduled.
  CREATE INDEX job_order ON jobs (lane, due, no);

  ${ACTIVITY}

  CREATE TABLE meters (
    scope INTEGER NOT NULL, meter INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (scope, meter)
  ) STRICT, WITHOUT ROWID;
`

/** Version 6 kept up to 32 activity entries in a row, as JSON: step, time, session, name. */
const FROM_6 = `
  ALTER TABLE activity RENAME TO packed;
  ${ACTIVITY}
  INSERT INTO activity (place, at, session, what)
    SELECT place + value, entries ->> ('$[' || (key + 1) || ']'), entries ->> ('$[' || (key + 2) || ']'),
        entries ->> ('$[' || (key + 3) || ']')
      FROM packed, json_each(entries) WHERE key % 4 = 0;
  DROP TABLE packed;
  ${STORE}
  DROP TABLE redo;`

export function versionOf(db: DatabaseSync): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
}

/** Returns whether records of this version can be migrated. */
export function canMigrate(version: number): boolean {
  return version === SCHEMA_VERSION || version === 6
}

/**
 * Creates the tables in an empty database, and migrates older ones to this version.
 * @throws {Error} if the database belongs to another program or a newer version
 */
export function migrate(db: DatabaseSync): void {
  const version = versionOf(db)
  if (version === SCHEMA_VERSION) return
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as {
    tables: number
  }
  const isNew = version === 0 && tables === 0
  if (!isNew && !canMigrate(version))
    throw new Error(`expected records of version ${SCHEMA_VERSION}, got version ${version}`)
  db.exec('BEGIN IMMEDIATE')
  try {
    db.exec(`${isNew ? SCHEMA : FROM_6}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
