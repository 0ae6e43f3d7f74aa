import type { DeliveryRow } from '../features/webhooks/deliveries.ts'
import type { FeedSource } from '../feed.ts'
import type { Entry } from './entry.ts'
import { EventLoopDelay } from './event-loop-delay.ts'

/** Upper bounds of the latency histograms in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Labels = Record<string, string | number>

/**
 * Counts requests of the public API and webhook deliveries and observes the event loop, for Prometheus, from the first
 * reading on: before it, they cost nothing.
 */
export class Metrics {
  #feed: FeedSource
  #started = false
  #requests = new Counters()
  #refusals = new Counters()
  #deliveries = new Counters()
  #requestSeconds = new Histograms()
  #deliverySeconds = new Histograms()
  #eventLoopDelay = new EventLoopDelay()

  constructor(feed: FeedSource) {
    this.#feed = feed
  }

  /**
   * Returns the metrics in Prometheus' text format, version 0.0.4. Counters go on; delays of the event loop are those
   * since the last reading.
   */
  text(): string {
    this.#start()
    return [
      this.#requests.text('vskit_requests_total', 'Requests of the public API.'),
      this.#refusals.text('vskit_rate_limited_total', 'Requests refused by a rate limit.'),
      this.#requestSeconds.text('vskit_request_duration_seconds', 'Time to answer a request.'),
      this.#deliveries.text('vskit_deliveries_total', 'Attempts to deliver a webhook.'),
      this.#deliverySeconds.text('vskit_delivery_duration_seconds', 'Time a receiver took.'),
      this.#eventLoopDelay.text(),
    ].join('')
  }

  #start(): void {
    if (this.#started) return
    this.#started = true
    this.#eventLoopDelay.start()
    this.#feed.subscribe(['request', 'delivery'], (item) => {
      if (item.kind === 'request') this.#countRequest(item.entry)
      else if (item.kind === 'delivery') this.#countDelivery(item.row)
    })
  }

  #countRequest({ operation, region, status, errorCode, durationMs }: Entry): void {
    // A request without a matching route has no operation. Its path is no label, because callers
    // choose it.
    const of = { operation: operation ?? '', region: region ?? '' }
    this.#requests.add({ ...of, status: status ?? 0 })
    if (errorCode === 'rate_limit_exceeded') this.#refusals.add(of)
    this.#requestSeconds.add(of, durationMs / 1000)
  }

  #countDelivery({ event_type, error_code, latency_ms }: DeliveryRow): void {
    this.#deliveries.add({ event_type, error_code: error_code ?? '' })
    this.#deliverySeconds.add({ event_type }, latency_ms / 1000)
  }
}

/** A counter for each set of labels. */
class Counters {
  #counts = new Map<string, number>()

  add(labels: Labels): void {
    const key = written(labels)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  text(name: string, help: string): string {
    const lines = [...this.#counts].map(([labels, count]) => `${name}{${labels}} ${count}\n`)
    return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${lines.join('')}`
  }
}

/** A histogram for each set of labels. */
class Histograms {
  #series = new Map<string, { buckets: number[]; sum: number; count: number }>()

  add(labels: Labels, value: number): void {
    const key = written(labels)
    const series = this.#series.get(key) ?? { buckets: BOUNDS.map(() => 0), sum: 0, count: 0 }
    this.#series.set(key, series)
    series.sum += value
    series.count++
    for (const [i, bound] of BOUNDS.entries()) if (value <= bound) series.buckets[i]!++
  }

  text(name: string, help: string): string {
    const lines = [...this.#series].flatMap(([labels, { buckets, sum, count }]) => [
      ...BOUNDS.map((bound, i) => `${name}_bucket{${labels},le="${bound}"} ${buckets[i]}\n`),
      `${name}_bucket{${labels},le="+Inf"} ${count}\n`,
      `${name}_sum{${labels}} ${sum}\n`,
      `${name}_count{${labels}} ${count}\n`,
    ])
    return `# HELP ${name} ${help}\n# TYPE ${name} histogram\n${lines.join('')}`
  }
}

/** The values are names of the contract and numbers; quotes and line ends are escaped nevertheless. */
function written(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
    .join(',')
}
