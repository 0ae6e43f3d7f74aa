import type { Database } from '../store/postgres/database.ts'
import type { Names } from '../store/postgres/names.ts'
import type { Statement } from '../store/postgres/statement.ts'
import { storable } from '../store/postgres/storable.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import {
  type Taken,
  type TakenRow,
  type Wanted,
  placeParameters,
  distribute,
  takePlacesSql,
} from './rate-places.ts'
import { SWITCHES, type SwitchRow } from './switches.ts'

/** The address of a request, and its limit of requests without a valid credential. */
export interface AddressCheck {
  key: string
  budget: number
}

/** Version of the world and epoch of the data on which a decision was based. */
export interface KnownState {
  version: number
  epoch: string
}

/** A place for a request, which is taken only if its key was looked up in the newest world. */
export interface WantedPlace {
  wanted: Wanted
  known: KnownState
}

/** The first query of a request. */
export interface AdmissionQuestion {
  address?: AddressCheck | undefined
  place?: WantedPlace | undefined
  /** A document that the request will read. */
  document?: StoredDocument | undefined
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
  /** Whether the document is the current version in the database. */
  isCurrent: boolean
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
  current?: number[] | null,
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
const [ADMIT, ADMIT_READING] = [
  '',
  `, (SELECT json_agg(k.place) FROM unnest($10::text[], $11::int[], $12::bigint[], $13::int[]) WITH ORDINALITY
      AS k(id, kind, seq, version, place)
    JOIN documents d ON d.id = k.id AND d.kind = k.kind AND d.seq = k.seq AND d.version = k.version)`,
].map((current, i) => ({
  name: `world.admit.${i}`,
  text: `WITH ${WORLD}, used AS (${used('$5')}), taken AS (${takePlacesSql(
    `EXISTS (SELECT FROM w WHERE w.version = $6 AND w.epoch = $7)
        AND NOT EXISTS (SELECT FROM used u, unnest($8::text[], $9::int[]) AS a(key, budget) WHERE u.key = a.key AND u.used >= a.budget)`,
  )})
    SELECT w.*, ${USED}, (SELECT json_agg(json_build_array(key, win, before, used)) FROM taken)${current} FROM w`,
})) as [Statement, Statement]

/** Reads the state, and takes places, for several requests with one statement. */
export class AdmissionQuery {
  #questions: readonly AdmissionQuestion[]
  #known: KnownState
  #addresses = new Set<string>()
  /** Budgets of the addresses of requests that want a place. */
  #judged = new Map<string, number>()
  #wanted: Wanted[] = []
  #documents = new Map<StoredDocument, number>()

  /** @param known the world of this replica; no place is taken if it is outdated */
  constructor(questions: readonly AdmissionQuestion[], known: KnownState) {
    this.#questions = questions
    this.#known = known
    for (const { address, place, document } of questions) {
      if (address) this.#addresses.add(address.key)
      if (!place || !this.#isKnown(place)) continue
      this.#wanted.push(place.wanted)
      if (address) this.#judged.set(address.key, address.budget)
      if (document && !this.#documents.has(document))
        this.#documents.set(document, this.#documents.size + 1)
    }
  }

  async ask(database: Database, names: Names): Promise<StateRow> {
    const addresses = [...this.#addresses]
    if (this.#wanted.length === 0) return (await database.read<StateRow>(STATE, [addresses]))[0]!
    const values = [
      ...placeParameters(this.#wanted),
      addresses,
      this.#known.version,
      this.#known.epoch,
      [...this.#judged.keys()],
      [...this.#judged.values()],
    ]
    const documents = [...this.#documents.keys()]
    const [row] = await (documents.length === 0
      ? database.count<StateRow>(ADMIT, values)
      : database.count<StateRow>(ADMIT_READING, [
          ...values,
          documents.map(({ id }) => storable(id)),
          documents.map(({ kind }) => names.number(kind)),
          documents.map(({ seq }) => seq),
          documents.map(({ version }) => version),
        ]))
    return row!
  }

  /** Splits the result into a reply for each question. */
  replies([, , , , , , , , , , , used, taken, current]: StateRow): Reply[] {
    const uses = new Map(used?.map(([key, win, count]) => [key, { win, used: count }]))
    const takenOf = distribute(taken ?? [])
    const places = new Set(current)
    return this.#questions.map(({ address, place, document }) => {
      const isKnown = place !== undefined && this.#isKnown(place)
      return {
        use: address && uses.get(address.key),
        taken: isKnown ? takenOf(place.wanted) : undefined,
        isCurrent: isKnown && document !== undefined && places.has(this.#documents.get(document)!),
      }
    })
  }

  #isKnown({ known: { version, epoch } }: WantedPlace): boolean {
    return version === this.#known.version && epoch === this.#known.epoch
  }
}
