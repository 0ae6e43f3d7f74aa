import { type Change, type Put, VersionConflict } from '../records.ts'
import { gathered } from './batcher.ts'
import type { Database } from './database.ts'
import { CONFLICT, FENCED, REPLACED } from './schema/write.ts'
import type { Names } from './names.ts'
import { restored } from './storable.ts'
import { Columns, namesOf } from './write-columns.ts'
import { Fenced } from './refused-writes.ts'
import { Replaced } from '../unavailable.ts'
import { type WriteContext, commits, inTime, writeContext } from './write-context.ts'
import { type WriteLog, entriesOf } from './write-log.ts'

const MOST_BATCHES = 64
/**
 * Deadlock, serialization failure, and a job that another replica scheduled at the same moment: the
 * statement changed nothing and can be repeated.
 */
const AGAIN = ['40P01', '40001', '23505']
const CALL = `write(${Array.from({ length: Columns.COUNT }, (_, i) => `$${i + 1}`).join()})`
/** Returns whether the records have followers. */
const WRITE = {
  name: 'write',
  text: `SELECT (SELECT watched_until > clock_timestamp() FROM switches), ${CALL}`,
}
const NOTED_WRITE = {
  name: 'write.noted',
  text: `SELECT ${CALL}, note($${Columns.COUNT + 1})`,
}

interface Batch {
  changes: Change[]
  context: WriteContext
  /** Documents; a group contains each of them at most once. */
  documents: Set<string>
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Writes batches in groups, one statement for each group. If a batch of a group conflicts, the
 * batches of the group run one by one. Groups run in sequence, so a later batch sees the earlier
 * ones.
 */
export class Writing {
  #database: Database
  #names: Names
  #slot: () => number
  #log: WriteLog | undefined
  #waiting: Batch[] = []
  #busy = false

  /**
   * @param slot meter rows in which this process counts
   * @param log receives writes while there are followers
   */
  constructor(database: Database, names: Names, slot: () => number, log?: WriteLog) {
    this.#database = database
    this.#names = names
    this.#slot = slot
    this.#log = log
  }

  write(changes: Change[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let documents: Set<string>
    try {
      // Bodies are read now: the caller may change them later.
      changes = changes.map(prepared)
      documents = new Set(changes.flatMap(documentOf))
    } catch (error) {
      return Promise.reject(error)
    }
    const context = writeContext.getStore() ?? {}
    this.#waiting.push({ changes, context, documents, resolve, reject })
    if (!this.#busy) {
      this.#busy = true
      writeContext.exit(() => void this.#work())
    }
    return inTime(promise)
  }

  /** Resolves when all writes have ended. */
  async idle(): Promise<void> {
    while (this.#busy) await new Promise((resolve) => setImmediate(resolve))
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      await gathered()
      const group = this.#nextGroup()
      try {
        await this.#apply(group)
        for (const { resolve } of group) resolve()
      } catch (error) {
        if (group.length === 1 || !(error as { severity?: string }).severity)
          for (const { reject } of group) reject(refusal(error, this.#names))
        else await this.#singly(group)
      }
    }
    this.#busy = false
  }

  async #singly(group: Batch[]): Promise<void> {
    for (const batch of group)
      await this.#apply([batch]).then(batch.resolve, (error) =>
        batch.reject(refusal(error, this.#names)),
      )
  }

  /** Takes the batches that can share a statement: same epoch, same period, no document twice. */
  #nextGroup(): Batch[] {
    const { epoch, period } = this.#waiting[0]!.context
    const documents = new Set<string>()
    const end = this.#waiting.findIndex((batch, i) => {
      if (i === MOST_BATCHES || batch.context.epoch !== epoch || batch.context.period !== period)
        return true
      for (const document of batch.documents) if (documents.has(document)) return true
      for (const document of batch.documents) documents.add(document)
      return false
    })
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }

  async #apply(all: Batch[]): Promise<void> {
    await this.#names.learn(all.flatMap((batch) => batch.changes.flatMap(namesOf)))
    // Batches whose deadline has passed are already rejected.
    const group = all.filter(({ context }) => !context.deadline?.over)
    const changes = group.flatMap((batch) => batch.changes)
    if (changes.length === 0) return
    for (const { context } of group) commits(context)
    const columns = new Columns(this.#names, group[0]!.context.epoch, this.#slot())
    for (const { context } of group) if (context.fence) columns.demand(context.fence)
    for (const change of changes) columns.add(change)
    for (let tries = 1; ; tries++) {
      try {
        return await this.#send(columns.values, changes)
      } catch (error) {
        const { code } = error as { code: string }
        if (tries < 5 && AGAIN.includes(code)) continue
        // A request that has only met conflicts may say that it stored nothing.
        if (code === CONFLICT) for (const { context } of group) context.deadline?.refused()
        throw error
      }
    }
  }

  async #send(values: unknown[], changes: Change[]): Promise<void> {
    const log = this.#log
    const entries = log?.watched ? entriesOf(changes) : undefined
    if (log && entries !== undefined) {
      await this.#database.write(NOTED_WRITE, [...values, entries])
      return log.noted()
    }
    const [row] = await this.#database.write<[watched: boolean]>(WRITE, values)
    if (!log || log.watched || !row![0]) return
    const late = entriesOf(changes)
    if (late !== undefined) await log.late(late)
  }
}

function prepared(change: Change): Change {
  return change.type === 'put' ? { ...change, body: JSON.stringify(change.body) } : change
}

function documentOf(change: Change): string[] {
  return change.type === 'put' || change.type === 'remove' ? [`${change.kind}\n${change.id}`] : []
}

/** Converts an error of the database to an error of the port. */
function refusal(error: unknown, names: Names): unknown {
  const { code, detail } = error as { code?: string; detail?: string }
  if (code === FENCED) return new Fenced()
  if (code === REPLACED) return new Replaced()
  if (code !== CONFLICT) return error
  const [kind, id, expected, got] = JSON.parse(detail!) as [number, string, number, number]
  return new VersionConflict(names.name(kind) ?? 'document', restored(id), expected, got)
}

export type PreparedPut = Omit<Put, 'body'> & { body: string }
