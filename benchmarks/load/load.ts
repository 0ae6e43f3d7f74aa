import type { ProcessGroup, Started } from '../process/process-group.ts'

/** One period of load on one address. */
export interface LoadOrder {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | undefined
  connections: number
  seconds: number
  /** Ends after this many requests, instead of after `seconds`. */
  requests?: number | undefined
  /**
   * Distributed over the connections, which repeat theirs; otherwise all request the path of `url`.
   */
  paths?: string[] | undefined
  /**
   * Constant rate in requests per second, independent of response times; otherwise each connection
   * sends when its response has arrived.
   */
  rate?: number | undefined
}

/** Results as counted by the load generator. */
export interface LoadResult {
  requests: number
  seconds: number
  bytes: number
  /** Connection errors and timeouts. */
  errors: number
  timeouts: number
  non2xx: number
  /** Number of 429 responses in `non2xx`. */
  refused: number
  p50_ms: number
  p99_ms: number
  max_ms: number
  /** Latencies in milliseconds at the percentiles of `PERCENTILES`. */
  curve_ms: number[]
  load_cpu_seconds: number
}

/** Percentiles at which latencies are stored, dense in the tail. */
export const PERCENTILES = [
  1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 97.5, 99, 99.5, 99.9, 100,
] as const

export interface Load {
  process: Started
  run(order: LoadOrder): Promise<LoadResult>
  /** Runs all orders concurrently; each result has the process's CPU time. */
  runTogether(orders: LoadOrder[]): Promise<LoadResult[]>
}

/** Starts the load generator. */
export function startLoad(group: ProcessGroup, core: number | undefined): Load {
  const process = group.start('load', group.script('load/load-worker'), { core, messages: true })
  const runTogether = async (orders: LoadOrder[]): Promise<LoadResult[]> => {
    const reply = (await process.ask(orders)) as { results: LoadResult[] } | { error: string }
    if ('error' in reply) throw new Error(`load: ${reply.error}`)
    return reply.results
  }
  return { process, runTogether, run: async (order) => (await runTogether([order]))[0]! }
}
