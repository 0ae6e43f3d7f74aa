/** The tables of the SQLite adapter. A change of them raises `user_version`; from the first release on it brings a migration. */
export const SCHEMA_VERSION = 6

/**
 * Ids that are made one after the other begin alike (see `newId`), so what one commit writes lies close together in every
 * index below. With ids that are random throughout, each new row dirties a page of its own in each index: three quarters
 * of the cost of a write.
 */
export const SCHEMA = `
  -- Scopes, kinds, lanes, actions and the like: long names, few of them, stored once.
  CREATE TABLE names (no INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

  -- The last entry of the redo log that these tables hold, and what is peculiar to the log that belongs to them.
  CREATE TABLE redo (number INTEGER NOT NULL, seed INTEGER NOT NULL) STRICT;
  INSERT INTO redo (number, seed) VALUES (0, random() & 0xffffffff);

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
  -- Of jobs that are due at the same moment the one that was scheduled first comes first.
  CREATE INDEX job_order ON jobs (lane, due, no);

  -- Written on the hot path: several entries to a row, and no index beside the table itself.
  CREATE TABLE activity (
    -- Whose they are and where the first of them stands, as one number.
    place INTEGER PRIMARY KEY,
    -- JSON: for each one its distance from the first; when; the session; action, artifact, outcome and actor, as one name.
    entries TEXT NOT NULL
  ) STRICT;

  CREATE TABLE meters (
    scope INTEGER NOT NULL, meter INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (scope, meter)
  ) STRICT, WITHOUT ROWID;
`
