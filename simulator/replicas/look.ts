import type { Database } from '../store/postgres/database.ts'
import {
  type Taken,
  type TakenRow,
  type Wanted,
  placesOf,
  sharedOut,
  takingPlaces,
} from './rate-places.ts'
import { SWITCHES, type SwitchRow } from './switches.ts'

/** The address of a request, and its limit of requests without a valid credential. */
export interface AskedAddress {
  key: string
  budget: number
}

/** Version of the world and epoch of the data on which a decision was based. */
export interface Known {
  version: number
  epoch: string
}

/** A place for a request, which is taken only if its key was looked up in the newest world. */
export interface WantedPlace {
  wanted: Wanted
  known: Known
}

/** The first query of a request. */
export interface Question {
  address?: AskedAddress | undefined
  place?: WantedPlace | undefined
}

/** Requests that an address has used in the window with number `win`. */
export interface AddressUse {
  win: number
  used: number
}

export interface Reply {
  use: AddressUse | undefined
  /**
   * Undefined if the request must query again: the world has changed, or its address has reached
   * the limit.
   */
  taken: Taken | undefined
}

/**
 * The world in the database, the use of each address, and the windows in which places were taken.
 */
export type StateRow = [
  version: string,
  epoch: string,
  frozenAt: number | null,
  offsetMs: number,
  advancing: number | null,
  now: number,
  ...switches: SwitchRow,
  used: [key: string, win: number, used: number][] | null,
  taken?: TakenRow[] | null,
]

const WORLD = `w AS MATERIALIZED (SELECT version, epoch, frozen_at, offset_ms, advancing,
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS db, ${SWITCHES} FROM world, switches s),
  now AS (SELECT coalesce(frozen_at, db + offset_ms)::numeric AS ms FROM w)`
const used = (keys: string): string =>
  `SELECT key, win, used FROM rate, now WHERE key = ANY (${keys}::text[]) AND ends > now.ms`
const USED = '(SELECT json_agg(json_build_array(key, win, used)) FROM used)'

const STATE = {
  name: 'world.state',
  text: `WITH ${WORLD}, used AS (${used('$1')}) SELECT w.*, ${USED} FROM w`,
}
/**
 * Takes the places only if, in one snapshot of the database, the world and the epoch are unchanged
 * and no address has reached its limit.
 */
const ADMIT = {
  name: 'world.admit',
  text: `WITH ${WORLD}, used AS (${used('$5')}), taken AS (${takingPlaces(
    `EXISTS (SELECT FROM w WHERE w.version = $6 AND w.epoch = $7)
        AND NOT EXISTS (SELECT FROM used u, unnest($8::text[], $9::int[]) AS a(key, budget) WHERE u.key = a.key AND u.used >= a.budget)`,
  )})
    SELECT w.*, ${USED}, (SELECT json_agg(json_build_array(key, win, before, used)) FROM taken) FROM w`,
}

/**
 * Runs one statement for all queries. @param known the world of this replica; no place is taken if
 * it is outdated
 */
export async function ask(
  database: Database,
  questions: readonly Question[],
  known: Known,
): Promise<StateRow> {
  const addresses = new Set<string>()
  const judged = new Map<string, number>()
  const wanted: Wanted[] = []
  for (const { address, place } of questions) {
    if (address) addresses.add(address.key)
    if (!place || !isOf(place, known)) continue
    wanted.push(place.wanted)
    if (address) judged.set(address.key, address.budget)
  }
  if (wanted.length === 0) return (await database.read<StateRow>(STATE, [[...addresses]]))[0]!
  const [row] = await database.count<StateRow>(ADMIT, [
    ...placesOf(wanted),
    [...addresses],
    known.version,
    known.epoch,
    [...judged.keys()],
    [...judged.values()],
  ])
  return row!
}

/** Splits the result into a reply for each question. @param known the same as in the query */
export function replies(row: StateRow, questions: readonly Question[], known: Known): Reply[] {
  const [, , , , , , , , , , , used, taken] = row
  const uses = new Map(used?.map(([key, win, count]) => [key, { win, used: count }]))
  const takenOf = sharedOut(taken ?? [])
  return questions.map(({ address, place }) => ({
    use: address && uses.get(address.key),
    taken: place && isOf(place, known) ? takenOf(place.wanted) : undefined,
  }))
}

function isOf(place: WantedPlace, { version, epoch }: Known): boolean {
  return place.known.version === version && place.known.epoch === epoch
}
