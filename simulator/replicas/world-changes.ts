import { Batcher } from '../store/postgres/batcher.ts'
import type { Database } from '../store/postgres/database.ts'
import { Fenced } from '../store/postgres/refused-writes.ts'
import { literal, storable } from '../store/postgres/storable.ts'
import {
  type Fence,
  type WriteContext,
  commits,
  demandTime,
  writeContext,
} from '../store/postgres/write-context.ts'
import { Replaced } from '../store/unavailable.ts'
import type { KnownWorld, WorldChangesRow } from './known-world.ts'
import { CHANNEL } from './notices.ts'

/** Waits for other changes and for a restore; reads continue. */
export const LOCK = 'SELECT 1 FROM world FOR NO KEY UPDATE'
/** Changes that may share a transaction. */
const MOST = 64

interface Wanted {
  apply: () => unknown
  ifJob: string | undefined
  context: WriteContext
}
/** Returns the result of a change, or throws the reason for its refusal. */
type Outcome = () => unknown

/** Parts of a replica that a change needs. */
interface Given {
  database: Database
  known: KnownWorld
  /** Loads the newest world before a change is applied. */
  take: (row: WorldChangesRow) => void
  /** Updates data that is derived from the world. */
  applied: () => void
  /** Called after the commit. */
  stored: () => void
  /** Discards what this replica knows: a change may be in memory but not in the database. */
  failed: () => void
  /** Runs a task while no other task changes the world in memory. */
  alone: <T>(task: () => Promise<T>) => Promise<T>
}

/**
 * Changes of the world, which run one after the other in the whole cluster. Changes that arrive
 * while one is running share the next transaction. It takes two round trips: the first locks and
 * reads, the second writes and commits.
 */
export class WorldChanges {
  #given: Given
  #waiting: Batcher<Wanted, Outcome>

  constructor(given: Given) {
    this.#given = given
    this.#waiting = new Batcher((wanted) => given.alone(() => this.#run(wanted)), MOST)
  }

  /** @see Keep */
  async change<T>(apply: () => T, ifJob?: string): Promise<T | undefined> {
    const context = writeContext.getStore() ?? {}
    const outcome = await this.#waiting.ask({ apply, ifJob, context })
    return outcome() as T | undefined
  }

  async #run(group: Wanted[]): Promise<Outcome[]> {
    try {
      return await this.#store(group)
    } catch (error) {
      if (!(error instanceof Thrown)) {
        this.#given.failed()
        throw error
      }
      this.#given.known.forget()
      if (group.length === 1) return [refused(error.cause)]
    }
    // One change has thrown in the middle: the others start again without it.
    const outcomes: Outcome[] = []
    for (const one of group) outcomes.push(...(await this.#run([one])))
    return outcomes
  }

  async #store(group: Wanted[]): Promise<Outcome[]> {
    const { database, known, take, applied, stored } = this.#given
    let outcomes: Outcome[] = []
    let committed: (() => void) | undefined
    await database.exchange(
      [LOCK, known.changesSql(), lanesOf(group), jobsOf(group)].join('; '),
      ([, news, lanes, jobs]) => {
        const [row] = news as [WorldChangesRow]
        take(row)
        const held = new Set(lanes!.map((lane) => lane.join()))
        const living = new Set(jobs!.flat())
        const refusals = group.map((one) => refusalOf(one, { epoch: row[1], held, living }))
        if (refusals.every(Boolean)) {
          outcomes = refusals as Outcome[]
          return undefined
        }
        outcomes = group.map(({ apply, context }, i) => {
          if (refusals[i]) return refusals[i]
          commits(context)
          try {
            const result = apply()
            return () => result
          } catch (error) {
            throw new Thrown('a change', { cause: error })
          }
        })
        applied()
        const { text, done } = known.writing(BigInt(row[0]) + 1n)
        committed = done
        return `${text}; NOTIFY ${CHANNEL}, 'world'`
      },
    )
    if (committed) {
      committed()
      stored()
    }
    return outcomes
  }
}

/** A change has thrown. */
class Thrown extends Error {}

interface Found {
  epoch: string
  /** Lanes, owners and fences. */
  held: Set<string>
  /** Jobs that have not ended. */
  living: Set<unknown>
}

function refusalOf(
  { context, ifJob }: Wanted,
  { epoch, held, living }: Found,
): Outcome | undefined {
  const { fence } = context
  try {
    demandTime(context)
  } catch (error) {
    return refused(error)
  }
  if (context.epoch !== undefined && context.epoch !== epoch) return refused(new Replaced())
  if (fence && !held.has(rowOf(fence).join())) return refused(new Fenced())
  if (ifJob !== undefined && !living.has(storable(ifJob))) return () => undefined
  return undefined
}

const refused =
  (error: unknown): Outcome =>
  () => {
    throw error
  }

const rowOf = ({ lane, owner, fence }: Fence): [number, number, string] => [lane, owner, fence]

/** No replica takes these lanes over until the changes are stored. */
function lanesOf(group: Wanted[]): string {
  const rows = group.flatMap(({ context: { fence } }) =>
    fence ? [`(${rowOf(fence).join()})`] : [],
  )
  const wanted = rows.length > 0 ? `(lane, owner, fence) IN (${rows.join()})` : 'false'
  return `SELECT lane, owner, fence FROM lanes WHERE ${wanted} ORDER BY lane FOR SHARE`
}

function jobsOf(group: Wanted[]): string {
  const ids = group.flatMap(({ ifJob }) => (ifJob === undefined ? [] : [literal(storable(ifJob))]))
  return `SELECT id FROM jobs WHERE ${ids.length > 0 ? `id IN (${ids.join()})` : 'false'}`
}
