import { DELIVERY, type DeliveryRow } from './features/webhooks/deliveries.ts'
import { EVENT, type EventRecord } from './features/webhooks/events.ts'
import type { Entry } from './request-log/entry.ts'
import type { Journal } from './request-log/journal.ts'
import type { RecordWatch, WatchedChange } from './store/record-watch.ts'

/** An event of the live feed. */
export type FeedItem =
  | { kind: 'request'; entry: Entry }
  | { kind: 'event'; scope: string; event: EventRecord }
  | { kind: 'delivery'; scope: string; row: DeliveryRow }

export type FeedKind = FeedItem['kind']
export const FEED_KINDS: readonly FeedKind[] = ['request', 'event', 'delivery']

/** What followers of a feed need. */
export type FeedSource = Pick<Feed, 'subscribe'>

/** Publishes requests, events and deliveries as they happen. Costs nothing without subscribers. */
export class Feed {
  #watch: Pick<RecordWatch, 'subscribe'>
  #journal: Pick<Journal, 'watch'>
  #subscribers = new Set<(item: FeedItem) => void>()
  #stopRecords: (() => void) | undefined

  constructor(watch: Pick<RecordWatch, 'subscribe'>, journal: Pick<Journal, 'watch'>) {
    this.#watch = watch
    this.#journal = journal
  }

  /**
   * Reports events and deliveries when they are stored, requests when their response is sent.
   * @returns a function that ends the subscription
   */
  subscribe(kinds: readonly FeedKind[], listener: (item: FeedItem) => void): () => void {
    const stopRequests = kinds.includes('request')
      ? this.#journal.watch((entry) => listener({ kind: 'request', entry }))
      : undefined
    const stored = kinds.filter((kind) => kind !== 'request')
    const subscriber = (item: FeedItem): void => {
      if (stored.includes(item.kind as (typeof stored)[number])) listener(item)
    }
    if (stored.length > 0) {
      this.#subscribers.add(subscriber)
      this.#stopRecords ??= this.#watch.subscribe((news) => {
        if (news.type === 'written') for (const change of news.changes) this.#publish(change)
      })
    }
    return () => {
      stopRequests?.()
      this.#subscribers.delete(subscriber)
      if (this.#subscribers.size > 0) return
      this.#stopRecords?.()
      this.#stopRecords = undefined
    }
  }

  #publish(change: WatchedChange): void {
    if (change.type !== 'put' || change.ifVersion !== 0) return
    const { scope, kind, body } = change
    const item: FeedItem | undefined =
      kind === EVENT
        ? { kind: 'event', scope, event: body as EventRecord }
        : kind === DELIVERY
          ? { kind: 'delivery', scope, row: body as DeliveryRow }
          : undefined
    if (item) for (const listener of this.#subscribers) listener(item)
  }
}
