/**
 * The process that makes the load: one order after the other, so that autocannon is warm when figures count and all
 * slices are made by the same process. It ends with the bench.
 */
import { createHistogram } from 'node:perf_hooks'
import autocannon, { type Client } from 'autocannon'
import type { LoadOrder, LoadResult } from './load.ts'

process.on('message', (order: LoadOrder) => {
  void run(order).then(
    (result) => process.send!({ result }),
    (error: Error) => process.send!({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())

function run(order: LoadOrder): Promise<LoadResult> {
  const { seconds, ...request } = order
  // Autocannon's own latencies are whole milliseconds, too coarse beside answers that take one or two.
  const microseconds = createHistogram()
  const before = process.cpuUsage()
  return new Promise((resolve, reject) => {
    const instance = autocannon({
      ...request, duration: seconds, sampleInt: 100, timeout: Math.min(10, Math.max(1, seconds / 2)),
      setupClient: keepNoBody,
    }, (error, result) => {
      if (error) return reject(error)
      const { user, system } = process.cpuUsage(before)
      resolve({
        requests: result.requests.total,
        seconds: result.duration,
        bytes: result.throughput.total,
        errors: result.errors,
        timeouts: result.timeouts,
        non2xx: result.non2xx,
        p50_ms: microseconds.percentile(50) / 1000,
        p99_ms: microseconds.percentile(99) / 1000,
        max_ms: microseconds.max / 1000,
        load_cpu_seconds: (user + system) / 1e6,
      })
    })
    instance.on('response', (_client, _status, _bytes, ms) => microseconds.record(Math.max(1, Math.round(ms * 1000))))
  })
}

/**
 * Autocannon gathers each body as text, though nobody reads it here. For a picture that costs ten times what the server
 * needs to send it (its bytes are no UTF-8): the load would be measured, not the server.
 */
function keepNoBody(client: Client): void {
  const { pipelinedRequests } = client
  if (!pipelinedRequests?.addBody) throw new Error('autocannon has changed: it gathers bodies elsewhere')
  pipelinedRequests.addBody = () => {}
}
