/** Migration 1: the tables. */
export const TABLES = `
  -- Scopes, kinds, lanes, actions: long names, few of them, stored once.
  CREATE TABLE names (no int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE);

  -- CACHE 1: blocks of places per connection would break the order of creation.
  CREATE SEQUENCE places AS bigint CACHE 1;

  -- Bodies are text: JSONB would lose the bytes that are signed, and takes no \\\\u0000.
  CREATE TABLE documents (
    seq bigint NOT NULL,
    scope int NOT NULL,
    kind int NOT NULL,
    version int NOT NULL,
    id text COLLATE "C" NOT NULL,
    key1 text COLLATE "C",
    key2 text COLLATE "C",
    body text NOT NULL,
    PRIMARY KEY (id, kind)
  ) WITH (fillfactor = 90);
  CREATE INDEX document_order ON documents (scope, kind, seq);
  CREATE INDEX document_key1 ON documents (scope, kind, key1, seq) WHERE key1 IS NOT NULL;
  CREATE INDEX document_key2 ON documents (scope, kind, key2, seq) WHERE key2 IS NOT NULL;

  CREATE TABLE blobs (sha256 text COLLATE "C" PRIMARY KEY, bytes bytea NOT NULL);
  ALTER TABLE blobs ALTER bytes SET STORAGE EXTERNAL;
  CREATE TABLE blob_refs (
    sha256 text COLLATE "C" NOT NULL, scope int NOT NULL, count int NOT NULL, PRIMARY KEY (sha256, scope)
  );

  CREATE SEQUENCE entries AS bigint CACHE 1;
  CREATE TABLE activity (
    scope int NOT NULL,
    place bigint NOT NULL DEFAULT nextval('entries'),
    at bigint NOT NULL,
    -- Action, artifact, outcome and actor, as one name.
    what int NOT NULL,
    session text NOT NULL,
    PRIMARY KEY (scope, place)
  );

  -- A row for each of a few slots: replicas that count for one scope do not wait for each other's commit.
  CREATE TABLE meters (
    scope int NOT NULL, meter text NOT NULL, slot int NOT NULL, count bigint NOT NULL,
    PRIMARY KEY (scope, meter, slot)
  );

  CREATE TABLE jobs (
    no bigint GENERATED ALWAYS AS IDENTITY,
    due bigint NOT NULL,
    lane int NOT NULL,
    kind int NOT NULL,
    scope int NOT NULL,
    id text COLLATE "C" PRIMARY KEY,
    ref text NOT NULL
  );
  -- Jobs due at the same moment run in the order in which they were scheduled.
  CREATE INDEX job_order ON jobs (lane, due, no);

  CREATE TABLE replicas (
    slot int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    started timestamptz NOT NULL DEFAULT clock_timestamp(),
    beat timestamptz NOT NULL DEFAULT clock_timestamp(),
    seeded bool NOT NULL,
    about text NOT NULL
  );
  -- The replica that runs the jobs of a lane. A new owner raises the fence, and each write of a job names it.
  CREATE TABLE lanes (lane int PRIMARY KEY, owner int, fence bigint NOT NULL DEFAULT 1) WITH (fillfactor = 50);

  CREATE TABLE world (
    one bool PRIMARY KEY DEFAULT true CHECK (one),
    version bigint NOT NULL DEFAULT 0,
    -- Raised when all data is replaced: writes that were read from an earlier state are refused.
    epoch bigint NOT NULL DEFAULT 1,
    frozen_at double precision,
    offset_ms double precision NOT NULL DEFAULT 0,
    -- The replica that moves the clock: no other starts jobs meanwhile.
    advancing int,
    settings text
  ) WITH (fillfactor = 50);
  INSERT INTO world DEFAULT VALUES;
  CREATE TABLE organizations (
    id text COLLATE "C" PRIMARY KEY,
    place bigint GENERATED ALWAYS AS IDENTITY,
    version bigint NOT NULL,
    -- NULL once deleted: replicas must learn of it.
    doc text
  );
  CREATE INDEX organization_version ON organizations (version);

  -- A row for each window: a row used again would be dear beside an old transaction.
  CREATE TABLE rate (
    key text COLLATE "C" NOT NULL,
    win bigint NOT NULL,
    ends bigint NOT NULL,
    want int NOT NULL,
    budget int NOT NULL,
    before int NOT NULL,
    used int NOT NULL,
    PRIMARY KEY (key, win)
  ) WITH (fillfactor = 50);
`
