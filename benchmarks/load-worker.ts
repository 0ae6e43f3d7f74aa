/**
 * The process that makes the load: one message of orders after the other, so that autocannon is warm when figures count and all
 * slices are made by the same process. It ends with the bench.
 */
import { createHistogram } from 'node:perf_hooks'
import autocannon, { type Client } from 'autocannon'
import { type LoadOrder, type LoadResult, PERCENTILES } from './load.ts'
import { Pace } from './pace.ts'

const TOO_MANY_REQUESTS = 429

/**
 * Seconds that an answer may take, and the part of a slice: nearly all of it, since Node accepts one connection in a turn of
 * its event loop. The fiftieth waits for fifty turns, which are a second and more where each takes 30 ms (Prism).
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
  // Autocannon's own latencies are whole milliseconds, too coarse beside answers that take one or two.
  const microseconds = createHistogram()
  const pace = rate === undefined ? undefined : new Pace(rate)
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
          pace?.hold(client)
        },
      },
      (error, result) => {
        pace?.stop()
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
    // Only now: making the requests of thousands of paths takes a second of a slow machine, and is no load yet.
    for (const client of clients) beginToTime(client)
    const began = performance.now()
    const before = process.cpuUsage()
    instance.on('response', (client, status, size, ms) => {
      bytes += size
      if (status === TOO_MANY_REQUESTS) refused++
      microseconds.record(Math.max(1, Math.round((pace?.sinceDue(client) ?? ms) * 1000)))
    })
  })
}

/** Gives each connection its own part of the paths, so that no two ask for the same at the same time. */
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

/** Autocannon times each connection from its making; the others are made before the first can see an answer. */
function beginToTime(client: Client): void {
  if (!client.timeoutTicker?.reschedule)
    throw new Error('autocannon has changed: it times its connections elsewhere')
  client.timeoutTicker.reschedule(client.timeout)
}

/**
 * Autocannon gathers each body as text, though nobody reads it here. For a picture that costs ten times what the server
 * needs to send it (its bytes are no UTF-8): the load would be measured, not the server.
 */
function keepNoBody(client: Client): void {
  const { pipelinedRequests } = client
  if (!pipelinedRequests?.addBody)
    throw new Error('autocannon has changed: it gathers bodies elsewhere')
  pipelinedRequests.addBody = () => {}
}
