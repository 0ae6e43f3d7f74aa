import type { Activity, Change } from '../records.ts'
import type { Names } from './names.ts'
import { bytesArray, textArray } from './binary-array.ts'
import { storable } from './storable.ts'
import type { Fence } from './write-context.ts'

type Encode = (column: unknown[]) => unknown

/** Numbers are short: the driver sends them as text. */
const NUMBER: Encode = (column) => column
const TEXT: Encode = (column) => textArray(column as (string | null)[])
const BYTES: Encode = (column) => bytesArray(column as (Buffer | null)[])

/** Rows of one table, column by column. */
class Rows {
  readonly columns: unknown[][]
  readonly #encodings: Encode[]

  constructor(...encodings: Encode[]) {
    this.#encodings = encodings
    this.columns = encodings.map(() => [])
  }

  push(...row: unknown[]): void {
    for (const [i, value] of row.entries()) this.columns[i]!.push(value)
  }

  /** The columns as parameters of a statement. */
  get encoded(): unknown[] {
    return this.columns.map((column, i) => this.#encodings[i]!(column))
  }
}

/** The parameters of the database function `write`, column by column. */
export class Columns {
  static readonly COUNT = 39
  readonly #names: Names
  readonly #head: unknown[]
  readonly #fences = new Map<string, Fence>()
  readonly #fresh = new Rows(NUMBER, NUMBER, TEXT, NUMBER, TEXT, TEXT, TEXT)
  readonly #changed = new Rows(NUMBER, NUMBER, TEXT, NUMBER, TEXT, TEXT, TEXT)
  readonly #gone = new Rows(NUMBER, NUMBER, TEXT)
  readonly #blobs = new Rows(NUMBER, TEXT, BYTES)
  /** The last change of a job counts. */
  readonly #jobs = new Map<string, unknown[] | undefined>()
  readonly #entries = new Rows(NUMBER, NUMBER, NUMBER, TEXT)
  readonly #meters = new Map<string, [scope: number, meter: string, count: number]>()

  constructor(names: Names, epoch: string | undefined, slot: number) {
    this.#names = names
    this.#head = [epoch ?? null, slot]
  }

  /** Adds the condition that a replica still owns a lane. */
  demand(fence: Fence): void {
    this.#fences.set(`${fence.lane} ${fence.owner} ${fence.fence}`, fence)
  }

  /** @param change the body of a put is its text */
  add(change: Change): void {
    const no = (name: string): number => this.#names.number(name)
    switch (change.type) {
      case 'put': {
        const { ifVersion, seq = null, body } = change
        const [scope, kind, id] = [no(change.scope), no(change.kind), storable(change.id)]
        const [key1, key2] = [key(change.key1), key(change.key2)]
        if (ifVersion === 0) return this.#fresh.push(scope, kind, id, seq, key1, key2, body)
        return this.#changed.push(scope, kind, id, ifVersion, key1, key2, body)
      }
      case 'remove':
        return this.#gone.push(no(change.scope), no(change.kind), storable(change.id))
      case 'put-blob': {
        const { buffer, byteOffset, byteLength } = change.bytes
        const bytes = Buffer.from(buffer, byteOffset, byteLength)
        return this.#blobs.push(no(change.scope), change.sha256, bytes)
      }
      case 'drop-blob':
        return this.#blobs.push(no(change.scope), change.sha256, null)
      case 'schedule': {
        const { lane, due, kind, scope, ref } = change.job
        const id = storable(change.job.id)
        // A job that is scheduled again runs after the others.
        this.#jobs.delete(id)
        return void this.#jobs.set(id, [
          id,
          no(lane),
          Math.round(due),
          no(kind),
          no(scope),
          storable(ref),
        ])
      }
      case 'unschedule':
        return void this.#jobs.set(storable(change.id), undefined)
      case 'activity':
        return this.#entries.push(
          no(change.scope),
          Math.round(change.at),
          no(activityName(change)),
          storable(change.session),
        )
      case 'meter': {
        const row = this.#meters.get(`${change.scope}\n${change.meter}`)
        if (row) row[2]++
        else
          this.#meters.set(`${change.scope}\n${change.meter}`, [no(change.scope), change.meter, 1])
      }
    }
  }

  get values(): unknown[] {
    const fences = new Rows(NUMBER, NUMBER, NUMBER)
    for (const { lane, owner, fence } of this.#fences.values()) fences.push(lane, owner, fence)
    const jobs = new Rows(TEXT, NUMBER, NUMBER, NUMBER, NUMBER, TEXT)
    const unscheduled = new Rows(TEXT)
    for (const [id, row] of this.#jobs) {
      if (row) jobs.push(...row)
      else unscheduled.push(id)
    }
    const meters = new Rows(NUMBER, TEXT, NUMBER)
    for (const row of this.#meters.values()) meters.push(...row)
    const stored = [fences, this.#fresh, this.#changed, this.#gone, this.#blobs]
    return [
      ...this.#head,
      ...[...stored, jobs, unscheduled, this.#entries, meters].flatMap((rows) => rows.encoded),
    ]
  }
}

/** Returns the names that a change uses. */
export function namesOf(change: Change): string[] {
  switch (change.type) {
    case 'put':
    case 'remove':
      return [change.scope, change.kind]
    case 'schedule':
      return [change.job.scope, change.job.kind, change.job.lane]
    case 'unschedule':
      return []
    case 'activity':
      return [change.scope, activityName(change)]
    default:
      return [change.scope]
  }
}

export type Named = Pick<Activity, 'action' | 'artifact' | 'outcome' | 'actor'>

/** Separates names; does not occur in them. */
const SEPARATOR = '\n'

function activityName({ action, artifact, outcome, actor }: Named): string {
  return [action, artifact, outcome, actor].join(SEPARATOR)
}

export function namedBy(what: string): Named {
  const [action, artifact, outcome, actor] = what.split(SEPARATOR) as [
    string,
    string,
    string,
    string,
  ]
  return { action, artifact, outcome, actor }
}

function key(text: string | undefined): string | null {
  return text === undefined ? null : storable(text)
}
