import { organizationOf } from '../../request-log/entry.ts'
import type { Journal } from '../../request-log/journal.ts'
import type { RecordWatch } from '../../store/record-watch.ts'
import type { World } from '../../world/world.ts'
import { type Batch, ChangeLog } from './change-log.ts'
import { type PlaneChange, changeOf } from './plane-changes.ts'

interface Sources {
  records: RecordWatch
  world: Pick<World, 'watch'>
  journal: Pick<Journal, 'watch'>
  /** Distinguishes runs of the program. */
  run: string
}

/** How long the changes of a plane are kept for a disconnected reader. */
const KEPT_MS = 60_000

/** Streams changes of each plane to the pages that show it. Costs nothing while no page is open. */
export class PageStream {
  readonly #sources: Sources
  readonly #logs = new Map<string, ChangeLog>()
  readonly #endings = new Map<string, NodeJS.Timeout>()
  #stop: (() => void) | undefined

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /**
   * @param lastId the id of the last event that the reader received, to continue after it
   * @param requests whether to report requests of the public API too; each one then costs time
   * @param write gets `reset` when changes were missed: the reader must read everything again
   */
  follow(
    scope: string,
    lastId: string | undefined,
    requests: boolean,
    write: (event: 'ready' | 'reset' | 'changed', id: string, changes: PlaneChange[]) => void,
  ): () => void {
    this.#stop ??= this.#begin()
    clearTimeout(this.#endings.get(scope))
    const log = this.#logs.get(scope) ?? new ChangeLog()
    this.#logs.set(scope, log)
    const send = ({ n, changes }: Batch): void => write('changed', this.#id(n), changes)
    const missed = this.#missed(log, lastId)
    if (missed === 'unknown') write('reset', this.#id(log.last), [])
    else {
      write('ready', this.#id(log.last - missed.length), [])
      for (const batch of missed) send(batch)
    }
    const stopReading = log.read(send)
    const organization = scope.split('/')[2]
    const stopRequests = requests
      ? this.#sources.journal.watch((entry) => {
          if (organizationOf(entry.scope) === organization)
            log.add({ kind: 'request', id: entry.requestId, session_id: null })
        })
      : undefined
    return () => {
      stopReading()
      stopRequests?.()
      if (log.idle) this.#endings.set(scope, setTimeout(() => this.#drop(scope), KEPT_MS).unref())
    }
  }

  close(): void {
    for (const timer of this.#endings.values()) clearTimeout(timer)
    this.#stop?.()
    this.#stop = undefined
  }

  #missed(log: ChangeLog, lastId: string | undefined): Batch[] | 'unknown' {
    if (lastId === undefined) return []
    const [run, n] = lastId.split('-')
    if (run !== this.#sources.run || !/^\d+$/.test(n ?? '')) return 'unknown'
    return log.since(Number(n)) ?? 'unknown'
  }

  #id(n: number): string {
    return `${this.#sources.run}-${n}`
  }

  #begin(): () => void {
    const { records, world } = this.#sources
    const all = (change: PlaneChange): void => this.#logs.forEach((log) => log.add(change))
    const everything: PlaneChange = { kind: 'everything', id: null, session_id: null }
    const stopRecords = records.subscribe((news) => {
      if (news.type === 'written') {
        for (const change of news.changes) {
          const log = 'scope' in change ? this.#logs.get(change.scope) : undefined
          const found = log && changeOf(change)
          if (found) log.add(found)
        }
      } else if (news.scope === undefined) all(everything)
      else this.#logs.get(news.scope)?.add(everything)
    })
    const stopWorld = world.watch(() => all({ kind: 'world', id: null, session_id: null }))
    return () => {
      stopRecords()
      stopWorld()
    }
  }

  #drop(scope: string): void {
    this.#endings.delete(scope)
    if (!this.#logs.get(scope)?.idle) return
    this.#logs.delete(scope)
    if (this.#logs.size > 0) return
    this.#stop?.()
    this.#stop = undefined
  }
}
