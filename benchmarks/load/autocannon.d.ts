/** Types for the part of autocannon 9 that is used here; the package has none. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export interface Options {
    url: string
    method: string
    headers: Record<string, string>
    body?: string | undefined
    connections: number
    /** Seconds; ends at the first sample after them. */
    duration?: number
    amount?: number
    /** Seconds, at least 1. */
    timeout: number
    /** Milliseconds between samples. */
    sampleInt: number
    /** Called with each connection before it opens. */
    setupClient?: (client: Client) => void
  }

  export interface Client {
    setRequests(requests: { method: string; path: string; headers: Record<string, string> }[]): void
    /** Undocumented: sends the next request. */
    _doRequest?: () => void
    /**
     * Undocumented, as are the following members: timeout in milliseconds and its timer; may be
     * missing in other versions.
     */
    timeout?: number
    timeoutTicker?: { reschedule?: (milliseconds?: number) => void }
    pipelinedRequests?: { addBody?: (data: unknown) => void }
  }

  export interface Result {
    /** Seconds, as measured. */
    duration?: number
    amount?: number
    /** Sum of connection errors and timeouts. */
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
