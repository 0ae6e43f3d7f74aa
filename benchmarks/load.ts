import type { Stage, Started } from './stage.ts'

/** One stretch of load on one address. */
export interface LoadOrder {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | undefined
  connections: number
  seconds: number
  /** Ends after so many, instead of after `seconds`. */
  requests?: number | undefined
  /** Dealt out to the connections, which go through theirs over and over; else all ask for the path of `url`. */
  paths?: string[] | undefined
  /** Requests a second, evenly, however long answers take; else each connection asks again once it is answered. */
  rate?: number | undefined
}

/** What came back, as counted by the process that made the load. */
export interface LoadResult {
  requests: number
  seconds: number
  bytes: number
  /** Connection errors and time-outs. */
  errors: number
  timeouts: number
  non2xx: number
  /** Those of `non2xx` that were a 429. */
  refused: number
  p50_ms: number
  p99_ms: number
  max_ms: number
  /** Latencies in milliseconds at the percentiles of `PERCENTILES`. */
  curve_ms: number[]
  load_cpu_seconds: number
}

/** Where a distribution of latencies is kept: dense where its tail is. */
export const PERCENTILES = [
  1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 97.5, 99, 99.5, 99.9, 100,
] as const

export interface Load {
  process: Started
  run(order: LoadOrder): Promise<LoadResult>
  /** All at the same time; processor time is that of the process, in each result. */
  runTogether(orders: LoadOrder[]): Promise<LoadResult[]>
}

/** Starts the process that makes the load. */
export function startLoad(stage: Stage, core: number | undefined): Load {
  const process = stage.start('load', stage.script('load-worker'), { core, messages: true })
  const runTogether = async (orders: LoadOrder[]): Promise<LoadResult[]> => {
    const reply = (await process.ask(orders)) as { results: LoadResult[] } | { error: string }
    if ('error' in reply) throw new Error(`load: ${reply.error}`)
    return reply.results
  }
  return { process, runTogether, run: async (order) => (await runTogether([order]))[0]! }
}
