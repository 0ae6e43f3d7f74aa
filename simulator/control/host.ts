import type { Scheduler } from '../time/scheduler.ts'
import type { FaultList } from '../faults/fault-list.ts'
import type { Feed } from '../feed.ts'
import type { Forwarders } from '../features/webhooks/forwarders.ts'
import type { Metrics } from '../request-log/metrics.ts'
import type { Entries } from '../request-log/entries.ts'
import type { Handler } from '../call/call.ts'
import type { Snapshots } from '../store/snapshots/snapshots.ts'
import type { Region, WorldFile } from '../world/world.ts'
import type { LineStreams } from './line-streams.ts'
import type { Searches } from './search/searches.ts'
import type { PageStream } from './stream/page-stream.ts'

/** An answer of the simulator to itself. */
export interface Reply {
  status: number
  json: unknown
}

/** Dependencies of the control API besides the ports. */
export interface ControlHost {
  version: string
  /** When this process began to serve; the machine's time, epoch ms. */
  startedAt: number
  /** Where each region listens; undefined for one that does not. */
  baseUrls(): Partial<Record<Region, string>>
  scheduler: Pick<Scheduler, 'advance' | 'settle' | 'wake'>
  /** Forgets what an organization's keys have used; without an id all counters, those of addresses too. */
  resetCounters(organization?: string): void | Promise<void>
  /** Forgets what addresses have used before authentication. */
  resetAddressLimits(): Promise<void>
  snapshots: Snapshots
  /** The store that other processes use too; undefined where this process has its own. */
  shared:
    | {
        health(): Promise<object>
        /** Resolves when this process learns of all later writes, and requests if asked, of the others. */
        follow(requests: boolean): Promise<void>
        /** Wraps handlers so that their writes are refused once all data was replaced. */
        over(handlers: Record<string, Handler>): Record<string, Handler>
      }
    | undefined
  /** Runs the task while no call, no job and no delivery is under way. Not for a call that is counted (`watched`). */
  alone<T>(task: () => Promise<T>): Promise<T>
  /** Handlers whose calls `alone` waits for. */
  watched(handlers: Record<string, Handler>): Record<string, Handler>
  /** Makes a call as if it came over the network. */
  call(
    listener: Region | 'control',
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Reply>
  /** Listens for a region a second time, where an address has another budget before authentication. */
  openListener(
    region: Region,
    ipBudget: number,
  ): Promise<{ base_url: string; close: () => Promise<void> }>
  /** Faults of the public API. */
  faults: Pick<FaultList, 'all' | 'add' | 'remove'>
  /** Recorded requests of the public API. */
  journal: Pick<Entries, 'state' | 'set' | 'page'>
  /** Programs that receive webhooks over a connection to the control API. */
  forwarders: Forwarders
  /** Publishes requests, events and deliveries. */
  feed: Feed
  metrics: Metrics
  /** Responses that stay open while a client reads them. */
  streams: LineStreams
  search: Searches
  /** Reports changes to the pages that show them. */
  pages: Pick<PageStream, 'follow'>
  /** The world that this process was started with, each time anew; undefined if it was given none. */
  seed(): WorldFile | undefined
  /** PEM of the authority whose certificates the listeners have; undefined where they speak plain HTTP. */
  ca: string | undefined
}
