/** The part of autocannon 9 that is used here; the package brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export interface Options {
    url: string
    method: string
    headers: Record<string, string>
    body?: string | undefined
    connections: number
    /** Seconds; it ends at the first sample after them. */
    duration?: number
    amount?: number
    /** Seconds, at least 1. */
    timeout: number
    /** Milliseconds between samples. */
    sampleInt: number
    /** Called with each connection before it is opened. */
    setupClient?: (client: Client) => void
  }

  export interface Client {
    setRequests(requests: { method: string; path: string; headers: Record<string, string> }[]): void
    /** Not documented: sends the next request. */
    _doRequest?: () => void
    /** Not documented, as what follows: milliseconds until it gives up, and what counts them; may be missing in another version. */
    timeout?: number
    timeoutTicker?: { reschedule?: (milliseconds?: number) => void }
    pipelinedRequests?: { addBody?: (data: unknown) => void }
  }

  export interface Result {
    /** Seconds, as measured. */
    duration?: number
    amount?: number
    /** Connection errors and time-outs together. */
    errors: number
    timeouts: number
    non2xx: number
    requests: { total: number; sent: number }
    throughput: { total: number }
  }

  interface Run extends EventEmitter {
    on(
      event: 'response',
      listener: (client: Client, status: number, bytes: number, milliseconds: number) => void,
    ): this
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): Run
}
