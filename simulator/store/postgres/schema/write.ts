/**
 * Custom SQLSTATEs: a document has another version; a lane has another owner; the data was
 * replaced.
 */
export const CONFLICT = 'VS001'
export const FENCED = 'VS002'
export const REPLACED = 'VS003'

/** Advisory locks of scopes. Those of blobs have one number as their key, and these have two. */
const SCOPE_LOCKS = 1

/**
 * Migration 6: one call applies the changes of several batches, or nothing. It is volatile, so each of
 * its statements sees what was committed before that statement. Databases of version 1 to 5 have
 * older functions with the same parameters and errors, so replicas of that version go on.
 */
export const WRITE = `
  CREATE OR REPLACE FUNCTION write(
    epoch_read bigint, meter_slot int,
    fence_lane int[], fence_owner int[], fence_no bigint[],
    new_scope int[], new_kind int[], new_id text[], new_seq bigint[], new_key1 text[], new_key2 text[], new_body text[],
    old_scope int[], old_kind int[], old_id text[], old_version int[], old_key1 text[], old_key2 text[], old_body text[],
    gone_scope int[], gone_kind int[], gone_id text[],
    blob_scope int[], blob_sha text[], blob_bytes bytea[],
    job_id text[], job_lane int[], job_due bigint[], job_kind int[], job_scope int[], job_ref text[],
    jobs_gone text[],
    entry_scope int[], entry_at bigint[], entry_what int[], entry_session text[],
    meter_scope int[], meter_name text[], meter_count int[]
  ) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    found_count int;
    problem text;
    i int;
  BEGIN
    -- Waits for a restore. Only after it does the next statement see the epoch that the restore has left.
    LOCK TABLE documents IN ROW EXCLUSIVE MODE;
    -- Waits for an erasure of these scopes in the same way.
    PERFORM pg_advisory_xact_lock_shared(${SCOPE_LOCKS}, scope) FROM (
      SELECT DISTINCT scope FROM unnest(new_scope || old_scope || gone_scope || blob_scope || job_scope || entry_scope || meter_scope)
        AS scope ORDER BY scope) scopes;
    IF epoch_read IS NOT NULL AND epoch_read <> (SELECT epoch FROM world) THEN
      RAISE EXCEPTION 'the data was replaced' USING ERRCODE = '${REPLACED}';
    END IF;
    IF cardinality(fence_lane) > 0 THEN
      SELECT count(*) INTO found_count FROM (
        SELECT 1 FROM lanes l JOIN unnest(fence_lane, fence_owner, fence_no) AS f(lane, owner, fence)
          ON l.lane = f.lane AND l.owner = f.owner AND l.fence = f.fence FOR SHARE OF l) held;
      IF found_count < cardinality(fence_lane) THEN
        RAISE EXCEPTION 'another replica owns the lane' USING ERRCODE = '${FENCED}';
      END IF;
    END IF;

    IF cardinality(old_id) > 0 THEN
      -- Rows are locked in one order, or two writers could wait for each other.
      SELECT count(*) INTO found_count FROM (
        SELECT 1 FROM documents d JOIN unnest(old_id, old_kind, old_scope, old_version) AS w(id, kind, scope, version)
          ON d.id = w.id AND d.kind = w.kind AND d.scope = w.scope AND d.version = w.version
          ORDER BY d.id, d.kind FOR UPDATE OF d) held;
      IF found_count < cardinality(old_id) THEN
        SELECT json_build_array(w.kind, w.id, w.version, coalesce(d.version, 0)) INTO problem
          FROM unnest(old_id, old_kind, old_scope, old_version) AS w(id, kind, scope, version)
          LEFT JOIN documents d ON d.id = w.id AND d.kind = w.kind
          WHERE d.scope IS DISTINCT FROM w.scope OR d.version <> w.version LIMIT 1;
        RAISE EXCEPTION 'conflict' USING ERRCODE = '${CONFLICT}', DETAIL = coalesce(problem, '[0,"",0,0]');
      END IF;
    END IF;
    IF cardinality(new_id) > 0 THEN
      -- Cheaper than ON CONFLICT, which looks each row up and confirms its insertion.
      BEGIN
        INSERT INTO documents (seq, scope, kind, version, id, key1, key2, body)
          SELECT coalesce(w.seq, nextval('places')), w.scope, w.kind, 1, w.id, w.key1, w.key2, w.body
          FROM (SELECT * FROM unnest(new_scope, new_kind, new_id, new_seq, new_key1, new_key2, new_body) WITH ORDINALITY
            AS u(scope, kind, id, seq, key1, key2, body, place) ORDER BY place) w;
      EXCEPTION WHEN unique_violation THEN
        SELECT json_build_array(w.kind, w.id, 0, d.version) INTO problem
          FROM unnest(new_id, new_kind) AS w(id, kind) JOIN documents d ON d.id = w.id AND d.kind = w.kind LIMIT 1;
        RAISE EXCEPTION 'conflict' USING ERRCODE = '${CONFLICT}', DETAIL = coalesce(problem, '[0,"",0,0]');
      END;
    END IF;
    IF cardinality(old_id) > 0 THEN
      UPDATE documents d SET version = d.version + 1, body = w.body,
          key1 = coalesce(w.key1, d.key1), key2 = coalesce(w.key2, d.key2)
        FROM unnest(old_id, old_kind, old_key1, old_key2, old_body) AS w(id, kind, key1, key2, body)
        WHERE d.id = w.id AND d.kind = w.kind;
    END IF;
    IF cardinality(gone_id) > 0 THEN
      DELETE FROM documents d USING unnest(gone_id, gone_kind, gone_scope) AS w(id, kind, scope)
        WHERE d.id = w.id AND d.kind = w.kind AND d.scope = w.scope;
    END IF;

    -- The lock has a statement of its own: otherwise a drop would not see a reference that was just committed.
    PERFORM pg_advisory_xact_lock(hashtextextended(sha, 0)) FROM (SELECT DISTINCT sha FROM unnest(blob_sha) AS sha ORDER BY sha) shas;
    FOR i IN 1 .. cardinality(blob_sha) LOOP
      IF blob_bytes[i] IS NOT NULL THEN
        INSERT INTO blobs (sha256, bytes) VALUES (blob_sha[i], blob_bytes[i]) ON CONFLICT DO NOTHING;
        INSERT INTO blob_refs (sha256, scope, count) VALUES (blob_sha[i], blob_scope[i], 1)
          ON CONFLICT (sha256, scope) DO UPDATE SET count = blob_refs.count + 1;
      ELSE
        UPDATE blob_refs SET count = count - 1 WHERE sha256 = blob_sha[i] AND scope = blob_scope[i];
        DELETE FROM blob_refs WHERE sha256 = blob_sha[i] AND count <= 0;
        DELETE FROM blobs WHERE sha256 = blob_sha[i] AND NOT EXISTS (SELECT FROM blob_refs WHERE sha256 = blob_sha[i]);
      END IF;
    END LOOP;

    IF cardinality(job_id) + cardinality(jobs_gone) > 0 THEN
      DELETE FROM jobs WHERE id = ANY (job_id || jobs_gone);
    END IF;
    IF cardinality(job_id) > 0 THEN
      INSERT INTO jobs (id, lane, due, kind, scope, ref)
        SELECT id, lane, due, kind, scope, ref
        FROM unnest(job_id, job_lane, job_due, job_kind, job_scope, job_ref) WITH ORDINALITY
          AS u(id, lane, due, kind, scope, ref, place) ORDER BY place;
    END IF;
    IF cardinality(entry_scope) > 0 THEN
      INSERT INTO activity (scope, at, what, session)
        SELECT scope, at, what, session FROM unnest(entry_scope, entry_at, entry_what, entry_session) WITH ORDINALITY
          AS u(scope, at, what, session, place) ORDER BY place;
    END IF;
    IF cardinality(meter_scope) > 0 THEN
      INSERT INTO meters AS m (scope, meter, slot, count)
        SELECT w.scope, w.meter, meter_slot, w.count
        FROM unnest(meter_scope, meter_name, meter_count) AS w(scope, meter, count) ORDER BY 1, 2
        ON CONFLICT (scope, meter, slot) DO UPDATE SET count = m.count + EXCLUDED.count;
    END IF;
  END $$;

  -- All data, or that of one scope. Writes to other scopes do not wait.
  CREATE OR REPLACE FUNCTION clear(one_scope int) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF one_scope IS NULL THEN
      LOCK TABLE documents IN EXCLUSIVE MODE;
      DELETE FROM documents; DELETE FROM blob_refs; DELETE FROM blobs; DELETE FROM jobs; DELETE FROM activity; DELETE FROM meters;
      RETURN;
    END IF;
    LOCK TABLE documents IN ROW EXCLUSIVE MODE;
    PERFORM pg_advisory_xact_lock(${SCOPE_LOCKS}, one_scope);
    DELETE FROM documents WHERE scope = one_scope;
    DELETE FROM jobs WHERE scope = one_scope;
    DELETE FROM activity WHERE scope = one_scope;
    DELETE FROM meters WHERE scope = one_scope;
    IF EXISTS (SELECT FROM blob_refs WHERE scope = one_scope) THEN
      -- Other scopes may be about to refer to the same blobs. A lock for each blob could exceed the server's lock table.
      LOCK TABLE blobs IN EXCLUSIVE MODE;
      WITH refs AS (DELETE FROM blob_refs WHERE scope = one_scope RETURNING sha256)
        DELETE FROM blobs b USING refs WHERE b.sha256 = refs.sha256
          AND NOT EXISTS (SELECT FROM blob_refs other WHERE other.sha256 = b.sha256 AND other.scope <> one_scope);
    END IF;
  END $$;
`
