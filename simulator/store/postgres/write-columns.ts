import type { Activity, Change } from '../records.ts'
import type { Names } from './names.ts'
import { storable } from './storable.ts'
import type { Fence } from './write-context.ts'

/** The parameters of the database function `write`, column by column. */
export class Columns {
  static readonly COUNT = 39
  readonly #names: Names
  readonly #head: unknown[]
  readonly #fences = columns(3)
  readonly #fresh = columns(7)
  readonly #changed = columns(7)
  readonly #gone = columns(3)
  readonly #blobs = columns(3)
  /** The last change of a job counts. */
  readonly #jobs = new Map<string, unknown[] | undefined>()
  readonly #entries = columns(4)
  readonly #meters = new Map<string, [scope: number, meter: string, count: number]>()

  constructor(names: Names, epoch: string | undefined, slot: number) {
    this.#names = names
    this.#head = [epoch ?? null, slot]
  }

  /** Adds the condition that a replica still owns a lane. */
  demand({ lane, owner, fence }: Fence): void {
    if (!this.#fences[0]!.includes(lane)) push(this.#fences, [lane, owner, fence])
    else if (!this.#fences[2]!.includes(fence)) push(this.#fences, [lane, owner, fence])
  }

  /** @param change the body of a put is its text */
  add(change: Change): void {
    const no = (name: string): number => this.#names.number(name)
    switch (change.type) {
      case 'put': {
        const { ifVersion, seq = null, body } = change
        const [scope, kind, id] = [no(change.scope), no(change.kind), storable(change.id)]
        const [key1, key2] = [key(change.key1), key(change.key2)]
        if (ifVersion === 0) return push(this.#fresh, [scope, kind, id, seq, key1, key2, body])
        return push(this.#changed, [scope, kind, id, ifVersion, key1, key2, body])
      }
      case 'remove':
        return push(this.#gone, [no(change.scope), no(change.kind), storable(change.id)])
      case 'put-blob': {
        const { buffer, byteOffset, byteLength } = change.bytes
        return push(this.#blobs, [
          no(change.scope),
          change.sha256,
          Buffer.from(buffer, byteOffset, byteLength),
        ])
      }
      case 'drop-blob':
        return push(this.#blobs, [no(change.scope), change.sha256, null])
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
        return push(this.#entries, [
          no(change.scope),
          Math.round(change.at),
          no(activityName(change)),
          storable(change.session),
        ])
      case 'meter': {
        const row = this.#meters.get(`${change.scope}\n${change.meter}`)
        if (row) row[2]++
        else
          this.#meters.set(`${change.scope}\n${change.meter}`, [no(change.scope), change.meter, 1])
      }
    }
  }

  get values(): unknown[] {
    const jobs = columns(6)
    for (const row of this.#jobs.values()) if (row) push(jobs, row)
    const unscheduled = [...this.#jobs].filter(([, row]) => row === undefined).map(([id]) => id)
    const meters = columns(3)
    for (const row of this.#meters.values()) push(meters, row)
    return [
      ...this.#head,
      ...this.#fences,
      ...this.#fresh,
      ...this.#changed,
      ...this.#gone,
      ...this.#blobs,
      ...jobs,
      unscheduled,
      ...this.#entries,
      ...meters,
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

export function activityName({ action, artifact, outcome, actor }: Named): string {
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

function columns(count: number): unknown[][] {
  return Array.from({ length: count }, () => [])
}

function push(to: unknown[][], row: unknown[]): void {
  for (const [i, value] of row.entries()) to[i]!.push(value)
}

function key(text: string | undefined): string | null {
  return text === undefined ? null : storable(text)
}
