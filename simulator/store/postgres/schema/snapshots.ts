/** Migration 4: the snapshots. The records of each are in a separate schema. */
export const SNAPSHOTS = `
  CREATE TABLE snapshots (
    id text PRIMARY KEY,
    place bigint GENERATED ALWAYS AS IDENTITY,
    name text,
    -- Simulated time.
    created_at text NOT NULL,
    -- Version of the tables in its schema.
    layout int NOT NULL,
    world text NOT NULL,
    bytes bigint NOT NULL
  );
`
