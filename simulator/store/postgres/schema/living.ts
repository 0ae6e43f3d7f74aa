import { GIVEN_UP } from './lanes.ts'

/**
 * First key of the advisory locks that show which replicas are connected. The second key is
 * `replicas.presence`.
 */
export const PRESENCE_CLASS = 7_380_116

/**
 * Migration 5: a replica whose connection is closed loses its lanes earlier than one that is
 * only silent. A killed process closes its connections at once; a slow one keeps them.
 */
export const LIVING = `
  -- Second key of the advisory lock that the replica holds while it is connected.
  ALTER TABLE replicas ADD presence int;

  -- The replicas that may own lanes. CASE, so that the locks are read only for a late heartbeat.
  CREATE VIEW living AS SELECT * FROM replicas WHERE CASE
    WHEN beat > clock_timestamp() - interval '5 s' THEN true
    WHEN beat < clock_timestamp() - interval '6 s' THEN false
    ELSE presence IS NULL OR EXISTS (SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND classid = ${PRESENCE_CLASS} AND objid = presence::oid AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
    END;

  -- As in migration 1, with this view.
  CREATE OR REPLACE FUNCTION beat(my_slot int) RETURNS TABLE (lane int, fence bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    mover int;
    share int;
  BEGIN
    UPDATE replicas SET beat = clock_timestamp() WHERE slot = my_slot;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'replica % was given up', my_slot USING ERRCODE = '${GIVEN_UP}';
    END IF;
    DELETE FROM replicas WHERE slot IN (
      SELECT slot FROM replicas WHERE beat < clock_timestamp() - interval '60 s' FOR UPDATE SKIP LOCKED);
    SELECT advancing INTO mover FROM world;
    IF mover IS NOT NULL AND NOT EXISTS (SELECT FROM living WHERE slot = mover) THEN
      UPDATE world SET advancing = NULL WHERE advancing = mover;
      mover := NULL;
    END IF;
    IF mover IS NULL OR mover = my_slot THEN
      WITH RECURSIVE next(lane) AS (
        (SELECT min(j.lane) FROM jobs j)
        UNION ALL SELECT (SELECT min(j.lane) FROM jobs j WHERE j.lane > next.lane) FROM next WHERE next.lane IS NOT NULL)
      INSERT INTO lanes (lane) SELECT next.lane FROM next WHERE next.lane IS NOT NULL ON CONFLICT DO NOTHING;
      SELECT ceil(count(*)::numeric / (SELECT count(*) FROM living)) - count(*) FILTER (WHERE owner = my_slot) INTO share FROM lanes;
      UPDATE lanes l SET owner = my_slot, fence = l.fence + 1 WHERE l.lane IN (
        SELECT free.lane FROM lanes free WHERE free.owner IS DISTINCT FROM my_slot
          AND NOT EXISTS (SELECT FROM living r WHERE r.slot = free.owner)
          LIMIT CASE WHEN mover = my_slot THEN NULL ELSE greatest(share, 0) END
          FOR UPDATE SKIP LOCKED);
    END IF;
    RETURN QUERY SELECT l.lane, l.fence FROM lanes l WHERE l.owner = my_slot;
  END $$;

  CREATE OR REPLACE FUNCTION claim(wanted int, my_slot int) RETURNS TABLE (fence bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  BEGIN
    IF EXISTS (SELECT FROM world WHERE advancing IS NOT NULL AND advancing <> my_slot) THEN RETURN; END IF;
    INSERT INTO lanes (lane) VALUES (wanted) ON CONFLICT DO NOTHING;
    RETURN QUERY UPDATE lanes l SET owner = my_slot, fence = l.fence + CASE WHEN l.owner = my_slot THEN 0 ELSE 1 END
      WHERE l.lane = wanted AND (l.owner = my_slot OR NOT EXISTS (SELECT FROM living r WHERE r.slot = l.owner))
      RETURNING l.fence;
  END $$;
`
