import { type RecordableHistogram, createHistogram } from 'node:perf_hooks'

/** Interval of the timer that is observed. */
const INTERVAL_MS = 5
const QUANTILES = [0.5, 0.99, 0.999]

/** Measures how long the main thread was blocked since the last reading, by the delay of a timer and by CPU time. */
export class EventLoopDelay {
  #delays: RecordableHistogram | undefined
  #busiest = 0

  start(): void {
    const delays = createHistogram()
    this.#delays = delays
    let last = performance.now()
    let usage = process.threadCpuUsage?.()
    setInterval(() => {
      const now = performance.now()
      // In ns, like the platform's histograms, which do not accept 0.
      delays.record(Math.max(1, Math.round((now - last - INTERVAL_MS) * 1e6)))
      last = now
      if (!usage) return
      const { user, system } = process.threadCpuUsage(usage)
      this.#busiest = Math.max(this.#busiest, (user + system) / 1e6)
      usage = { user: usage.user + user, system: usage.system + system }
    }, INTERVAL_MS).unref()
  }

  /**
   * Returns the delays since the previous reading in the Prometheus text format. The first reading
   * has only the types.
   */
  text(): string {
    const delays = this.#delays?.count ? this.#delays : undefined
    const name = 'vskit_event_loop_delay_seconds'
    const text = [
      `# HELP ${name} Delay of a timer of the main thread since the last reading.\n# TYPE ${name} summary\n`,
      ...(delays ? QUANTILES : []).map(
        (quantile) =>
          `${name}{quantile="${quantile}"} ${delays!.percentile(quantile * 100) / 1e9}\n`,
      ),
      gauge(`${name}_max`, 'The longest of these delays.', delays && delays.max / 1e9),
      gauge(
        'vskit_event_loop_busy_seconds_max',
        'Most CPU time of the main thread between two runs of that timer: a busy machine delays it, too.',
        delays && this.#busiest,
      ),
    ].join('')
    delays?.reset()
    this.#busiest = 0
    return text
  }
}

function gauge(name: string, help: string, value: number | undefined): string {
  const sample = value === undefined ? '' : `${name} ${value}\n`
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${sample}`
}
