import { CHANNEL } from '../notices.ts'

/** The replicas that may own lanes; for `FROM`. The functions `beat` and `claim` contain the same condition. */
export const LIVING = "replicas WHERE beat > clock_timestamp() - interval '6 s'"

export const JOIN = {
  name: 'replicas.join',
  text: 'INSERT INTO replicas (seeded, about) VALUES ($1, $2) RETURNING slot',
}
/** A standby that has become the primary may have given the slot to another replica. */
export const BEAT = {
  name: 'replicas.beat',
  text: 'SELECT lane, fence FROM beat((SELECT slot FROM replicas WHERE slot = $1 AND about = $2))',
}
export const CLAIM = { name: 'lanes.claim', text: 'SELECT fence FROM claim($1, $2)' }
export const RELEASE = {
  name: 'lanes.release',
  text: 'UPDATE lanes SET owner = NULL WHERE owner = $1 RETURNING lane, fence',
}
/** How many lanes a replica owns beyond its share. */
export const SURPLUS = {
  name: 'lanes.surplus',
  text: `SELECT (count(*) FILTER (WHERE owner = $1) - ceil(count(*)::numeric / greatest(1, (
    SELECT count(*) FROM ${LIVING}))))::int FROM lanes`,
}
/** With the fence, so that a late statement does not release a lane that was claimed again. */
export const GIVE = {
  name: 'lanes.give',
  text: `UPDATE lanes l SET owner = NULL FROM unnest($2::int[], $3::bigint[]) AS given(lane, fence)
    WHERE l.owner = $1 AND l.lane = given.lane AND l.fence = given.fence`,
}
export const LEAVE = {
  name: 'replicas.leave',
  text: 'WITH gone AS (DELETE FROM replicas WHERE slot = $1) UPDATE lanes SET owner = NULL WHERE owner = $1',
}
export const ADVANCE = {
  name: 'world.advance',
  text: 'UPDATE world SET advancing = $1 WHERE advancing IS NULL OR advancing = $1 RETURNING 1',
}
export const ADVANCED = {
  name: 'world.advanced',
  text: 'UPDATE world SET advancing = NULL WHERE advancing = $1',
}
export const FOREIGN = {
  name: 'lanes.foreign',
  text: 'SELECT count(*)::int FROM lanes WHERE owner <> $1',
}
export const NOTIFY = { name: 'notify', text: `SELECT pg_notify('${CHANNEL}', $1)` }
