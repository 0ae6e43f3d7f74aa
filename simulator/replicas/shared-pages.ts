import { ChangeLog } from '../control/stream/change-log.ts'
import type { PageStream } from '../control/stream/page-stream.ts'
import { type PlaneChange, changeOf } from '../control/stream/plane-changes.ts'
import { organizationOf } from '../request-log/entry.ts'
import type { RecordNews } from '../store/record-watch.ts'
import type { World } from '../world/world.ts'
import type { Tail } from './tail.ts'

type Write = Parameters<PageStream['follow']>[3]

/** A plane that is shown by a console page. */
interface Plane {
  log: ChangeLog
  /** Position of the tail at the last sent changes: all earlier changes were sent. */
  sent: string
}

const EVERYTHING: PlaneChange = { kind: 'everything', id: null, session_id: null }
const WORLD: PlaneChange = { kind: 'world', id: null, session_id: null }
const REQUESTS: PlaneChange = { kind: 'request', id: null, session_id: null }

/**
 * Changes of each plane from all replicas. Event ids are positions in the log of the database, so
 * that a page can resume at any replica.
 */
export class SharedPages implements Pick<PageStream, 'follow' | 'close'> {
  readonly #tail: Tail
  readonly #world: Pick<World, 'watch'>
  readonly #report: (error: unknown) => void
  readonly #planes = new Map<string, Plane>()
  #stop: (() => void) | undefined

  constructor(tail: Tail, world: Pick<World, 'watch'>, report: (error: unknown) => void) {
    this.#tail = tail
    this.#world = world
    this.#report = report
  }

  /** Call after `Tail.begin`. */
  follow(scope: string, lastId: string | undefined, requests: boolean, write: Write): () => void {
    this.#stop ??= this.#begin()
    const plane = this.#planes.get(scope) ?? { log: new ChangeLog(), sent: this.#tail.id }
    this.#planes.set(scope, plane)
    const { log } = plane
    const start = log.pending ? plane.sent : this.#tail.id
    /** Batches that arrive before the missed changes were sent. */
    let early: [id: string, changes: PlaneChange[]][] | undefined = []
    const stopReading = log.read(({ changes }) => {
      plane.sent = this.#tail.id
      if (early) early.push([plane.sent, changes])
      else write('changed', plane.sent, changes)
    })
    const stopRequests = requests ? this.#followRequests(scope, log) : undefined
    void this.#missed(scope, lastId, requests).then((missed) => {
      if (missed === undefined) write('ready', start, [])
      else if (missed === 'unknown') write('reset', start, [])
      else {
        write('ready', lastId!, [])
        write('changed', missed.id, missed.changes)
      }
      for (const [id, changes] of early ?? []) write('changed', id, changes)
      early = undefined
    })
    return () => {
      stopReading()
      stopRequests?.()
      if (log.idle) this.#drop(scope)
    }
  }

  close(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  #followRequests(scope: string, log: ChangeLog): () => void {
    const organization = organizationOf(scope)
    return this.#tail.requests.watch((entry) => {
      if (organizationOf(entry.scope) === organization)
        log.add({ kind: 'request', id: entry.requestId, session_id: null })
    })
  }

  /** @returns undefined for a new reader */
  async #missed(
    scope: string,
    lastId: string | undefined,
    requests: boolean,
  ): Promise<{ id: string; changes: PlaneChange[] } | 'unknown' | undefined> {
    if (lastId === undefined) return undefined
    try {
      const since = await this.#tail.since(lastId)
      if (!since) return 'unknown'
      const changes = since.news.flatMap((news) => changesIn(scope, news))
      // These two are not in the log of changes.
      return { id: since.id, changes: [...changes, WORLD, ...(requests ? [REQUESTS] : [])] }
    } catch (error) {
      this.#report(error)
      return 'unknown'
    }
  }

  #begin(): () => void {
    const stopRecords = this.#tail.records.subscribe((news) => {
      for (const [scope, { log }] of this.#planes)
        for (const change of changesIn(scope, news)) log.add(change)
    })
    const stopWorld = this.#world.watch(() => {
      for (const { log } of this.#planes.values()) log.add(WORLD)
    })
    return () => {
      stopRecords()
      stopWorld()
    }
  }

  #drop(scope: string): void {
    this.#planes.delete(scope)
    if (this.#planes.size === 0) this.close()
  }
}

function changesIn(scope: string, news: RecordNews): PlaneChange[] {
  if (news.type === 'replaced')
    return news.scope === undefined || news.scope === scope ? [EVERYTHING] : []
  return news.changes.flatMap((change) =>
    'scope' in change && change.scope === scope ? (changeOf(change) ?? []) : [],
  )
}
