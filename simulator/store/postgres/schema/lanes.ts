/** Custom SQLSTATE: the replica sent no heartbeat for too long, and others have removed it. */
export const GIVEN_UP = 'VS004'

/** Migration 1: which replica runs the jobs of which lane. */
export const LANES = `
  -- Renews the lease of a replica. It takes its share of the lanes without an owner, or all of them while it moves the clock.
  CREATE FUNCTION beat(my_slot int) RETURNS TABLE (lane int, fence bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    mover int;
    living int;
    share int;
  BEGIN
    UPDATE replicas SET beat = clock_timestamp() WHERE slot = my_slot;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'replica % was given up', my_slot USING ERRCODE = '${GIVEN_UP}';
    END IF;
    DELETE FROM replicas WHERE slot IN (
      SELECT slot FROM replicas WHERE beat < clock_timestamp() - interval '60 s' FOR UPDATE SKIP LOCKED);
    SELECT advancing INTO mover FROM world;
    IF mover IS NOT NULL AND NOT EXISTS (
      SELECT FROM replicas WHERE slot = mover AND beat > clock_timestamp() - interval '6 s') THEN
      UPDATE world SET advancing = NULL WHERE advancing = mover;
      mover := NULL;
    END IF;
    IF mover IS NULL OR mover = my_slot THEN
      WITH RECURSIVE next(lane) AS (
        (SELECT min(j.lane) FROM jobs j)
        UNION ALL SELECT (SELECT min(j.lane) FROM jobs j WHERE j.lane > next.lane) FROM next WHERE next.lane IS NOT NULL)
      INSERT INTO lanes (lane) SELECT next.lane FROM next WHERE next.lane IS NOT NULL ON CONFLICT DO NOTHING;
      SELECT count(*) INTO living FROM replicas WHERE beat > clock_timestamp() - interval '6 s';
      SELECT ceil(count(*)::numeric / greatest(living, 1)) - count(*) FILTER (WHERE owner = my_slot) INTO share FROM lanes;
      UPDATE lanes l SET owner = my_slot, fence = l.fence + 1 WHERE l.lane IN (
        SELECT free.lane FROM lanes free WHERE free.owner IS DISTINCT FROM my_slot AND NOT EXISTS (
            SELECT FROM replicas r WHERE r.slot = free.owner AND r.beat > clock_timestamp() - interval '6 s')
          LIMIT CASE WHEN mover = my_slot THEN NULL ELSE greatest(share, 0) END
          FOR UPDATE SKIP LOCKED);
    END IF;
    RETURN QUERY SELECT l.lane, l.fence FROM lanes l WHERE l.owner = my_slot;
  END $$;

  -- Takes a lane without an owner; NULL if the lane has one.
  CREATE FUNCTION claim(wanted int, my_slot int) RETURNS TABLE (fence bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  BEGIN
    IF EXISTS (SELECT FROM world WHERE advancing IS NOT NULL AND advancing <> my_slot) THEN RETURN; END IF;
    INSERT INTO lanes (lane) VALUES (wanted) ON CONFLICT DO NOTHING;
    RETURN QUERY UPDATE lanes l SET owner = my_slot, fence = l.fence + CASE WHEN l.owner = my_slot THEN 0 ELSE 1 END
      WHERE l.lane = wanted AND (l.owner = my_slot OR NOT EXISTS (
        SELECT FROM replicas r WHERE r.slot = l.owner AND r.beat > clock_timestamp() - interval '6 s'))
      RETURNING l.fence;
  END $$;
`
