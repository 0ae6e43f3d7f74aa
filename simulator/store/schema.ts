/** The tables of the SQLite adapter. A change of them raises `user_version` and brings its own migration. */
export const SCHEMA_VERSION = 1

export const SCHEMA = `
  -- Scopes, kinds, actions and the like: long names, few of them, stored once.
  CREATE TABLE names (no INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

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
    id TEXT PRIMARY KEY, lane TEXT NOT NULL, due INTEGER NOT NULL, kind TEXT NOT NULL, scope TEXT NOT NULL,
    ref TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX job_order ON jobs (lane, due, id);

  -- Written on the hot path, so all in small columns, with an index only for what is looked up.
  CREATE TABLE activity (
    seq INTEGER PRIMARY KEY,
    scope INTEGER NOT NULL,
    at INTEGER NOT NULL,
    session TEXT NOT NULL,
    action INTEGER NOT NULL,
    artifact INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    actor INTEGER NOT NULL
  ) STRICT;
`
