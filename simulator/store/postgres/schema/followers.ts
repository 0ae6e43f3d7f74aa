/**
 * Migration 2: switches for all replicas (faults, journal, followers), the change log, and webhooks for the replica
 * of a listener.
 */
export const FOLLOWERS = `
  -- One row, read in the statement that each request makes anyway.
  CREATE TABLE switches (
    one bool PRIMARY KEY DEFAULT true CHECK (one),
    -- Tells the log of one database from that of another.
    log text NOT NULL DEFAULT substr(md5(random()::text || clock_timestamp()::text), 1, 8),
    -- Raised with each change of the list of faults.
    faults bigint NOT NULL DEFAULT 0,
    -- The organization whose requests are recorded; '' for all, NULL for none.
    journal text,
    -- Counts erasures: a request that was under way during one is recorded without text.
    wipes bigint NOT NULL DEFAULT 0,
    watched_until timestamptz NOT NULL DEFAULT '-infinity',
    requests_until timestamptz NOT NULL DEFAULT '-infinity',
    -- The log is complete for all later transactions.
    log_from xid8 NOT NULL DEFAULT pg_current_xact_id()
  ) WITH (fillfactor = 50);
  INSERT INTO switches DEFAULT VALUES;

  CREATE TABLE faults (
    place bigint GENERATED ALWAYS AS IDENTITY,
    id text COLLATE "C" PRIMARY KEY,
    doc text NOT NULL,
    times int,
    hits int NOT NULL DEFAULT 0,
    last text[] NOT NULL DEFAULT '{}'
  );

  -- What was written while somebody follows. Readers find what is new by transaction, so one that commits late is not missed.
  CREATE TABLE changes (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    entries text NOT NULL
  );
  CREATE INDEX change_xid ON changes (xid);
  CREATE FUNCTION note(new_entries text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO changes (entries) VALUES (new_entries);
  $$;
  CREATE FUNCTION trim_changes() RETURNS void LANGUAGE sql AS $$
    WITH gone AS (
      DELETE FROM changes WHERE no IN (
        SELECT no FROM changes WHERE at < clock_timestamp() - interval '60 s' ORDER BY no LIMIT 5000 FOR UPDATE SKIP LOCKED)
      RETURNING xid)
    UPDATE switches SET log_from = greatest(log_from, (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1))
      WHERE EXISTS (SELECT FROM gone);
  $$;

  CREATE UNLOGGED TABLE journal (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- False for entries that only followers get.
    kept bool NOT NULL,
    scope text,
    operation text,
    status int,
    about text[] NOT NULL,
    has_text bool NOT NULL,
    size int NOT NULL,
    entry text NOT NULL
  );
  CREATE INDEX journal_xid ON journal (xid);
  -- Records requests and keeps the last 1,000, or 8 million characters. Returns the places of those that an erasure has
  -- overtaken: they come again without text, and without a count of erasures.
  CREATE FUNCTION record_requests(
    of_wipes bigint[], of_scope text[], of_operation text[], of_status int[], of_about text[], of_text bool[], of_size int[],
    of_entry text[]
  ) RETURNS SETOF int LANGUAGE plpgsql AS $$
  DECLARE
    now_set switches;
    bound bigint;
  BEGIN
    -- An erasure waits for this lock, and then sees these entries.
    SELECT * INTO now_set FROM switches FOR SHARE;
    INSERT INTO journal (kept, scope, operation, status, about, has_text, size, entry)
      SELECT kept, scope, operation, status, string_to_array(about, ' '), has_text, size, entry FROM (
        SELECT u.*, coalesce(now_set.journal = '' OR now_set.journal = split_part(scope, '/', 3), false) AS kept
        FROM unnest(of_wipes, of_scope, of_operation, of_status, of_about, of_text, of_size, of_entry) WITH ORDINALITY
          AS u(wipes, scope, operation, status, about, has_text, size, entry, place)) w
      WHERE (kept OR now_set.requests_until > clock_timestamp()) AND (wipes IS NULL OR wipes = now_set.wipes)
      ORDER BY place;
    SELECT max(seq) INTO bound FROM (
      SELECT seq, row_number() OVER newest AS place, sum(size) OVER newest AS total FROM journal WHERE kept
        WINDOW newest AS (ORDER BY seq DESC)) ranked WHERE place > 1000 OR total > 8000000;
    DELETE FROM journal WHERE seq IN (
      SELECT seq FROM journal WHERE (kept AND seq <= bound) OR (NOT kept AND at < clock_timestamp() - interval '60 s')
        FOR UPDATE SKIP LOCKED);
    RETURN QUERY SELECT place::int FROM unnest(of_wipes) WITH ORDINALITY AS u(wipes, place) WHERE wipes <> now_set.wipes;
  END $$;
  CREATE FUNCTION set_journal(wanted text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE switches SET journal = wanted, wipes = wipes + 1;
    DELETE FROM journal WHERE wanted IS NULL OR (wanted <> '' AND split_part(scope, '/', 3) IS DISTINCT FROM wanted);
  END $$;
  -- Entries with a body that name nobody may still be about somebody, such as a refused creation.
  CREATE FUNCTION forget_requests(of_scope text, ids text[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE switches SET wipes = wipes + 1;
    DELETE FROM journal WHERE of_scope IS NULL OR (scope = of_scope AND (
      ids IS NULL OR about && ids OR (about = '{}' AND has_text)));
  END $$;

  -- A webhook on its way to the replica that holds the listener's connection, and its outcome on the way back.
  CREATE UNLOGGED TABLE forwards (
    id text PRIMARY KEY,
    forwarder text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    taken bool NOT NULL DEFAULT false,
    message text NOT NULL,
    outcome text
  );
`
