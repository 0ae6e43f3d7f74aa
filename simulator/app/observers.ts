import { LineStreams } from '../control/line-streams.ts'
import { type Searches, newSearches } from '../control/search/searches.ts'
import { PageStream } from '../control/stream/page-stream.ts'
import { Feed } from '../feed.ts'
import type { Ports } from '../ports.ts'
import type { Shared } from '../replicas/shared.ts'
import type { Journal } from '../request-log/journal.ts'
import { Metrics } from '../request-log/metrics.ts'
import { RecordWatch } from '../store/record-watch.ts'

/** Parts that report activity to operators. They cost nothing until one is used. */
export interface Observers {
  feed: Feed
  metrics: Metrics
  search: Searches
  pages: Pick<PageStream, 'follow' | 'close'>
  streams: LineStreams
}

/** @param shared set if other processes use the same store */
export function newObservers(
  { records, world, report }: Ports,
  journal: Journal,
  shared: Shared | undefined,
): Observers {
  const recordWatch = new RecordWatch(records)
  const feed = new Feed(recordWatch, journal)
  return {
    feed,
    metrics: new Metrics(feed),
    search: newSearches({ records, watch: recordWatch, report, alone: !shared }),
    pages:
      shared?.services.pages ??
      new PageStream({ records: recordWatch, world, journal, run: Date.now().toString(36) }),
    streams: new LineStreams(report),
  }
}

export function closeObservers({ streams, pages, search }: Observers): void {
  streams.close()
  pages.close()
  search.sessions.close()
  search.applicants.close()
}
