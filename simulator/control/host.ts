import type { Scheduler } from '../time/scheduler.ts'
import type { FaultList } from '../faults/fault-list.ts'
import type { FeedSource } from '../feed.ts'
import type { Forwarders } from '../features/webhooks/forwarders.ts'
import type { Metrics } from '../request-log/metrics.ts'
import type { Entries } from '../request-log/entries.ts'
import type { Handler } from '../call/call.ts'
import type { Snapshots } from '../store/snapshots/snapshots.ts'
import type { Region, WorldFile } from '../world/world.ts'
import type { LineStreams } from './line-streams.ts'
import type { Searches } from './search/searches.ts'
import type { PageStream } from './stream/page-stream.ts'

/** A response of the simulator to its own request. */
export interface Reply {
  status: number
  json: unknown
}

/** Dependencies of the control API besides the ports. */
export interface ControlHost {
  version: string
  /** Start time of this process by the machine's clock, epoch ms. */
  startedAt: number
  /** The port of each region; undefined for a region without a listener. */
  baseUrls(): Partial<Record<Region, string>>
  scheduler: Pick<Scheduler, 'advance' | 'settle' | 'wake'>
  /** Budgets of organizations that are created without any; undefined: those of their tier. */
  newBudgets?: Record<string, number>
  /** Resets the budgets of an organization's keys; without an id all budgets, also those of addresses. */
  resetCounters(organization?: string): void | Promise<void>
  /** Resets the budgets of addresses before authentication. */
  resetAddressLimits(): Promise<void>
  snapshots: Snapshots
  /** Returns why data cannot be written, and what to do. */
  writeProblems(): Promise<string[]>
  /** The store that other processes share; undefined where this process has its own. */
  shared:
    | {
        health(): Promise<object>
        /** Resolves when this process learns of all later writes of the others, and of requests if asked. */
        follow(requests: boolean): Promise<void>
        requests: {
          /** Wraps handlers so that their writes are rejected once all data was replaced. */
          over(handlers: Record<string, Handler>): Record<string, Handler>
        }
      }
    | undefined
  /** Runs the task while no call, job or delivery is active. Not for a counted call (`watched`). */
  exclusively<T>(task: () => Promise<T>): Promise<T>
  /** Handlers whose calls `exclusively` waits for. */
  watched(handlers: Record<string, Handler>): Record<string, Handler>
  /** Makes a call as if it arrived over the network. */
  call(
    listener: Region | 'control',
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Reply>
  /** Opens a second listener for a region, on which addresses have another budget before authentication. */
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
  feed: FeedSource
  metrics: Metrics
  /** Responses that stay open while a client reads them. */
  streams: LineStreams
  search: Searches
  /** Reports changes to the console pages. */
  pages: Pick<PageStream, 'follow'>
  /** Returns a new copy of the initial world; undefined if none was given. */
  seed(): WorldFile | undefined
  /** PEM certificate of the authority that signed the listeners' certificates; undefined for plain HTTP. */
  ca: string | undefined
}
