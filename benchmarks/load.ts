import type { Stage, Started } from './stage.ts'

/** One stretch of load on one address. */
export interface LoadOrder {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | undefined
  connections: number
  seconds: number
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
  p50_ms: number
  p99_ms: number
  max_ms: number
  load_cpu_seconds: number
}

export interface Load {
  process: Started
  run(order: LoadOrder): Promise<LoadResult>
}

/** Starts the process that makes the load. */
export function startLoad(stage: Stage, core: number | undefined): Load {
  const process = stage.start('load', stage.script('load-worker'), { core, messages: true })
  return {
    process,
    run: async (order) => {
      const reply = await process.ask(order) as { result: LoadResult } | { error: string }
      if ('error' in reply) throw new Error(`load: ${reply.error}`)
      return reply.result
    },
  }
}
