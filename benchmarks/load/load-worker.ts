/**
 * Load generator process. Handles one order at a time; all slices use the same process, so that
 * autocannon is warm. It ends with the bench.
 */
import { createHistogram } from 'node:perf_hooks'
import autocannon, { type Client } from 'autocannon'
import { type LoadOrder, type LoadResult, PERCENTILES } from './load.ts'
import { ConstantRate } from './constant-rate.ts'

const TOO_MANY_REQUESTS = 429

/**
 * Response timeout: at least this many seconds, and nearly the whole slice. Node accepts one
 * connection per event loop turn, so the fiftieth waits for fifty turns: over a second where each
 * turn takes 30 ms (Prism).
 */
const SHORTEST_TIMEOUT = 1
const LONGEST_TIMEOUT = 10
const PATIENCE = 0.9

process.on('message', (orders: LoadOrder[]) => {
  void Promise.all(orders.map(run)).then(
    (results) => process.send!({ results }),
    (error: Error) => process.send!({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())

function run(order: LoadOrder): Promise<LoadResult> {
  const { seconds, requests, paths, rate, ...request } = order
  // Autocannon's own latencies are whole milliseconds, too coarse for responses of one or two.
  const microseconds = createHistogram()
  const constantRate = rate === undefined ? undefined : new ConstantRate(rate)
  const deal = paths && dealer(paths, order)
  const clients: Client[] = []
  let bytes = 0
  let refused = 0
  return new Promise((resolve, reject) => {
    const instance = autocannon(
      {
        ...request,
        ...(requests === undefined ? { duration: seconds } : { amount: requests }),
        sampleInt: 100,
        timeout: Math.min(LONGEST_TIMEOUT, Math.max(SHORTEST_TIMEOUT, seconds * PATIENCE)),
        setupClient: (client) => {
          clients.push(client)
          keepNoBody(client)
          deal?.(client)
          constantRate?.hold(client)
        },
      },
      (error, result) => {
        constantRate?.stop()
        if (error) return reject(error)
        const { user, system } = process.cpuUsage(before)
        resolve({
          requests: result.requests.total,
          seconds: (performance.now() - began) / 1000,
          bytes,
          errors: result.errors,
          timeouts: result.timeouts,
          non2xx: result.non2xx,
          refused,
          p50_ms: microseconds.percentile(50) / 1000,
          p99_ms: microseconds.percentile(99) / 1000,
          max_ms: microseconds.max / 1000,
          curve_ms: PERCENTILES.map((percentile) => microseconds.percentile(percentile) / 1000),
          load_cpu_seconds: (user + system) / 1e6,
        })
      },
    )
    // Start timing only now: building the requests of thousands of paths takes up to a second and
    // is not load.
    for (const client of clients) beginToTime(client)
    const began = performance.now()
    const before = process.cpuUsage()
    instance.on('response', (client, status, size, ms) => {
      bytes += size
      if (status === TOO_MANY_REQUESTS) refused++
      microseconds.record(Math.max(1, Math.round((constantRate?.sinceDue(client) ?? ms) * 1000)))
    })
  })
}

/**
 * Gives each connection its own part of the paths, so that no two request the same one at the same
 * time.
 */
function dealer(
  paths: string[],
  { method, headers, connections }: LoadOrder,
): (client: Client) => void {
  let connection = 0
  return (client) => {
    const own: { method: string; path: string; headers: Record<string, string> }[] = []
    for (let i = connection++; i < paths.length; i += connections)
      own.push({ method, path: paths[i]!, headers })
    if (own.length > 0) client.setRequests(own)
  }
}

/**
 * Autocannon times each connection from its creation; others are created before the first one can
 * receive a response.
 */
function beginToTime(client: Client): void {
  if (!client.timeoutTicker?.reschedule)
    throw new Error(
      'expected the timers of autocannon 9; use autocannon 9, or adapt load-worker.ts',
    )
  client.timeoutTicker.reschedule(client.timeout)
}

/**
 * Stops autocannon from collecting bodies as text. For an image this costs ten times the server's
 * work (its bytes are not UTF-8), so the load generator would be the bottleneck.
 */
function keepNoBody(client: Client): void {
  const { pipelinedRequests } = client
  if (!pipelinedRequests?.addBody)
    throw new Error(
      'expected the body parser of autocannon 9; use autocannon 9, or adapt load-worker.ts',
    )
  pipelinedRequests.addBody = () => {}
}
